import { OF_OTHER_KIND, OR, SPELLED } from '../../src/checks/given-ids.ts';
import { ASKED_WHERE_IT_BELONGS } from '../../src/checks/run-history.ts';
import { everyOther, HOSTILE_IDS, type OddDifferences, QUERY_GARBAGE, UNDECODABLE_IDS } from '../../src/generation/hostile.ts';
import { turnCase } from '../../src/http/authorization.ts';
import { encodeSegment } from '../../src/settings/urls.ts';
import { numberOf } from '../../src/specification/endpoints.ts';
import { statementOf } from '../../src/specification/register.ts';
import { documentedFields } from '../../src/specification/schemas.ts';
import { askedIdDeviations, type Deviation, differences, foundIn, jsonDeviations, type StatementId, show } from '../judging.ts';
import {
  CARDS,
  type Call,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isObject,
  isSuccess,
  jsonOf,
  mediaTypeOf,
  objectIn,
  refusalOf,
  schema,
} from '../library.ts';
import { ifPossible, NotAssessed, recordOf, scenario } from '../suite.ts';
import { type Asked, contentOfAnother } from './other-records.ts';
import { inOrder, sendOne, sendPacked, sendUnknown } from './robustness/send.ts';

const ASKED_ID: StatementId = 'record.id-is-asked-id';
const NO_OTHER: StatementId = 'record.unknown-id-is-no-other';

/** That an id leads to its own record and to no other: where the answer holds the id, and elsewhere. Null where no answer tells. */
function ownIdStatement(name: EndpointName): StatementId | null {
  return [ASKED_ID, NO_OTHER].find((id) => statementOf(id).endpoints.includes(name)) ?? null;
}

/** What a success shows of another record. It may be one that holds an error: a record has another documented member beside its `id`. */
async function strangerDeviations(name: EndpointName, { exchange, ...asked }: Asked): Promise<Deviation[]> {
  const isPage = endpoint(name).response !== null && objectIn(exchange) === null;
  if (!isSuccess(exchange) || isPage) return [];
  if (ownIdStatement(name) !== ASKED_ID) {
    const [found] = await contentOfAnother(name, { exchange, ...asked });
    // Where it shows differs from endpoint to endpoint; the mistake is one.
    const actual = `another record: ${found?.pointer === undefined ? '' : `${found.pointer} is `}${found?.actual}`;
    return found ? foundIn(exchange, [{ expected: `nothing of another record: ${show(asked.id)} names none`, actual }]) : [];
  }
  const record = objectIn(exchange) ?? {};
  const members = Object.keys(schema(endpoint(name).response ?? '').properties ?? {});
  const isRecord = typeof record.id === 'string' && members.filter((member) => Object.hasOwn(record, member)).length > 1;
  return isRecord ? foundIn(exchange, askedIdDeviations(record, asked.id)) : [];
}

/** The request for a known id, which succeeds. */
async function knownRecord(implementation: Implementation, name: EndpointName) {
  const { call, exchange } = await implementation.accepted(name);
  if (!isSuccess(exchange)) throw new NotAssessed(`The request for a known id does not succeed: ${refusalOf(exchange)}`);
  return { call, exchange };
}

/** The answer is about the record that was asked for; and an id that names nothing leads to no other record, however near it is. */
export function isAboutItsId(name: EndpointName) {
  const statement = ownIdStatement(name) ?? ASKED_ID;
  return scenario(name, statement, async ({ implementation, check }) => {
    const { call, exchange: other } = await knownRecord(implementation, name);
    const { id: otherId = '' } = call;
    const deviations = statement === ASKED_ID ? foundIn(other, askedIdDeviations(recordOf(other), otherId)) : [];
    const isOwn = deviations.length === 0;
    const marked = () => CARDS[name].marked?.(call, implementation.unique()) ?? call;
    const ask = async (near: { readonly words: string; readonly id: string }, typical = marked()) => {
      const { id } = near;
      const exchange = await implementation.client.send(name, { ...typical, id });
      return { ...near, found: await strangerDeviations(name, { implementation, id, exchange, otherId, other }) };
    };
    const unknown = { words: 'in the query or the body, beside another one in the path', id: `${implementation.unique()}-${otherId}` };
    const first = await ask(unknown, namingElsewhere(marked(), otherId));
    const tried = [first];
    if (first.found.length > 0) {
      // It ends like the known id, which may be why.
      for (const ending of ENDINGS.map(nearTo(otherId))) tried.push(await ask(ending));
      if (tried.some(({ found }, index) => index > 0 && found.length > 0)) tried.shift();
    }
    const isOfNumber = tried.some(({ words, found }) => words === OF_NUMBER && found.length > 0);
    const others = nearIds(name, otherId).filter(({ id }) => !isOfNumber || !id.endsWith(numberOfId(otherId)));
    for (const near of others) tried.push(await ask(near));
    const spellings: string[] = [];
    for (const { words, found, id } of tried) {
      // Who reads all of a path in either letter case need not do otherwise with the id in it.
      const capitals = (path: string) => path.replace(/^\/\w+/, (segment) => segment.toUpperCase());
      const isTurned = found.length > 0 && id === turnCase(otherId);
      if (found.length === 0 || (isTurned && isSuccess(await implementation.client.send(name, { ...call, spelling: capitals })))) continue;
      deviations.push(...found);
      spellings.push(words);
    }
    const ofOtherKind = statement === ASKED_ID ? await foundOfOtherKind(implementation, name) : undefined;
    if (ofOtherKind && deviations.length === 0) {
      const { deviations, known } = ofOtherKind;
      return check({ [statement]: { deviations, exchanges: [known], contrast: ASKED_WHERE_IT_BELONGS } });
    }
    const isSpelling = isOwn && !ofOtherKind && spellings.length > 0 && spellings.length < tried.length;
    const contrast = isSpelling && { contrast: SPELLED + spellings.map((words) => `the known id ${words}`).join(OR) };
    check({ [statement]: { deviations: isSpelling ? deviations.slice(0, 1) : deviations, exchanges: [other], ...contrast } });
  });
}

/** One member may be alike by chance, as a time or a name that many records have. */
const FEWEST_ALIKE = 2;

const OF_ONE_RECORD = statementOf(ASKED_ID).endpoints;

/** Many records have no value, an empty one or a flag alike. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && Object.keys(value ?? {}).length > 0;

/** The id of another kind of record names none here. Whose record comes back shows its content: two kinds may count their ids alike. */
async function foundOfOtherKind(implementation: Implementation, name: EndpointName): Promise<OfOtherKind | undefined> {
  const from = OF_ONE_RECORD.indexOf(name);
  const next = [...OF_ONE_RECORD.slice(from + 1), ...OF_ONE_RECORD.slice(0, from)];
  const others = next.filter((each) => endpoint(each).resources[0] !== endpoint(name).resources[0]);
  // Some kinds may share a table, and others not.
  const found = await Promise.all(others.map((other) => recordOfOtherKind(implementation, name, other)));
  return found.find((one) => one !== null) ?? undefined;
}

interface OfOtherKind {
  readonly deviations: Deviation[];
  /** The read of the record, where it belongs. */
  readonly known: Exchange;
}

async function recordOfOtherKind(implementation: Implementation, name: EndpointName, other: EndpointName): Promise<OfOtherKind | null> {
  const known = await ifPossible(implementation.accepted(other));
  if (known === null || known.call.id === undefined || !isSuccess(known.exchange)) return null;
  const { id } = known.call;
  // Spelt out, since no record of this kind is known to have it.
  const exchange = await implementation.client.send(name, { rawId: encodeSegment(id) });
  const [record = {}, content = {}] = [exchange, known.exchange].map((each) => (isSuccess(each) && objectIn(each)) || {});
  // Further members may be alike in every answer.
  const documented = documentedFields(endpoint(other).resources[0] ?? '').map((pointer) => pointer.slice(1));
  const shared = documented.filter((key) => key !== 'id' && Object.hasOwn(content, key) && Object.hasOwn(record, key));
  const same = shared.filter((key) => isTelling(content[key]) && differences(content[key], record[key]).length === 0);
  if (same.length < FEWEST_ALIKE) return null;
  const expected = `no record: ${show(id)} is an id of another kind`;
  const actual = `${OF_OTHER_KIND} that GET ${endpoint(other).path} shows: its ${same.join(', ')}`;
  return { deviations: foundIn(exchange, [{ expected, actual }]), known: known.exchange };
}

/** The call with an id in its query, and in a body, as well: who reads all parameters in one map may take it for the one in the path. */
function namingElsewhere(call: Call, id: string): Call {
  const query = [call.query, `id=${encodeURIComponent(id)}`].filter((part) => part !== undefined).join('&');
  return { ...call, query, ...(isObject(call.body) && { body: { ...call.body, id } }) };
}

/** UUIDs (RFC 9562 §4) and ULIDs mean the same in either letter case. */
const IN_EITHER_CASE = /^[\da-f-]+$|^[\da-hjkmnp-tv-z]{26}$/i;

/** An id near a known one, by words that follow *the known id*. */
type Near = readonly [words: string, of: (id: string) => string];

const nearTo =
  (id: string) =>
  ([words, of]: Near) => ({ words, id: of(id) });

const firstAs =
  (change: (letter: string) => string) =>
  (id: string): string =>
    id.replace(/[!-~]/, change);
const lastAs =
  (text: string) =>
  (id: string): string =>
    `${[...id].slice(0, -1).join('')}${text}`;

const OF_NUMBER = 'with whatever stands before its number';
const numberOfId = (id: string): string => /\d*$/.exec(id)?.[0] ?? '';

/** A search by the end finds the first, one by the number at the end the second as well. */
const ENDINGS: readonly Near[] = [
  ['with an `x` before it', (id) => `x${id}`],
  [OF_NUMBER, (id) => `x-${numberOfId(id)}`],
];

/** Who reads a number up to the first letter finds the first of these, a comparison without blanks the second, a pattern whose end may stand before a line feed the third. */
const LONGER: readonly Near[] = [
  ['with an `x` behind it', (id) => `${id}x`],
  ['with a space behind it', (id) => `${id} `],
  ['with a line feed behind it', (id) => `${id}\n`],
];

/** The same to who reads the end of an id as a number. An id of digits alone may well be one. */
const PADDED: Near = ['with a zero before its number', (id) => id.replace(/(?<=\D)\d+$/, (number) => `0${number}`)];

/** A search by the beginning finds the first, a comparison without letter case the second. Among short ids, both may be those of other records. */
const LIKE_OTHERS: readonly Near[] = [
  ['without its last letter', lastAs('')],
  ['in the other letter case', (id) => (IN_EITHER_CASE.test(id) ? id : turnCase(id))],
];
const LONG_ID = 16;

/** What a database takes for a pattern of the known id (`LIKE`). */
const PATTERN: Near = ['with `%` for its last letter', lastAs('%')];

/** What an endpoint finds that decodes what its router has decoded. */
const TWICE_ESCAPED: Near = ['escaped once more', firstAs((letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)];

/** Two at each endpoint, in turn: a text that ends at NUL, patterns of a shell and of one letter, wide letters. */
const ODDLY_NEAR: readonly Near[] = [
  ['with NUL behind it', (id) => `${id}\0`],
  ['with `*` for its last letter', lastAs('*')],
  ['with its first letter in full width', firstAs((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
  ['with `_` for its last letter', lastAs('_')],
  ['with a space before it', (id) => ` ${id}`],
];

/** Ids near this one that name nothing, with words that follow *the known id*. Where the answer holds its id, one that names something does no harm. */
export function nearIds(name: EndpointName, id: string) {
  const turn = 2 * (numberOf(name) ?? 0);
  const odd = [turn, turn + 1].flatMap((index) => [ODDLY_NEAR[index % ODDLY_NEAR.length]].flatMap((near) => (near ? [near] : [])));
  const like = id.length >= LONG_ID || ownIdStatement(name) === ASKED_ID ? LIKE_OTHERS : [];
  return [...LONGER, PADDED, PATTERN, TWICE_ESCAPED, ...like, ...odd]
    .map(nearTo(id))
    .filter((near) => near.id.trim() !== '' && near.id !== id);
}

const MOST_SHOWN = 3;

/** Ids that go together in one request. */
const PACKED = { ...HOSTILE_IDS, alone: [] };
/** Ids of which each needs a request. */
const aloneAt = (name: EndpointName) => [...HOSTILE_IDS.alone, ...everyOther(UNDECODABLE_IDS, numberOf(name) ?? 0)];

export const hostileIdsTogether = (name: EndpointName) => hostileIds(name, PACKED);
export const hostileIdsAlone = (name: EndpointName) => hostileIds(name, { packs: [], alone: aloneAt(name) });

/** What is asked for under an odd id is answered in order, and leads to no other record: nobody made one of this id. */
function hostileIds(name: EndpointName, ids: OddDifferences) {
  const statement = ownIdStatement(name);
  return scenario(name, ['robustness.hostile-ids', ...(statement === null ? [] : [statement])], async (context) => {
    const { implementation, check, session } = context;
    const attempts = await sendPacked(context, name, ids, () => sendUnknown(context, name));
    await inOrder(context, name, 'robustness.hostile-ids', attempts);
    if (statement === null) return;
    // It shows something only where a known id brings its record back.
    const { call, exchange: other } = await knownRecord(implementation, name);
    const asked = attempts.map(({ difference: { id, rawId = '' }, exchange }) => ({ id: id ?? rawId, exchange }));
    const found = await Promise.all(
      asked.map((one) => strangerDeviations(name, { implementation, ...one, otherId: call.id ?? '', other })),
    );
    const wrong = asked.filter((_, index) => found[index]?.length);
    const [first] = wrong;
    // The run may have made a business that has this id outside.
    const isOfBusiness = first !== undefined && endpoint(name).path.startsWith('/businesses/');
    const made = isOfBusiness ? session.run.ledger.newRecords.withOutsideId(first.id) : undefined;
    const spelled = SPELLED + wrong.map(({ id }) => show(id)).join(OR);
    const contrast = first && { contrast: made ? `a business was made with the \`external_id\` ${show(first.id)} before` : spelled };
    check({ [statement]: { deviations: found.flat().slice(0, MOST_SHOWN), exchanges: [made ?? other], ...contrast } });
  });
}

export function unknownIds(name: EndpointName) {
  return scenario(name, ['robustness.unknown-ids', 'errors.unknown-id', 'errors.unknown-id-body'], async (context) => {
    const { difference, exchange } = await sendUnknown(context, name);
    const { answer } = exchange;
    context.observe({ 'errors.unknown-id': answer?.status ?? null });
    if (answer) {
      const json = jsonOf(answer);
      const members = 'value' in json && isObject(json.value) ? Object.keys(json.value) : null;
      context.observe({ 'errors.unknown-id-body': { mediaType: mediaTypeOf(answer), members } });
    }
    await inOrder(context, name, 'robustness.unknown-ids', [{ difference, exchange }]);
  });
}

export function meaninglessQuery(name: EndpointName) {
  return scenario(name, 'robustness.query-garbage', async (context) => {
    const plain = () => sendOne(context, name, { query: 'conformance=1' });
    // What writes leaves a record each time, so all goes together.
    const garbage = endpoint(name).method === 'GET' ? QUERY_GARBAGE : { ...QUERY_GARBAGE, alone: [] };
    const attempts = await sendPacked(context, name, garbage, plain);
    await inOrder(context, name, 'robustness.query-garbage', attempts);
    // Where the usual answer is JSON, so is a success here: nothing wraps it into a script.
    const { exchange: usual } = await context.implementation.accepted(name);
    const isUsual = endpoint(name).response !== null && isSuccess(usual) && jsonDeviations(usual).length === 0;
    const accepted = isUsual ? attempts.map(({ exchange }) => exchange).filter(isSuccess) : [];
    const wrapped = accepted.filter((exchange) => jsonDeviations(exchange).length > 0).slice(0, 1);
    context.check({ 'robustness.query-garbage': wrapped.flatMap((exchange) => foundIn(exchange, jsonDeviations(exchange))) });
  });
}
