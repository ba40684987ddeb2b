import { foundIn, show } from '../src/checks/finding.ts';
import { differences, differencesAsSets } from '../src/checks/json-equality.ts';
import { ownEventFields } from '../src/checks/stability.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import { isSuccess } from '../src/http/outcome.ts';
import { recordOf } from './scenarios/records.ts';
import { lostFindings, type Reread, readAgain } from './scenarios/times/stored-records.ts';

// These read again what the others stored early in the run.

test(
  'tracked events are still there at the end of the run',
  scenario(covers('trackEvent', 'event.can-be-read', { optional: true, last: true }), async (context) => {
    const rereads = await readAgain(context, 'trackEvent');
    context.check({ 'event.can-be-read': lostFindings(rereads, 'event') }, ...exchangesOf(rereads));
  }),
);

test(
  'tracked events are the same at the end of the run',
  scenario(
    covers('getEvent', ['event.own-fields-never-change', 'event.stays-resolved'], { optional: true, last: true }),
    async (context) => {
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
      const findings = lost.flatMap(({ before, now, exchange }) =>
        foundIn(exchange, [{ pointer: '/customer', expected: `still ${show(before)}`, actual: show(now) }]),
      );
      context.check({ 'event.stays-resolved': findings }, ...exchangesOf(rereads));
    },
  ),
);

for (const name of ['copyProjectEmailTemplate', 'copyEmailTemplate'] as const)
  test(
    `${name}: copies are still there at the end of the run, with their variables`,
    scenario(
      covers(name, ['email-template.copy-is-kept', 'email-template.copy-keeps-variables'], { optional: true, last: true }),
      async (context) => {
        const rereads = await readAgain(context, name);
        context.check({ 'email-template.copy-is-kept': lostFindings(rereads, 'copy') }, ...exchangesOf(rereads));
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

test(
  'created businesses are still there at the end of the run',
  scenario(covers('createBusiness', 'business.is-kept', { optional: true, last: true }), async (context) => {
    const rereads = await readAgain(context, 'createBusiness');
    context.check({ 'business.is-kept': lostFindings(rereads, 'business') }, ...exchangesOf(rereads));
  }),
);

function exchangesOf(rereads: readonly Reread[]) {
  return rereads.map(({ exchange }) => exchange);
}
