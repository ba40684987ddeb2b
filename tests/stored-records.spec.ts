import { borrowedLifetime, sharedExpiry, standingExpiry } from '../src/checks/expiry.ts';
import { MAY_CHANGE, ownEventFields, stableReadDeviations } from '../src/checks/stability.ts';
import type { StoredRecord } from '../src/client/stored-sample.ts';
import { differences, differencesAsSets, foundIn, type StatementId, show, statusStatement } from './judging.ts';
import {
  type Call,
  type EndpointName,
  type Exchange,
  isObject,
  isRefusal,
  isSuccess,
  now,
  objectIn,
  outcome,
  READS,
  sleep,
} from './library.ts';
import { changesSince, secondsBetween } from './scenarios/changes-since.ts';
import { lastIsThere, leftAloneIsThere } from './scenarios/made-last.ts';
import { agesOf, checkAreKept, exchangesOf, oddAtOnce, oddReads, type Reread, readAgain, untilOld } from './scenarios/rereads.ts';
import { isMissing, readLate } from './scenarios/times.ts';
import { checkAddressesAgain } from './scenarios/two-businesses.ts';
import { firstBroken, NotAssessed, recordOf, type ScenarioContext, scenario, test } from './suite.ts';

// These read again what the others stored early in the run.
const AT_THE_END = { optional: true, last: true } as const;
/** When all others have ended, since archives take records after some seconds, and caches forget them. */
const AT_THE_VERY_END = { optional: true, last: 'of all' } as const;

for (const [kind, title, name, statement] of [
  ['event', 'tracked events', 'trackEvent', 'event.can-be-read'],
  ['business', 'created businesses', 'createBusiness', 'business.is-kept'],
] as const)
  test(
    `${title} are still there at the end of the run`,
    scenario(name, statement, AT_THE_VERY_END, async (context) => {
      const rereads = await readAgain(context, name);
      checkAreKept(context, statement, rereads, kind);
    }),
  );

test('what is made last is there, with nothing written behind it', lastIsThere);

test('what nobody has asked for since it was made is there', leftAloneIsThere);

test(
  'tracked events are the same at the end of the run',
  scenario(
    'getEvent',
    ['event.own-fields-never-change', 'event.unmatched-stays-null', 'event.stays-resolved'],
    AT_THE_VERY_END,
    async (context) => {
      const rereads = (await readAgain(context, 'trackEvent')).filter(({ exchange }) => isSuccess(exchange));
      const differing = ({ record, exchange }: Reread) => differences(ownEventFields(record.value), ownEventFields(recordOf(exchange)));
      const changed = rereads.filter((reread) => differing(reread).length > 0);
      const [first] = changed;
      const own =
        first === undefined
          ? { deviations: [], exchanges: exchangesOf(rereads) }
          : {
              deviations: foundIn(first.exchange, differing(first)),
              exchanges: [first.record.read, first.exchange],
              contrast: agesOf(context, changed, rereads, 'changed', 'as before'),
            };
      const resolved = rereads.flatMap(({ record, exchange }) => {
        const { customer } = record.value;
        return typeof customer === 'string' ? [{ before: customer, now: recordOf(exchange).customer, record, exchange }] : [];
      });
      const lost = resolved.filter(({ before, now }) => now !== before);
      context.check({ 'event.own-fields-never-change': own });
      const unmatched = rereads.filter(({ record }) => record.value.customer === null && matchesNobody(context, record));
      const given = unmatched.filter(({ exchange }) => recordOf(exchange).customer !== null);
      const [taken] = given;
      if (unmatched.length === 0) context.notAssessed('event.unmatched-stays-null', 'No event that matches nobody was read before');
      else if (taken === undefined) context.check({ 'event.unmatched-stays-null': [] }, ...exchangesOf(unmatched));
      else {
        const { record, exchange } = taken;
        const actual = show(recordOf(exchange).customer);
        const deviations = foundIn(exchange, [{ pointer: '/customer', expected: 'still null', actual }]);
        const contrast = agesOf(context, given, unmatched, 'with a customer', 'null');
        context.check({ 'event.unmatched-stays-null': { deviations, exchanges: [record.read, exchange], contrast } });
      }
      if (resolved.length === 0) return context.notAssessed('event.stays-resolved', 'No event was resolved when it was first read');
      const [one] = lost;
      if (one === undefined) return context.check({ 'event.stays-resolved': [] }, ...exchangesOf(rereads));
      const { record, exchange, before, now } = one;
      const deviations = foundIn(exchange, [{ pointer: '/customer', expected: `still ${show(before)}`, actual: show(now) }]);
      const contrast = agesOf(context, lost, resolved, 'without the customer', 'as before');
      context.check({ 'event.stays-resolved': { deviations, exchanges: [record.read, exchange], contrast } });
    },
  ),
);

/** Its data are those that match nobody, with nothing of those that match somebody. */
function matchesNobody({ implementation: { settings } }: ScenarioContext, { value }: StoredRecord): boolean {
  const { matchingData, unmatchedData } = settings.tracking;
  const extra = isObject(value.extra) ? value.extra : {};
  const isHeld = ([member, given]: [string, unknown]) => differences(given, extra[member]).length === 0;
  return Object.entries(unmatchedData).every(isHeld) && !Object.entries(matchingData ?? {}).some(isHeld);
}

const IS_SAFE: StatementId = 'robustness.reading-is-safe';
/** In which somebody who writes a record writes it once more. */
const SETTLED_MS = 300;
const EXPIRED_MS = 1100;
/** So many more reads go with the first one after some seconds: lists are what is put together and kept. */
const besideOf = (name: EndpointName) => (name.startsWith('list') ? 7 : 2);
/** A lifetime in seconds, of which about half is over after some. */
const [SHORT_S, HALF_MS] = [10, 5000];
const [LONG_S, NEARLY_LONG_S] = [3600, 3599];

for (const name of READS.filter((read) => read !== 'getEvent'))
  test(
    `${name}: what could be read can still be read at the end of the run`,
    scenario(name, [statusStatement(name), IS_SAFE], AT_THE_END, async ({ implementation, session, check, notAssessed }) => {
      const { call, exchange: accepted } = await implementation.accepted(name);
      if (!isSuccess(accepted)) throw new NotAssessed(`It could not be read: ${outcome(accepted)}`);
      const early = session.run.firstReads.get(name);
      const isOwn = (read: Exchange) => [undefined, call.id].includes(objectIn(read)?.id as string | undefined);
      const first = [early?.request.url === accepted.request.url && isSuccess(early) ? early : accepted, accepted].find(isOwn);
      if (first === undefined) throw new NotAssessed('The first read was of another record');
      await untilOld(implementation, first);
      const read = () => implementation.client.send(name, call);
      const [{ exchange }, ...beside] = await Promise.all([
        readLate(implementation, read),
        ...Array.from({ length: besideOf(name) }, read),
      ]);
      const atOnce = await oddAtOnce(implementation, name, call, first, [exchange, ...beside]);
      const expected = `a success, as ${secondsBetween(first, exchange)} s before`;
      if (atOnce !== null) check({ [IS_SAFE]: atOnce });
      else if (isSuccess(exchange)) {
        const { changed, held } = changesSince(name, first, exchange, implementation.settings.fixtures.customerIds);
        const again = changed === 0 ? exchange : await sleep(SETTLED_MS).then(() => implementation.client.send(name, call));
        const isBack = !MAY_CHANGE.includes(name) && changed > 0 && stableReadDeviations(name, first, again).length === 0;
        const wereOdd = session.run.ledger.reads.wereOdd(name);
        const odd = isBack || wereOdd ? await oddReads(implementation, name, call, first) : null;
        if (odd !== null) check({ [IS_SAFE]: odd });
        // What changes once more is somebody else's, or a matter of each read.
        else if (stableReadDeviations(name, exchange, again).length > 0) notAssessed(IS_SAFE, 'Each read shows something else');
        else if (wereOdd) notAssessed(IS_SAFE, 'A read differed from the one before it and the one after it, and no further one did');
        else if (changed > 0 && held.length === 0) notAssessed(IS_SAFE, 'Somebody else may have written what changed since the first read');
        else check({ [IS_SAFE]: foundIn(exchange, held) }, first, exchange);
      } else notAssessed(IS_SAFE, `It could not be read again: ${outcome(exchange)}`);
      const missing = isMissing(exchange) ? foundIn(exchange, [{ expected, actual: outcome(exchange) }]) : [];
      check({ [statusStatement(name)]: missing }, first, exchange);
    }),
  );

test(
  'the addresses of two businesses are their own at the end of the run as well',
  scenario('listEmailAddresses', ['email-address.business-is-path', 'record.ids-are-distinct'], AT_THE_END, async (context) => {
    const first = context.session.run.firstReads.get('listEmailAddresses');
    if (first === undefined) throw new NotAssessed('No addresses were listed before');
    await untilOld(context.implementation, first);
    await checkAddressesAgain(context);
  }),
);

test(
  'an embed made at the end of the run expires later than one of its beginning',
  scenario(
    'createSmsTemplateEmbed',
    ['sms-template-embed.expires-as-asked', 'robustness.nothing-of-earlier-requests'],
    AT_THE_END,
    async (context) => {
      const { implementation, check, notAssessed } = context;
      const first = await implementation.example('createSmsTemplateEmbed');
      const { otherSmsTemplateId: other } = implementation.settings.fixtures;
      const make = (id: string, seconds: number, how: Call = {}) =>
        implementation.client.send('createSmsTemplateEmbed', { id, body: { expires_in: seconds }, ...how });
      const { id } = (await implementation.accepted('createSmsTemplateEmbed')).call;
      const short = id === undefined ? null : await make(id, SHORT_S);
      if (id !== undefined && short !== null && isSuccess(short)) {
        await sleep(Math.max(0, short.startedAt + Math.min(HALF_MS, implementation.settings.tracking.resolutionTimeoutMs) - now()));
        const again = await make(id, SHORT_S);
        const shared = isSuccess(again) ? sharedExpiry(short, again, SHORT_S) : null;
        if (shared !== null) check({ 'sms-template-embed.expires-as-asked': foundIn(again, shared) }, short, again);
      }
      // Once one has expired, its id is none of another template's: that is checked of every request.
      if (other !== null && isSuccess(await make(other, 1))) await sleep(EXPIRED_MS);
      // Nobody else makes embeds now, so it is known which request came before.
      if (id !== undefined) {
        const bare = () => implementation.client.send('createSmsTemplateEmbed', { id, body: {} });
        const long = { seconds: LONG_S, exchange: await make(id, LONG_S) };
        // What was refused does not show in what comes next, over whatever connection. An equal request may be refused as sent twice.
        const refused = await implementation.client.send('createSmsTemplateEmbed', { id, body: { expires_in: [] } });
        const next = isRefusal(refused) && isSuccess(long.exchange) ? await make(id, NEARLY_LONG_S, { freshConnection: true }) : null;
        if (next !== null) {
          const expected = 'a success, as before: in between, a request was refused';
          const deviations = isRefusal(next) ? foundIn(next, [{ expected, actual: outcome(next) }]) : [];
          check({ 'robustness.nothing-of-earlier-requests': deviations }, long.exchange, refused, next);
        }
        const without = await bare();
        const short = { seconds: 600, exchange: await make(id, 600) };
        const again = await bare();
        const borrowed = borrowedLifetime(long, without, short, again);
        if (borrowed === null)
          notAssessed('robustness.nothing-of-earlier-requests', 'The answers do not show how long an embed lives by default');
        else check({ 'robustness.nothing-of-earlier-requests': foundIn(again, borrowed) }, without, short.exchange, again);
      }
      const last = await implementation.freshExample('createSmsTemplateEmbed');
      if (last.request.body !== first.request.body) throw new NotAssessed('The embed of the beginning was asked for another lifetime');
      const standing = standingExpiry(first, last, context.session.run.ledger.creationTimes.apartMs);
      check({ 'sms-template-embed.expires-as-asked': foundIn(last, standing) }, first, last);
    },
  ),
);

for (const name of ['copyProjectEmailTemplate', 'copyEmailTemplate'] as const)
  test(
    `${name}: copies are still there at the end of the run, with their variables`,
    scenario(name, ['email-template.copy-is-kept', 'email-template.copy-keeps-variables'], AT_THE_VERY_END, async (context) => {
      const rereads = await readAgain(context, name);
      checkAreKept(context, 'email-template.copy-is-kept', rereads, 'copy');
      const changed = firstBroken(rereads, { most: 1, alsoSeen: ({ record: { read } }) => [read] }, ({ record: { value }, exchange }) => {
        const { variables } = value;
        if (!isSuccess(exchange) || !Array.isArray(variables)) return [];
        return foundIn(exchange, differencesAsSets(variables.map(String), recordOf(exchange).variables, '/variables'));
      });
      const held = changed.deviations.length === 0 ? exchangesOf(rereads) : [];
      context.check({ 'email-template.copy-keeps-variables': { ...changed, exchanges: [...(changed.exchanges ?? []), ...held] } });
    }),
  );
