import { jsonOf } from '../http/body.ts';
import type { Answered } from '../http/exchange.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { percentDecoded } from '../settings/urls.ts';
import { parseIso8601 } from '../specification/formats.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { type Deviation, show, unless } from './deviation.ts';

/** Shorter texts occur by chance: `draft`, `email`, a status word. */
const SHORTEST_TELLING_TEXT = 8;

/**
 * What a rejection reveals of the record that its accepted control shows, other than what was sent, or the rejection of an unknown id holds too: a
 * text of 8 characters or more; the record's members with its values; for a creation, an id beside what was to be created.
 */
export function leakDeviations(rejection: Answered, control: Answered, unknown: Answered | null = null): Deviation[] {
  const request: unknown = rejection.request.body === null ? null : JSON.parse(rejection.request.body);
  // JSON may escape a text, so both its written and its read form count.
  const { url } = rejection.request;
  const sent = [url, percentDecoded(url), rejection.request.body ?? '', ...leaves(request)].join('\n');
  const haystack = textsOf(rejection);
  const common = unknown === null ? '' : textsOf(unknown);
  const record = jsonOf(control.answer);
  const whole = decoded(control).trim();
  if ('problem' in record)
    return unless(common.includes(whole) || whole.length < SHORTEST_TELLING_TEXT || !haystack.includes(whole), leak('the whole content'));

  const told = [...leaves(record.value)]
    .filter(isTelling)
    .find((text) => !sent.includes(text) && !common.includes(text) && haystack.includes(text));
  if (told !== undefined) return [leak(show(told))];

  const commonObjects = unknown === null ? [] : objectsOf(unknown);
  const requested = [...objects(request)];
  const asked = isObject(request) ? request : {};
  const isIn = (all: readonly JsonObject[], candidate: JsonObject) => (key: string) =>
    all.some((object) => sameLeaf(candidate[key], object[key]));
  for (const candidate of objectsOf(rejection)) {
    const isCommon = isIn(commonObjects, candidate);
    const isRequested = isIn(requested, candidate);
    const shared = [...objects(record.value)]
      .map((object) => Object.keys(candidate).filter((key) => sameLeaf(candidate[key], object[key]) && !isCommon(key)))
      .find((keys) => keys.length >= 2 && !keys.every(isRequested));
    if (shared) return [leak(`its ${shared.join(', ')}: ${show(candidate)}`)];
    const isCreated =
      typeof candidate.id === 'string' && Object.keys(candidate).some((key) => key !== 'id' && isIn([asked], candidate)(key));
    if (isCreated) return [leak(`an id beside what was sent: ${show(candidate)}`)];
  }
  return [];
}

const leak = (what: string): Deviation => ({ expected: 'nothing of the record', actual: `the answer holds ${what}` });

const decoded = ({ answer }: Answered): string => new TextDecoder().decode(answer.body);

/** All that an answer says, but for the time. */
function textsOf(exchange: Answered): string {
  const body = jsonOf(exchange.answer);
  return [
    decoded(exchange),
    ...Object.entries(exchange.answer.headers).flatMap(([name, value]) => (name === 'date' ? [] : value)),
    ...('problem' in body ? [] : leaves(body.value)),
  ].join('\n');
}

function objectsOf(exchange: Answered): Record<string, unknown>[] {
  const body = jsonOf(exchange.answer);
  return [...objectsWithin('problem' in body ? decoded(exchange) : body.value)];
}

/** A time proves nothing: the answer's own time stamp may be the same second. */
function isTelling(leaf: unknown): leaf is string {
  return typeof leaf === 'string' && leaf.length >= SHORTEST_TELLING_TEXT && parseIso8601(leaf) === null;
}

function sameLeaf(a: unknown, b: unknown): boolean {
  return (typeof a === 'string' || typeof a === 'boolean' || typeof a === 'number') && a === b;
}

function* leaves(value: unknown): Generator<unknown> {
  if (Array.isArray(value) || isObject(value)) for (const item of Object.values(value)) yield* leaves(item);
  else yield value;
}

function* objects(value: unknown): Generator<Record<string, unknown>> {
  if (isObject(value)) yield value;
  if (Array.isArray(value) || isObject(value)) for (const item of Object.values(value)) yield* objects(item);
}

/** As `objects`, plus objects written as JSON within a text, such as an error message that quotes the record. */
function* objectsWithin(value: unknown): Generator<Record<string, unknown>> {
  yield* objects(value);
  for (const leaf of leaves(value)) if (typeof leaf === 'string') yield* objects(jsonIn(leaf.match(/\{[\s\S]*\}/)?.[0] ?? ''));
}
