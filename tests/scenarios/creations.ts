import { JUST_BEFORE } from '../../src/checks/run-history.ts';
import type { JsonObject } from '../../src/specification/json.ts';
import {
  type Deviation,
  differences,
  ECHOED_MEMBERS,
  type EchoedMembers,
  echoDeviations,
  foundIn,
  jsonDeviations,
  type StatementId,
  show,
  statusDeviations,
  statusStatement,
} from '../judging.ts';
import { type Exchange, isRefusal, isSuccess, outcome } from '../library.ts';
import { type CoveredScenario, ifAssessed, NotAssessed, recordOf, type ScenarioContext, scenario } from '../suite.ts';
import { customersOf, ownedCustomers, update } from './batch-update.ts';
import { creationWith, memberComesBack, type NamedCreation, renewed } from './echo.ts';
import { changesIn, exchangesOf, trackAndRead } from './events.ts';
import { takesNothingOver } from './members-taken-over.ts';
import { isCreatedWhenAsked } from './times.ts';

/** The scenarios that both creations of a named record share, each with the claim that is its test's title. */
export function creationsOf(name: NamedCreation): readonly (readonly [claim: string, CoveredScenario])[] {
  const echoed = Object.entries<EchoedMembers[string]>(ECHOED_MEMBERS[name]);
  return [
    ...echoed.map(([member, row]) => [`\`${member}\` comes back`, memberComesBack(name, member, row)] as const),
    ['a record of nothing but a name holds nothing of an earlier request', holdsNothingOfEarlierRequests(name)],
    ['lists sent twice, and values whose kind changes, come back as sent', freeObjectOfCreationComesBack(name)],
    ['the layout of the JSON changes nothing', laidOutAnyhow(name)],
    ['`created_at` is the time of creation', isCreatedWhenAsked(name)],
    ['a request takes over no member that only the service writes', takesNothingOver(name)],
  ];
}

/** Turn a JSON text into another one of the same value (RFC 8259 §2, §4 and §7): order of members, white space, escapes. */
const LAYOUTS: readonly ((json: string) => string)[] = [
  (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json) as object).reverse())),
  (json) => `\r\n\t ${JSON.stringify(JSON.parse(json), null, '\t')} \n`,
  (json) => json.replace(/[a-z\u0080-\uffff](?=[^"\n]*")/gi, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

/** One character of two units in UTF-16, and one of one. */
const BEYOND_ASCII = '\u{1f600}é';

/** What was accepted is accepted in all layouts in one, and comes back the same. Where it is not, each layout goes by itself. */
function laidOutAnyhow(name: NamedCreation) {
  const status = statusStatement(name);
  const [nameComesBack] = ECHOED_MEMBERS[name].name;
  const statements = [status, 'http.json-body', nameComesBack] as const;
  return scenario(name, statements, { category: 'properties' }, async ({ implementation, check, notAssessed, all }) => {
    const { call } = await creationWith(implementation, name, 'name');
    const send = async (layouts: typeof LAYOUTS) => {
      const usual = renewed(implementation, call.body);
      // Who reads escapes one by one takes the two halves of a character for two.
      const body = { ...usual, name: `${usual.name} ${BEYOND_ASCII}` };
      const rawBody = layouts.reduce((json, layOut) => layOut(json), JSON.stringify(body));
      const exchange = await implementation.client.send(name, { ...call, rawBody });
      const malformed = isSuccess(exchange) ? jsonDeviations(exchange) : [];
      const record = isSuccess(exchange) && malformed.length === 0 ? recordOf(exchange) : {};
      const isNamed = Object.hasOwn(record, 'name');
      return { exchange, isNamed, malformed, deviations: isNamed ? foundIn(exchange, differences(body.name, record.name, '/name')) : [] };
    };
    const whole = await send(LAYOUTS);
    const isRight = isSuccess(whole.exchange) && [...whole.malformed, ...whole.deviations].length === 0;
    const answers = isRight ? [whole] : [...(await all(LAYOUTS.map((layout) => send([layout])))), whole];
    const exchanges = answers.map(({ exchange }) => exchange);
    // What has come over the account meanwhile, as a limit of records, is no matter of the layout.
    const [usual] = exchanges.some(isRefusal) ? [await send([])] : [];
    if (usual && isRefusal(usual.exchange)) throw new NotAssessed(`The usual layout is refused as well: ${outcome(usual.exchange)}`);
    check({ [status]: exchanges.flatMap((exchange) => foundIn(exchange, statusDeviations(exchange, name))) }, ...exchanges);
    check({ 'http.json-body': answers.flatMap(({ exchange, malformed }) => foundIn(exchange, malformed)) }, ...exchanges);
    const named = answers.filter(({ isNamed }) => isNamed);
    if (named.length === 0) return notAssessed(nameComesBack, 'No answer holds `name`');
    check({ [nameComesBack]: named.flatMap(({ deviations }) => deviations) }, ...named.map(({ exchange }) => exchange));
  });
}

/** A full request, which is accepted and then refused, and then one of nothing but a name: what that leaves out, it does not have from the one before. */
function holdsNothingOfEarlierRequests(name: NamedCreation) {
  return scenario(name, 'robustness.nothing-of-earlier-requests', async ({ implementation, session, check }) => {
    const { client } = implementation;
    const { call, exchange: full } = await implementation.acceptedCall(name);
    if (!isSuccess(full)) throw new NotAssessed(`The full request does not succeed: ${outcome(full)}`);
    const bareAfter = async (before: Exchange) => {
      const body = { name: implementation.unique() };
      const exchange = await client.send(name, { ...call, body });
      if (!isSuccess(exchange)) throw new NotAssessed(`A request of nothing but a name does not succeed: ${outcome(exchange)}`);
      const { deviations, earlier } = session.run.ledger.newRecords.borrowed(name, body, exchange, recordOf(exchange));
      check({ 'robustness.nothing-of-earlier-requests': foundIn(exchange, deviations) }, ...new Set([earlier ?? before, before]), exchange);
    };
    await bareAfter(full);
    if (name === 'createCampaign') {
      // A default is the same each time. The request in between sends fewer customers, and another segment.
      const { enrolled_customers: enrolled = [] } = call.body as { enrolled_customers?: readonly string[] };
      const { otherSegmentId: segment } = implementation.settings.fixtures;
      const few = { ...renewed(implementation, call.body), enrolled_customers: enrolled.slice(0, 1), ...(segment !== null && { segment }) };
      if (enrolled.length > 1 || segment !== null) await bareAfter(await client.send(name, { ...call, body: few }));
      // Looked up when all else of the request is read already.
      const body = { ...renewed(implementation, call.body), email_address: implementation.unique() };
      const late = await client.send(name, { ...call, body });
      if (isRefusal(late)) await bareAfter(late);
    }
    const wrong: Record<string, unknown> = { ...renewed(implementation, call.body), name: {} };
    const refused = await client.send(name, { ...call, body: wrong });
    if (!isRefusal(refused)) return;
    await bareAfter(refused);
    if (wrong.external_id === undefined) return;
    // What was refused has not taken the `external_id`.
    const corrected = await client.send(name, { ...call, body: { ...wrong, name: implementation.unique() } });
    const fresh = isRefusal(corrected) ? await client.send(name, { ...call, body: renewed(implementation, call.body) }) : corrected;
    if (!isSuccess(fresh)) throw new NotAssessed(`The full request does not succeed again: ${outcome(fresh)}`);
    const expected = 'a success: the request with this `external_id` was refused before, and nothing was created';
    const deviations = corrected === fresh ? [] : foundIn(corrected, [{ expected, actual: outcome(corrected) }]);
    check({ 'robustness.nothing-of-earlier-requests': deviations }, refused, corrected);
  });
}

/** Lists of one item, of several, sorted by nothing, within each other and within objects. */
const LISTS = {
  one: ['a'],
  words: ['pear', 'apple', 'pear'],
  numbers: [10, 9, 9],
  several: [2, 'b', 1, 2],
  within: [[1, [2, 3]], { deep: ['x', 'y'] }],
  nested: { list: [true, null] },
};

/** A value of each kind, and what is sent for the same name behind it: some stores keep the kind that came first, or what stood where now is nothing, or next to nothing. */
const KINDS: Readonly<Record<string, readonly [unknown, unknown]>> = {
  text: ['a', 7],
  number: [5, '5'],
  flag: [true, 'true'],
  list: [['a'], { a: 1 }],
  object: [{ a: 1 }, ['a']],
  value: ['a', null],
  off: [true, false],
  zero: [5, 0],
  blank: ['a', ''],
};

/** What came of sending a free object. */
interface Outcome {
  readonly deviations: readonly Deviation[];
  readonly exchanges: readonly Exchange[];
}

/** Sends the same lists twice, one after the other, with members whose kind changes: lists that are appended to, and kinds that stay, show the second time. */
async function checkSecond(
  { implementation, check }: ScenarioContext,
  statement: StatementId,
  send: (values: JsonObject) => Promise<Outcome>,
): Promise<void> {
  const valuesOf = (mark: string, turn: 0 | 1) => ({
    ...LISTS,
    ...Object.fromEntries(Object.entries(KINDS).map(([kind, values]) => [`${mark}-${kind}`, values[turn]])),
  });
  const mark = implementation.unique();
  const first = await send(valuesOf(mark, 0));
  const second = await send(valuesOf(mark, 1));
  const fresh = second.deviations.length === 0 ? null : await ifAssessed(send(valuesOf(implementation.unique(), 1)));
  const isWrong = ([kind]: readonly [string, unknown]) => second.deviations.some(({ pointer }) => pointer?.includes(`${mark}-${kind}`));
  const kinds = Object.entries(KINDS);
  const told = (some: typeof kinds) => some.map(([, [before, behind]]) => `${show(behind)} behind ${show(before)}`).join(', ');
  const [wrong, right] = [told(kinds.filter(isWrong)), told(kinds.filter((kind) => !isWrong(kind)))];
  const which = wrong === '' ? 'the same' : `other values: ${wrong} is wrong; right: ${right || 'none'}`;
  const contrast = fresh?.deviations.length === 0 && `right under fresh names; under these, what was sent ${JUST_BEFORE} held ${which}`;
  const exchanges = [...first.exchanges, ...second.exchanges];
  check({ [statement]: { deviations: second.deviations, exchanges, ...(contrast && { contrast }) } });
}

/** @param answered what the answer of success holds of the object that was sent */
function outcomeOf(name: keyof typeof ECHOED_MEMBERS, values: JsonObject, exchange: Exchange, answered: unknown, at: string): Outcome {
  if (!isSuccess(exchange)) throw new NotAssessed(`Lists in a free object are refused: ${outcome(exchange)}`);
  if (answered === undefined) throw new NotAssessed('The answer does not hold `metadata`');
  return { deviations: foundIn(exchange, echoDeviations(ECHOED_MEMBERS[name].metadata[1], values, answered, at)), exchanges: [exchange] };
}

function freeObjectOfCreationComesBack(name: NamedCreation) {
  const [statement] = ECHOED_MEMBERS[name].metadata;
  return scenario(name, statement, { optional: true }, async (context) => {
    const { implementation } = context;
    const { call } = await creationWith(implementation, name, 'metadata');
    await checkSecond(context, statement, async (metadata) => {
      const exchange = await implementation.client.send(name, { ...call, body: { ...renewed(implementation, call.body), metadata } });
      return outcomeOf(name, metadata, exchange, isSuccess(exchange) ? recordOf(exchange).metadata : undefined, '/metadata');
    });
  });
}

export function freeObjectOfUpdateComesBack() {
  const [statement] = ECHOED_MEMBERS.batchUpdateCustomers.metadata;
  return scenario('batchUpdateCustomers', statement, { optional: true }, async (context) => {
    const [id = ''] = ownedCustomers(context.implementation);
    await checkSecond(context, statement, async (metadata) => {
      const exchange = await update(context.implementation, [{ id, metadata }]);
      const answered = isSuccess(exchange) ? customersOf(exchange).get(id)?.metadata : undefined;
      return outcomeOf('batchUpdateCustomers', metadata, exchange, answered, '/customers/0/metadata');
    });
  });
}

export const freeObjectOfEventComesBack = scenario('trackEvent', 'event.extra-is-tracked-data', { optional: true }, async (context) => {
  const { implementation } = context;
  await checkSecond(context, 'event.extra-is-tracked-data', async (values) => {
    const story = await trackAndRead(implementation, { ...implementation.settings.tracking.unmatchedData, ...values });
    const deviations = changesIn(story, 'extra');
    if (deviations === null) throw new NotAssessed('The event that was tracked could not be read');
    return { deviations, exchanges: exchangesOf(story) };
  });
});
