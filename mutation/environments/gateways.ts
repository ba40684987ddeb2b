import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { READS } from '../../src/specification/endpoints.ts';
import { answerOf, jsonIn, succeeded, textOf, withJson, withText } from '../answers.ts';
import type { Interposition } from '../interposition.ts';
import { cachedFor, counting } from '../rows.ts';

export const AS_TEXT = { 'content-type': 'text/plain' };

/** A gateway's page in place of the service's answer. */
export const page = (status: number, headers = {}) =>
  answerOf(status, '<html><h1>nginx</h1></html>', { 'content-type': 'text/html', ...headers });

export const slower = () => page(429, { 'retry-after': '1' });

/** Reads are answered for a while as they were answered first: by address and credentials, as a delivery network does that was set up in haste. */
export const caching = (milliseconds: number) =>
  cachedFor(milliseconds, ({ target, headers }) => `${target} ${headers.authorization}`)(READS);

/** Every other read of an event comes from a copy that learns of its customer so much later. */
export function copyOfEvents(behindMs: number): Interposition {
  const open = new Set<string>();
  const resolved = new Map<string, { readonly at: number; reads: number }>();
  return async (request, forward) => {
    const answer = await forward(request);
    const event = request.endpoint === 'getEvent' && answer.status < 300 ? (jsonIn(answer.body) as Record<string, unknown> | null) : null;
    if (event?.customer === null) open.add(request.target);
    if (typeof event?.customer !== 'string' || !open.has(request.target)) return answer;
    const known = resolved.get(request.target) ?? { at: Date.now(), reads: 0 };
    resolved.set(request.target, known);
    known.reads += 1;
    const isBehind = known.reads % 2 === 0 && Date.now() < known.at + behindMs;
    return isBehind ? withJson(answer, { ...event, customer: null }) : answer;
  };
}

/** Whoever comes as one connection too many is thrown out. */
export function places(most: number): (server: Server) => void {
  return (server) => {
    let open = 0;
    server.prependListener('connection', (socket: Socket) => {
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
      if (open > most) socket.resetAndDestroy();
    });
  };
}

/** Of two instances that take turns, one writes times that are so much later. */
export const clocksApart = (milliseconds: number) =>
  counting(async (count, request, forward) => {
    const answer = await forward(request);
    if (count % 2 === 0 || request.method !== 'POST' || !succeeded(answer)) return answer;
    const later = (time: string) => new Date(Date.parse(time) + milliseconds).toISOString();
    return withText(answer, textOf(answer).replaceAll(/(?<="(?:created|updated|expires)_at":")\d{4}-[\dT:.-]+Z/g, later));
  });

/** What stands between from this request on. */
export const fromRequest = (first: number, then: Interposition) =>
  counting((count, request, forward) => (count < first ? forward(request) : then(request, forward)));

/** Read late: what one server has stored, another knows only after a while. Of so many replicas one lags. */
export function replicated(milliseconds: number, status = 404, replicas = 1): Interposition {
  const made = new Map<string, number>();
  let reads = 0;
  return async (request, forward) => {
    const answer = await forward(request);
    const { id } = (answer.status < 300 && (jsonIn(answer.body) as { id?: unknown } | null)) || {};
    if (request.method === 'POST' && typeof id === 'string') made.set(id, Date.now() + milliseconds);
    const [, , asked = ''] = request.target.split('/');
    const isBehind = Date.now() < (made.get(asked) ?? 0) && ++reads % replicas === 0;
    return isBehind ? answerOf(status, { error: 'not found' }) : answer;
  };
}
