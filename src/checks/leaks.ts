import { jsonOf } from '../http/body.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { parseIso8601 } from '../specification/iso8601.ts';
import { isObject } from '../specification/json-object.ts';
import { type Deviation, show } from './deviation.ts';

type Answered = Exchange & { readonly answer: Answer };

/** Shorter texts occur by chance: `draft`, `email`, a status word. */
const SHORTEST_TELLING_TEXT = 8;

/**
 * What a rejection reveals of the record that its accepted control request shows. Ids and bodies that the request itself sent are no
 * secret, and neither is what the rejection for an unknown id holds too: it does not depend on the record. Three signs: a text of the record, of 8 characters or more, anywhere in the answer; the record's own members with the record's
 * own values; and, for a creation, an id beside what was to be created.
 */
export function leakDeviations(rejection: Answered, control: Answered, unknown: Answered | null = null): Deviation[] {
  const request: unknown = rejection.request.body === null ? null : JSON.parse(rejection.request.body);
  // JSON may escape a text, so both its written and its read form count.
  const sent = [decodeURIComponentLeniently(rejection.request.url), rejection.request.body ?? '', ...leaves(request)].join('\n');
  const haystack = textsOf(rejection);
  const common = unknown === null ? '' : textsOf(unknown);
  const commonObjects = unknown === null ? [] : objectsOf(unknown);
  const record = jsonOf(control.answer);
  if ('problem' in record) return common.includes(decoded(control).trim()) ? [] : bodyLeak(haystack, decoded(control));

  const texts = [...leaves(record.value)].filter(isTelling).filter((text) => !sent.includes(text) && !common.includes(text));
  const told = texts.find((text) => haystack.includes(text));
  if (told !== undefined) return [{ expected: 'nothing of the record', actual: `the answer holds ${show(told)}` }];

  const shown = [...objects(record.value)];
  const requested = [...objects(request)];
  const asked = isObject(request) ? request : {};
  for (const candidate of objectsOf(rejection)) {
    const shared = shown
      .map((object) => Object.keys(candidate).filter((key) => sameLeaf(candidate[key], object[key])))
      .map((keys) => keys.filter((key) => !commonObjects.some((object) => sameLeaf(candidate[key], object[key]))))
      .find((keys) => keys.length >= 2 && keys.some((key) => !requested.some((object) => sameLeaf(candidate[key], object[key]))));
    if (shared) return [{ expected: 'nothing of the record', actual: `the answer holds its ${shared.join(', ')}: ${show(candidate)}` }];
    const created =
      typeof candidate.id === 'string' && Object.keys(candidate).some((key) => key !== 'id' && sameLeaf(candidate[key], asked[key]));
    if (created) return [{ expected: 'nothing of the record', actual: `the answer holds an id beside what was sent: ${show(candidate)}` }];
  }
  return [];
}

function decoded({ answer }: Answered): string {
  return new TextDecoder().decode(answer.body);
}

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

function bodyLeak(haystack: string, body: string): Deviation[] {
  const text = body.trim();
  return text.length >= SHORTEST_TELLING_TEXT && haystack.includes(text)
    ? [{ expected: 'nothing of the record', actual: 'the answer holds the whole content' }]
    : [];
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

function decodeURIComponentLeniently(text: string): string {
  try {
    return `${text}\n${decodeURIComponent(text)}`;
  } catch {
    return text; // malformed on purpose: compare the raw text
  }
}
