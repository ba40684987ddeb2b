import { exec } from 'node:child_process';
import { jsonOf } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Deadline } from '../http/limits.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import { lookupUrl } from '../settings/urls.ts';
import type { Client } from './client.ts';

/** Finds the id of a tracked event by its marker; null while the event is not known yet. */
export type EventLookup = (marker: string, business: string, tracked: Exchange) => Promise<string | null>;

/** The look-up from the settings, else the Location of `trackEvent`'s answer. No command starts after the deadline. */
export function createEventLookup({ baseUrl, tracking, run }: Settings, client: Client, deadline: Deadline | null = null): EventLookup {
  const { lookupUrl: template, lookupCommand: command } = tracking;
  if (template !== null) return lookupByUrl(client, baseUrl ?? '', template);
  return command === null ? lookupByLocation : lookupByCommand(command, run.timeoutMs, deadline);
}

function lookupByUrl(client: Client, baseUrl: string, template: string): EventLookup {
  return async (marker, business) => {
    const { answer, failure } = await client.get(lookupUrl(baseUrl, template, marker, business));
    if (answer?.status === 404) return null;
    const json = answer?.status === 200 ? jsonOf(answer) : { problem: `status ${answer?.status ?? failure?.message}` };
    const id = 'value' in json ? (json.value as { id?: unknown } | null)?.id : undefined;
    if (typeof id === 'string' && id !== '') return id;
    const found = 'problem' in json ? json.problem : 'JSON without an `id` that is a text';
    throw new NotAssessed(`The event look-up did not answer 200 {"id": "…"} or 404, but: ${found}`, ['CES_EVENT_LOOKUP_URL']);
  };
}

function lookupByCommand(command: string, timeoutMs: number, deadline: Deadline | null): EventLookup {
  return async (marker, business) => {
    deadline?.check();
    const timeout = deadline?.bound(timeoutMs) ?? timeoutMs;
    return new Promise((resolve, reject) => {
      const env = { ...process.env, CES_MARKER: marker, CES_BUSINESS: business };
      exec(command, { env, timeout, maxBuffer: 64 * 1024 }, (error, stdout, stderr) => {
        if (!error) return resolve(stdout.trim() || null);
        if (error.killed && deadline?.isOver) return reject(deadline.reached());
        const why = error.killed ? `no end within ${timeout} ms` : stderr.trim().slice(0, 200) || `exit code ${error.code}`;
        reject(new NotAssessed(`The event look-up command failed: ${why}`, ['CES_EVENT_LOOKUP_COMMAND']));
      });
    });
  };
}

const FINDING_VARIABLES = ['CES_EVENT_LOOKUP_URL', 'CES_EVENT_LOOKUP_COMMAND'];

const lookupByLocation: EventLookup = async (_marker, _business, tracked) => {
  const location = tracked.answer?.headers.location;
  const id = location?.match(/\/events\/([^/?#]+)$/)?.[1];
  if (id === undefined)
    throw new NotAssessed(
      'The suite cannot find the events that it tracks: neither CES_EVENT_LOOKUP_URL nor CES_EVENT_LOOKUP_COMMAND is set',
      FINDING_VARIABLES,
    );
  try {
    return decodeURIComponent(id);
  } catch {
    throw new NotAssessed(`The Location of the acknowledgement does not decode: ${location}`, FINDING_VARIABLES);
  }
};
