import { RIGHT_ALONE } from '../src/checks/run-history.ts';
import { LAG_MS } from '../src/checks/stability.ts';
import { copyDeviations } from '../src/checks/templates.ts';
import { answeredOrLost } from '../src/client/lost-answers.ts';
import { isGone } from '../src/http/exchange.ts';
import { grouped } from '../src/result/lists.ts';
import type { JsonObject } from '../src/specification/json.ts';
import { askedIdDeviations, type Deviation, ECHOED_MEMBERS, foundIn, type StatementId, show } from './judging.ts';
import { type Call, type EndpointName, type Exchange, endpoint, type Implementation, isSuccess, outcome, READS, sleep } from './library.ts';
import { burstIsReadBack, matchesOfBurstAreResolved } from './scenarios/bursts.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { SECOND_RECORDS, secondIsItsOwnAtOnce } from './scenarios/other-records.ts';
import { campaignsAreOfTheirBusiness } from './scenarios/two-businesses.ts';
import { checkAreThere, checkDistinctAtOnce, checkMadeAtOnce, isBroken, mostInFlight, reportUnderLoad } from './scenarios/under-load.ts';
import { firstBroken, ifPossible, NotAssessed, recordOf, type ScenarioContext, scenario, test } from './suite.ts';

/** Requests under way at once. */
const IN_FLIGHT = 44;

test(
  'many reads at once answer the records that were asked for',
  scenario(null, 'record.id-is-asked-id', { category: 'properties' }, async (context) => {
    const { implementation, record, all } = context;
    const calls = [...(await readableCalls(implementation)), ...(await eventsReadBefore(context))];
    if (calls.length < 2)
      throw new NotAssessed('Fewer than two records can be read', ['CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID', 'CES_PROJECT_DEFINED_EVENT_ID']);
    const read = async ({ name, call }: ReadableCall): Promise<Read> => {
      const exchange = await implementation.client.send(name, call);
      return { name, id: call.id ?? '', exchange };
    };
    // Two of one endpoint go side by side, in both orders, and each twice: a service may look them up in one query, whose rows come in an order of their own.
    const inTurn = [...grouped(calls, (call) => call.name).values()].flatMap((some) => some.flatMap((call) => [call, call]));
    const turns = [...inTurn, ...inTurn.toReversed()];
    const asked = Array.from({ length: IN_FLIGHT }, (_, index) => turns[index % turns.length]);
    const answers = await all(asked.filter((call) => call !== undefined).map(read));
    const first = answers.find(({ exchange }) => isBroken(exchange));
    const exchanges = answers.map(({ exchange }) => exchange);
    if (first) await reportUnderLoad(record, first.name, exchanges, () => implementation.client.send(first.name, { id: first.id }));
    for (const name of new Set(calls.map((call) => call.name))) await checkRecords(context, name, answers);
  }),
);

/** Each business has its own. */
const { name, external_id } = ECHOED_MEMBERS.createBusiness;
const OWN_MEMBERS = { name, external_id };
const OWN_STATEMENTS = Object.values(OWN_MEMBERS).map(([statement]) => statement);
/** Under way at once. Each leaves a record. */
const CREATIONS = 8;
/** Under way beside them: more than usual pools have connections (10, in each of two processes). */
const READS_BESIDE = 24;

test(
  'createBusiness: creations at once make different records, each with its own name',
  scenario(
    'createBusiness',
    [...OWN_STATEMENTS, 'record.ids-are-distinct', 'business.is-kept'],
    { category: 'properties' },
    async (context) => {
      const { implementation, all } = context;
      const { call } = await creationWith(implementation, 'createBusiness', 'name');
      const create = () => implementation.client.send('createBusiness', { ...call, body: renewed(implementation, call.body) });
      // Reads take connections of a pool too: one creation may then get two of them, and what was made last over the other one.
      const calls = await readableCalls(implementation);
      const beside = Array.from({ length: READS_BESIDE }, (_, index) => calls[index % calls.length]).filter((one) => one !== undefined);
      const reads = beside.map((one) => implementation.client.send(one.name, one.call));
      const creations = Array.from({ length: CREATIONS }, () => answeredOrLost(create));
      const [exchanges] = await Promise.all([all(creations), all(reads)]);
      await checkMadeAtOnce(context, OWN_MEMBERS, exchanges);
      const alone = () => implementation.client.send('createBusiness', { ...call, body: renewed(implementation, call.body), alone: true });
      const addresses = (id: string) => implementation.client.send('listEmailAddresses', { id });
      await checkAreThere(context, ['business.is-kept', 'createBusiness'], exchanges, alone, addresses);
    },
  ),
);

const AGREE: StatementId = 'email-template.copies-agree';
const COPYING = ['copyEmailTemplate', 'copyProjectEmailTemplate'] as const;
/** Of each of the two endpoints, at once with those of the other. */
const COPIES = 4;

test(
  'copyEmailTemplate: copies made at once, by both endpoints, are different records',
  scenario(
    'copyEmailTemplate',
    ['record.ids-are-distinct', 'email-template.copy-is-kept', AGREE],
    { category: 'properties', optional: true },
    async (context) => {
      const { implementation, all } = context;
      const sources = await sourcesOf(implementation);
      const copied = sources.map(({ name, call, like }) => {
        const copy = (alone?: true) => implementation.client.send(name, { ...call, ...(alone && { alone }) });
        const length = COPIES / sources.filter((other) => other.name === name).length;
        return Array.from({ length }, () => ({ name, source: call.id, copy, like }));
      });
      const made = await all(copied.flat().map(async (one) => ({ ...one, exchange: await answeredOrLost(() => one.copy()) })));
      // A copy that is its source is no new record, which another statement is about, as one is about ids that are no texts.
      const isNew = ({ source, exchange }: (typeof made)[number]) =>
        isSuccess(exchange) && typeof recordOf(exchange).id === 'string' && recordOf(exchange).id !== source;
      const copies = made.filter(isNew);
      if (copies.length < 2) throw new NotAssessed('No two copies at once were made');
      const copyOf = new Map(copies.map(({ exchange, copy }) => [exchange, copy]));
      await checkDistinctAtOnce(context, [...copyOf.keys()], (copied) => copyOf.get(copied)?.(true));
      const variables = (id: string) => implementation.client.send('listEmailTemplateVariables', { id });
      for (const name of COPYING) {
        const own = copies.filter((one) => one.name === name);
        const [first] = own;
        const answers = own.map(({ exchange }) => exchange);
        if (first) await checkAreThere(context, ['email-template.copy-is-kept', name], answers, () => first.copy(true), variables);
        const unlike = (one: { like: JsonObject; exchange: Exchange }) =>
          foundIn(one.exchange, copyDeviations(one.like, recordOf(one.exchange)));
        const wrong = own.find((one) => unlike(one).length > 0);
        const alone = wrong && (await ifPossible(wrong.copy(true)));
        const isRight = wrong && alone && isSuccess(alone) && unlike({ ...wrong, exchange: alone }).length === 0;
        const contrast = isRight ? `${RIGHT_ALONE}${mostInFlight(answers)} in flight: wrong` : undefined;
        // One that is made alone differs as well where somebody has edited the template.
        if (wrong !== undefined && contrast === undefined)
          context.record.notAssessed(AGREE, 'Copies that are made alone differ too', [], { endpoint: name });
        else if (own.length > 0)
          context.check({
            [AGREE]: { deviations: wrong ? unlike(wrong) : [], exchanges: answers, endpoint: name, ...(contrast && { contrast }) },
          });
      }
    },
  ),
);

/** Templates to copy at once: those of the settings, and beside the second one that the first kind of copy has made. With each, what its copies are like. */
async function sourcesOf(implementation: Implementation) {
  const sources: { readonly name: (typeof COPYING)[number]; readonly call: Call; readonly like: JsonObject }[] = [];
  for (const name of COPYING) {
    const accepted = await ifPossible(implementation.accepted(name));
    if (accepted !== null) sources.push({ name, call: accepted.call, like: recordOf(accepted.exchange) });
  }
  const [own, project] = COPYING.map((name) => sources.find((source) => source.name === name));
  return project && own && typeof project.like.id === 'string'
    ? [...sources, { ...own, call: { ...own.call, id: project.like.id }, like: project.like }]
    : sources;
}

test('campaigns of two businesses belong to their own, in turn and at once', campaignsAreOfTheirBusiness);

test('every event of a burst can be read, with its own data', burstIsReadBack);
test('those events of a burst that match a customer are resolved, and no others', matchesOfBurstAreResolved);

for (const name of ['listEmailBlastExecutions', 'previewSmsTemplate'] as const)
  test(`${name}: reads of two records at once are each answered with its own`, secondIsItsOwnAtOnce(name));

interface Read {
  readonly name: EndpointName;
  readonly id: string;
  readonly exchange: Exchange;
}

async function checkRecords(context: ScenarioContext, name: EndpointName, reads: readonly Read[]): Promise<void> {
  const { record, check, implementation } = context;
  const answers = reads.filter((read) => read.name === name);
  // One of two copies of the data may not know an event yet, since the run has just tracked it.
  const tracked = context.session.run.stored.of('trackEvent').map((stored) => stored.id);
  const isTooYoung = ({ id, exchange }: Read) => name === 'getEvent' && isGone(exchange) && tracked.includes(id);
  const whole = answers.filter((read) => !isBroken(read.exchange) && !isTooYoung(read));
  if (answers.length > 0 && whole.length === 0) {
    const reason = `With ${IN_FLIGHT} requests in flight, none was answered in order`;
    record.notAssessed('record.id-is-asked-id', reason, [], { endpoint: name });
    return;
  }
  const wrong = whole.find((read) => otherRecordDeviations(read).length > 0);
  const readAlone = async (read: Read) => ({ ...read, exchange: await implementation.client.send(name, { id: read.id }) });
  const alone = wrong && (await ifPossible(readAlone(wrong)));
  if (alone && otherRecordDeviations(alone).length > 0) {
    const later = isSuccess(alone.exchange) ? alone : await sleep(LAG_MS).then(() => ifPossible(readAlone(alone)));
    const deviations = later ? otherRecordDeviations(later) : [];
    // Its table may have been loaded anew.
    if (deviations.length === 0)
      return record.notAssessed('record.id-is-asked-id', `A record was gone for a moment: ${alone.id}`, [], { endpoint: name });
    const contrast = 'wrong alone as well, though it was right before: something that came between has to do with it, and not the load';
    return check({ 'record.id-is-asked-id': { deviations, exchanges: [alone.exchange], contrast, endpoint: name } });
  }
  const beside = (count: number) =>
    `${RIGHT_ALONE}${mostInFlight(answers.map(({ exchange }) => exchange))} in flight: ${count} of ${whole.length} wrong`;
  check({ 'record.id-is-asked-id': { ...firstBroken(whole, { most: 3, beside }, otherRecordDeviations), endpoint: name } });
}

/** That a record does not exist is said of it too, and wrong. No other answer without success says anything of a record. */
const NO_SUCH_RECORD = [404, 410];

function otherRecordDeviations({ id, exchange }: Read): Deviation[] {
  if (isSuccess(exchange)) return foundIn(exchange, askedIdDeviations(recordOf(exchange), id));
  if (!NO_SUCH_RECORD.includes(exchange.answer?.status ?? 0)) return [];
  return foundIn(exchange, [{ expected: `${show(id)}, as when it is asked for alone`, actual: outcome(exchange) }]);
}

/** Endpoints that answer the record asked for. An event would have to be tracked and found first. */
const ANSWER_ONE_RECORD = READS.filter((name) => {
  const { list, resources } = endpoint(name);
  return list === null && resources.length > 0 && name !== 'getEvent';
});

/** Two events that other tests have tracked and read, and that are still there; none where there are not as many. */
async function eventsReadBefore({ session: { run }, implementation }: ScenarioContext): Promise<ReadableCall[]> {
  const two = run.stored.of('trackEvent').slice(0, 2);
  const reads = await Promise.all(two.map(({ id }) => ifPossible(implementation.client.send('getEvent', { id }))));
  const areThere = reads.length > 1 && reads.every((read) => read !== null && isSuccess(read));
  return areThere ? two.map(({ id }) => ({ name: 'getEvent', call: { id } })) : [];
}

interface ReadableCall {
  readonly name: EndpointName;
  readonly call: Call;
}

/** Calls of each of these endpoints that succeed: of the usual record, and of a second one, which must not be mistaken for it. */
async function readableCalls(implementation: Implementation): Promise<ReadableCall[]> {
  const calls = await Promise.all(
    ANSWER_ONE_RECORD.map(async (name) => {
      const example = await ifPossible(implementation.example(name));
      const [call] = example && isSuccess(example) ? await implementation.typicalCalls(name) : [];
      const [setting] = SECOND_RECORDS[name] ?? [];
      const id = setting && implementation.settings.fixtures[setting];
      const second = call && id ? await ifPossible(implementation.client.send(name, { ...call, id })) : null;
      return [...(call ? [{ name, call }] : []), ...(call && id && second && isSuccess(second) ? [{ name, call: { ...call, id } }] : [])];
    }),
  );
  return calls.flat();
}
