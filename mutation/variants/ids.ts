import { createHash } from 'node:crypto';
import { fixtureVariables } from '../../reference/fixtures.ts';
import { IDS } from '../../reference/seed/ids.ts';
import { Store } from '../../reference/store/store.ts';
import { decoded } from '../../src/settings/parsing/parsers.ts';
import { isObject, jsonIn, textOf, withHeaders, withId, withText } from '../answers.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { permits, type Spoil } from '../rows.ts';

const PERMITTED = 'An id is always an opaque string (reading rule 8)';

type Name = (id: string) => string;

const hash = (id: string) => createHash('sha256').update(id).digest('hex');
const numberOf = (id: string) => BigInt(`0x${hash(id)}`);
const digits = (id: string, count: number) => (numberOf(id) % 10n ** BigInt(count)).toString().padStart(count, '7');
const bits = (id: string, count: number) => numberOf(id).toString(2).slice(0, count);

const NAMES: readonly (readonly [name: string, rename: Name])[] = [
  ['with slashes, as a way up', (id) => `../a/${id}/..`],
  ['with spaces and plus signs', (id) => `a b+c d ${id}`],
  ['with per cent signs, as if encoded', (id) => `100%_%2F%41${id}`],
  ['with emoji, and letters to be composed', (id) => `😀${id}e\u0301\u00e9🏳️‍🌈`],
  ['with marks of queries and fragments', (id) => `?a=1&b=2#${id}`],
  ['with quotes, brackets, braces and commas', (id) => `"<'${id}'>\\a,b;c:d@{id}-{{ x }}-\${y}`],
  ['of 200 characters', (id) => `${hash(id)}${'x'.repeat(200 - 64)}`],
  ['that are numbers beyond doubles', (id) => `9${digits(id, 24)}`],
  ['that are URLs', (id) => `https://ids.example/records/${digits(id, 8)}?v=1`],
  ['in base64', (id) => Buffer.from(hash(id), 'hex').toString('base64')],
  ['that differ in letter case alone', (id) => bits(id, 40).replaceAll('1', 'A').replaceAll('0', 'a')],
];

/** Members in which a value is the user's own, whatever it looks like. */
const FREE = ['metadata', 'extra', 'data', 'template_json', 'new_template_json'];

const SEEDED: readonly string[] = Object.values(IDS).flat();

/** The settings that name one record each, and the record. */
const SETTINGS = Object.entries(fixtureVariables('', { username: '', password: '' })).filter(([, value]) => SEEDED.includes(value));

function settings(rename: Name): Record<string, string> {
  const single = SETTINGS.map(([variable, id]) => [variable, rename(id)]);
  return { ...Object.fromEntries(single), CES_CUSTOMER_IDS: IDS.customers.map((id) => encodeURIComponent(rename(id))).join(',') };
}

/** All ids that the service has shown so far, in both directions. */
function namesBy(rename: Name) {
  const [outward, inward] = [new Map<string, string>(), new Map<string, string>()];
  const learn = (id: string) => outward.set(id, rename(id)) && inward.set(rename(id), id);
  for (const id of SEEDED) learn(id);
  return { learn, inward: (text: string) => inward.get(text) ?? text, outward: (text: string) => outward.get(text) ?? text };
}

type Names = ReturnType<typeof namesBy>;

function walk(value: unknown, rename: (text: string, member: string) => string, member = ''): unknown {
  if (typeof value === 'string') return rename(value, member);
  if (Array.isArray(value)) return value.map((item) => walk(item, rename, member));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, FREE.includes(key) ? item : walk(item, rename, key)]));
}

function inward(request: PassingRequest, names: Names): PassingRequest {
  const id = names.inward(request.id);
  const { target } = id === request.id ? request : withId(request, id);
  const inwardBusiness = (business: string) => encodeURIComponent(names.inward(decoded(business) ?? business));
  const value = request.body.length > 0 ? jsonIn(request.body) : undefined;
  const text = value === undefined ? null : JSON.stringify(walk(value, (one) => names.inward(one)));
  return {
    ...request,
    id,
    target: target.replace(/(?<=[?&]business=)[^&]*/, inwardBusiness),
    // Bodies that name no record stay as they came, to the byte.
    body: text === null || text === JSON.stringify(value) ? request.body : Buffer.from(text),
  };
}

function outward(inner: PassingAnswer, request: PassingRequest, names: Names): PassingAnswer {
  const answer = withLocation(inner, names);
  const value = jsonIn(answer.body);
  if (value === undefined || answer.status >= 300) return answer;
  // New records name themselves before others name them. An id that came with the request is no new one.
  const asked = textOf(request);
  walk(value, (one, member) => {
    if (member === 'id' && !asked.includes(JSON.stringify(one))) names.learn(one);
    return one;
  });
  const text = JSON.stringify(walk(value, (one) => names.outward(one)));
  return text === textOf(answer) ? answer : withText(answer, text);
}

/** The acknowledgement of an event may name it there alone. */
function withLocation(answer: PassingAnswer, names: Names): PassingAnswer {
  const { location } = answer.headers;
  const id = typeof location === 'string' ? decoded(location.split('/').at(-1) ?? '') : undefined;
  if (typeof location !== 'string' || !id) return answer;
  names.learn(id);
  return withHeaders(answer, { location: location.replace(/[^/]*$/, encodeURIComponent(names.outward(id))) });
}

const renaming =
  (rename: Name): Spoil =>
  () => {
    const names = namesBy(rename);
    return async (request, forward) => outward(await forward(inward(request, names)), request, names);
  };

/** Nothing says that a business and a campaign cannot both be number 1. */
class CountedByKind extends Store {
  readonly #last = new Map<string, number>();

  override newId(prefix: string): string {
    const number = (this.#last.get(prefix) ?? 0) + 1;
    this.#last.set(prefix, number);
    return String(number);
  }
}

export const ID_VARIANTS: readonly Variant[] = [
  ...NAMES.flatMap(([name, rename]) => permits(PERMITTED, [[`ids ${name}`, renaming(rename), settings(rename)]])),
  { name: 'ids counted for each kind of record', permitted: PERMITTED, store: () => new CountedByKind() },
];
