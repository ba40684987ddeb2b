import { standingExpiry } from '../src/checks/expiry.ts';
import { ownEventFields } from '../src/checks/stability.ts';
import { READ_AT, type StoredRecord } from '../src/client/stored-sample.ts';
import { type Deviation, differences, differencesAsSets, foundIn, recordsOf, type StatementId, show, statusStatement } from './judging.ts';
import { ENDPOINT_NAMES, type EndpointName, type Exchange, endpoint, isRefusal, isSuccess, jsonOf, outcome, READS } from './library.ts';
import { readLate } from './scenarios/times.ts';
import { NotAssessed, recordOf, type ScenarioContext, scenario, test } from './suite.ts';

// These read again what the others stored early in the run.

for (const [kind, title, name, statement] of [
  ['event', 'tracked events', 'trackEvent', 'event.can-be-read'],
  ['business', 'created businesses', 'createBusiness', 'business.is-kept'],
] as const)
  test(
    `${title} are still there at the end of the run`,
    scenario(name, statement, { optional: true, last: true }, async (context) => {
      const rereads = await readAgain(context, name);
      checkAreKept(context, statement, rereads, kind);
    }),
  );

test(
  'tracked events are the same at the end of the run',
  scenario('getEvent', ['event.own-fields-never-change', 'event.stays-resolved'], { optional: true, last: true }, async (context) => {
    const rereads = (await readAgain(context, 'trackEvent')).filter(({ exchange }) => isSuccess(exchange));
    const changed = rereads.flatMap(({ record, exchange }) =>
      foundIn(exchange, differences(ownEventFields(record.value), ownEventFields(recordOf(exchange)))),
    );
    const resolved = rereads.flatMap(({ record, exchange }) => {
      const { customer } = record.value;
      return typeof customer === 'string' ? [{ before: customer, now: recordOf(exchange).customer, exchange }] : [];
    });
    const lost = resolved.filter(({ before, now }) => now !== before);
    context.check({ 'event.own-fields-never-change': changed }, ...exchangesOf(rereads));
    if (resolved.length === 0) return context.notAssessed('event.stays-resolved', 'No event was resolved when it was first read');
    const deviations = lost.flatMap(({ before, now, exchange }) =>
      foundIn(exchange, [{ pointer: '/customer', expected: `still ${show(before)}`, actual: show(now) }]),
    );
    context.check({ 'event.stays-resolved': deviations }, ...exchangesOf(rereads));
  }),
);

const IS_SAFE: StatementId = 'robustness.reading-is-safe';

for (const name of READS.filter((read) => read !== 'getEvent'))
  test(
    `${name}: what could be read can still be read at the end of the run`,
    scenario(
      name,
      [statusStatement(name), ...(endpoint(name).list === null ? [] : [IS_SAFE])],
      { optional: true, last: true },
      async ({ implementation, check }) => {
        const { call, exchange: first } = await implementation.accepted(name);
        if (!isSuccess(first)) throw new NotAssessed(`It could not be read: ${outcome(first)}`);
        const { exchange } = await readLate(implementation, () => implementation.client.send(name, call), isRefusal);
        const expected = `a success, as ${secondsBetween(first, exchange)} s before`;
        if (isSuccess(exchange) && endpoint(name).list !== null)
          check({ [IS_SAFE]: foundIn(exchange, lostItems(name, first, exchange)) }, first, exchange);
        check(
          { [statusStatement(name)]: isRefusal(exchange) ? foundIn(exchange, [{ expected, actual: outcome(exchange) }]) : [] },
          first,
          exchange,
        );
      },
    ),
  );

function idsIn(name: EndpointName, { answer }: Exchange): unknown[] {
  const json = answer === null ? { problem: '' } : jsonOf(answer);
  return 'value' in json ? recordsOf(name, json.value).flatMap(({ id }) => id ?? []) : [];
}

/** Nothing in the run takes a record off a list. */
function lostItems(name: EndpointName, before: Exchange, after: Exchange): Deviation[] {
  const [first = [], last = []] = [before, after].map((exchange) => idsIn(name, exchange));
  const lost = first.filter((id) => !last.includes(id));
  const seconds = secondsBetween(before, after);
  return lost
    .slice(0, 1)
    .map((id) => ({ expected: `${show(id)} in the list, as ${seconds} s before`, actual: `${lost.length} of ${first.length} are gone` }));
}

test(
  'an embed made at the end of the run expires later than one of its beginning',
  scenario('createSmsTemplateEmbed', 'sms-template-embed.expires-as-asked', { optional: true, last: true }, async (context) => {
    const { implementation, check } = context;
    const first = await implementation.example('createSmsTemplateEmbed');
    const last = await implementation.freshExample('createSmsTemplateEmbed');
    check({ 'sms-template-embed.expires-as-asked': foundIn(last, standingExpiry(first, last)) }, first, last);
  }),
);

for (const name of ['copyProjectEmailTemplate', 'copyEmailTemplate'] as const)
  test(
    `${name}: copies are still there at the end of the run, with their variables`,
    scenario(
      name,
      ['email-template.copy-is-kept', 'email-template.copy-keeps-variables'],
      { optional: true, last: true },
      async (context) => {
        const rereads = await readAgain(context, name);
        checkAreKept(context, 'email-template.copy-is-kept', rereads, 'copy');
        const changed = rereads.filter(({ exchange }) => isSuccess(exchange)).flatMap(changedVariables);
        context.check({ 'email-template.copy-keeps-variables': changed }, ...exchangesOf(rereads));
      },
    ),
  );

function changedVariables({ record: { value }, exchange }: Reread) {
  const { variables } = value;
  if (!Array.isArray(variables)) return [];
  return foundIn(exchange, differencesAsSets(variables.map(String), recordOf(exchange).variables, '/variables'));
}

function exchangesOf(rereads: readonly Reread[]) {
  return rereads.map(({ exchange }) => exchange);
}

/** A record as it was first read, and as it is now. */
interface Reread {
  readonly record: StoredRecord;
  readonly exchange: Exchange;
}

/** Reads the oldest records again that an endpoint made in this run, once for all tests of this worker. */
async function readAgain(context: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  const rereads = await readAgainOnce(context, madeBy);
  if (rereads.length === 0) throw new NotAssessed('Nothing that the run stored was read before');
  if (!rereads.some(isGone)) return rereads;
  const all = await Promise.all(ENDPOINT_NAMES.map((name) => readAgainOnce(context, name)));
  if (areGoneAtOnce(all.flat()))
    throw new NotAssessed(
      'All that the run stored before some moment is gone, of each kind: the service was deployed anew, and lost its data',
    );
  return rereads;
}

function readAgainOnce({ implementation, session }: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  const { [madeBy]: readAt } = READ_AT;
  if (readAt === undefined) return Promise.resolve([]);
  return implementation.once(`read again ${madeBy}`, () =>
    Promise.all(
      session.run.stored.of(madeBy).map(async (record) => {
        const { exchange } = await readLate(implementation, () => implementation.client.send(readAt, { id: record.id }), isRefusal);
        return { record, exchange };
      }),
    ),
  );
}

function isGone({ exchange }: Reread): boolean {
  return isRefusal(exchange);
}

/** Several kinds of records, and of each the older ones: a service that loses one kind, or the oldest of it, keeps others as old. */
function areGoneAtOnce(rereads: readonly Reread[]): boolean {
  const [gone, kept] = [rereads.filter(isGone), rereads.filter((reread) => !isGone(reread))];
  const times = (some: readonly Reread[]) => some.map(({ record }) => record.read.startedAt);
  return new Set(gone.map(({ record }) => record.madeBy)).size > 1 && Math.max(...times(gone)) < Math.min(...times(kept));
}

/** Holds that all can still be read. Of what fails, it shows the first read and the last. */
function checkAreKept({ check }: ScenarioContext, statement: StatementId, rereads: readonly Reread[], kind: string) {
  const lost = rereads.filter(isGone);
  const [first] = lost;
  if (first === undefined) return check({ [statement]: [] }, ...exchangesOf(rereads));
  const { read, id } = first.record;
  const expected = `the ${kind} ${JSON.stringify(id)}, read ${secondsBetween(read, first.exchange)} s before`;
  const deviations = foundIn(first.exchange, [{ expected, actual: outcome(first.exchange) }]);
  const kept = rereads.filter((reread) => !lost.includes(reread));
  const [youngest = first] = lost.toSorted((one, other) => other.record.read.startedAt - one.record.read.startedAt);
  const contrast =
    kept.length === 0
      ? `so are all ${rereads.length} that were read again`
      : `${lost.length} of ${rereads.length} that were read again are gone: the youngest of them was read ${secondsBetween(youngest.record.read, youngest.exchange)} s before; ${kept.length === 1 ? 'one is' : `${kept.length} are`} still there`;
  check({ [statement]: { deviations, exchanges: [read, first.exchange], contrast } });
}

function secondsBetween(read: Exchange, { startedAt }: Exchange): string {
  return ((startedAt - read.startedAt) / 1000).toFixed(1);
}
