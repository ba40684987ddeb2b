import { show } from '../src/checks/finding.ts';
import { distinctIdFindings } from '../src/checks/identity.ts';
import { pollUntil } from '../src/client/polling.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented } from './scenarios/answers.ts';
import { echoCheck, renewed } from './scenarios/echo.ts';
import { laidOutAnyhow } from './scenarios/layout.ts';
import { exampleRecord, recordOf } from './scenarios/records.ts';

const COMES_BACK = {
  name: ['business.name-comes-back', 'json'],
  metadata: ['business.metadata-comes-back', 'json'],
  external_id: ['business.external-id-comes-back', 'json'],
  website: ['business.website-comes-back', 'url'],
} as const;

answersAsDocumented(5);
for (const [member, [requirement, likeness]] of Object.entries(COMES_BACK)) echoCheck(5, member, requirement, likeness);

conformance(
  'two businesses are two records',
  { endpoint: 5, requirements: ['record.ids-are-distinct'], observes: ['businesses.new-disabled-steps'] },
  async ({ implementation, check, observe }) => {
    const exchanges = [await implementation.example(5), await implementation.freshExample(5), await implementation.freshExample(5)];
    const [first, ...others] = exchanges.map(recordOf);
    if (first && Object.hasOwn(first, 'disabled_steps')) observe('businesses.new-disabled-steps', first.disabled_steps);
    check('record.ids-are-distinct', distinctIdFindings([first ?? {}, ...others]), ...exchanges);
  },
);

conformance(
  'what creating a business takes',
  { endpoint: 5, requirements: [], observes: ['businesses.required-members'] },
  async ({ implementation, observe }) => {
    const record = await exampleRecord(implementation, 5);
    const [full] = await implementation.typicalCalls(5);
    const answers: Record<string, number | undefined> = {};
    for (const member of Object.keys(COMES_BACK)) {
      const { [member]: _left, ...rest } = renewed(implementation, full?.body ?? {});
      answers[`without ${member}`] = (await implementation.client.send(5, { body: rest })).answer?.status;
    }
    if (record.id !== undefined) observe('businesses.required-members', answers);
  },
);

/** A business that is made in the background may be late to be known. */
const LATE_MS = 3000;

conformance('a created business can be used', { endpoint: 5, requirements: ['business.is-kept'] }, async ({ implementation, check }) => {
  const created = await implementation.freshExample(5);
  const { id } = recordOf(created);
  if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
  let listed = await implementation.client.send(9, { id });
  await pollUntil(Date.now() + LATE_MS, async () => {
    if (listed.answer?.status !== 404) return listed;
    listed = await implementation.client.send(9, { id });
    return null;
  });
  // Which businesses credentials reach is not shown.
  if (listed.answer?.status === 401 || listed.answer?.status === 403)
    throw new NotAssessed(`The credentials do not reach the created business: ${outcome(listed)}`);
  check(
    'business.is-kept',
    isSuccess(listed) ? [] : [{ expected: `the e-mail addresses of the created business ${show(id)}`, actual: outcome(listed) }],
    created,
    listed,
  );
});

laidOutAnyhow(5);
