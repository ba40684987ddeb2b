import { distinctRecordDeviations, ECHOED_MEMBERS, foundIn, isRefusal, isSuccess, outcome, show } from './library.ts';
import { creationsOf } from './scenarios/creations.ts';
import { renewed } from './scenarios/echo.ts';
import { readLate } from './scenarios/times.ts';
import { usualOf } from './scenarios/usual.ts';
import { answeredRecords, exampleRecord, NotAssessed, recordOf, scenario, test } from './suite.ts';

for (const [claim, covered] of [...usualOf('createBusiness'), ...creationsOf('createBusiness')]) test(`createBusiness: ${claim}`, covered);

test(
  'two businesses are two records',
  scenario('createBusiness', ['record.ids-are-distinct', 'businesses.new-disabled-steps'], async ({ implementation, check, observe }) => {
    const exchanges = [
      await implementation.example('createBusiness'),
      await implementation.freshExample('createBusiness'),
      await implementation.freshExample('createBusiness'),
    ];
    const answers = answeredRecords(exchanges);
    const first = answers[0]?.record;
    if (first && Object.hasOwn(first, 'disabled_steps')) observe({ 'businesses.new-disabled-steps': first.disabled_steps });
    check({ 'record.ids-are-distinct': distinctRecordDeviations(answers) }, ...exchanges);
  }),
);

test(
  'creating a business without one of its members is answered',
  scenario('createBusiness', 'businesses.required-members', async ({ implementation, observe }) => {
    const record = await exampleRecord(implementation, 'createBusiness');
    const [full] = await implementation.typicalCalls('createBusiness');
    const answers: Record<string, number | undefined> = {};
    for (const member of Object.keys(ECHOED_MEMBERS.createBusiness)) {
      const { [member]: _left, ...rest } = renewed(implementation, full?.body ?? {});
      answers[`without ${member}`] = (await implementation.client.send('createBusiness', { body: rest })).answer?.status;
    }
    if (record.id !== undefined) observe({ 'businesses.required-members': answers });
  }),
);

test(
  'a second business of the same `external_id` is answered',
  scenario('createBusiness', 'businesses.same-external-id', async ({ implementation, observe }) => {
    const [{ body: first } = {}, second] = await implementation.typicalCalls('createBusiness');
    const { external_id } = first as { external_id: string };
    const send = (body: unknown) => implementation.client.send('createBusiness', { body });
    const [one, other] = [
      await send({ ...renewed(implementation, second?.body), external_id }),
      await send({ ...renewed(implementation, second?.body), external_id }),
    ];
    if (!isSuccess(one)) return;
    const isSame = isSuccess(other) && recordOf(one).id === recordOf(other).id;
    observe({ 'businesses.same-external-id': isSuccess(other) ? (isSame ? 'the same record' : 'another record') : outcome(other) });
  }),
);

test(
  'a created business can be used',
  scenario('createBusiness', ['business.is-kept', 'records.visible-after'], async ({ implementation, check, observe }) => {
    const created = await implementation.freshExample('createBusiness');
    const { id } = recordOf(created);
    if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
    const list = () => implementation.client.send('listEmailAddresses', { id });
    const { exchange: listed, afterMs } = await readLate(implementation, list, isRefusal);
    if (afterMs !== null) observe({ 'records.visible-after': afterMs });
    // Which businesses credentials reach is not shown.
    if (listed.answer?.status === 401 || listed.answer?.status === 403)
      throw new NotAssessed(`The credentials do not reach the created business: ${outcome(listed)}`);
    const expected = `the e-mail addresses of the created business ${show(id)}`;
    const unknown = foundIn(listed, [{ expected, actual: outcome(listed) }]);
    check({ 'business.is-kept': isSuccess(listed) ? [] : unknown }, created, listed);
  }),
);
