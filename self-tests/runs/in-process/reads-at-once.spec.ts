import type { Interposition } from '../../../mutation/interposition.ts';
import { runSuite } from '../../../mutation/run-suite.ts';
import { expect, test } from '../../test.ts';
import { breaking } from './breaking.ts';

test.describe.configure({ timeout: 60_000 });

async function findingsUnder(broken: Interposition) {
  const { result, mistakes } = await runSuite(breaking('getSegment', broken), {
    parts: [({ title }) => title.startsWith('many reads at once')],
    settles: () => false,
    // A busy machine would add time-outs.
    variables: { CES_TIMEOUT_MS: '30000' },
  });
  expect(mistakes).toEqual([]);
  return (result.findings ?? []).filter(({ level }) => level !== 'completeness');
}

test('a 5xx under load is one finding of its own, and no other record', async () => {
  const findings = await findingsUnder(async () => ({ status: 500, headers: {}, body: new Uint8Array() }));
  expect(findings).toMatchObject([{ requirement: 'robustness.every-request', actual: 'answers with status 500' }]);
});

test('a connection that breaks beside others, and not alone, may be the environment’s', async () => {
  expect(await findingsUnder(async () => ({ misbehaviour: 'reset' }))).toEqual([]);
});

test('another record under load is shown with its own answer, beside what was right', async () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode('{"id":"another"}') };
  const findings = (await findingsUnder(async () => answer)).filter(({ requirement }) => requirement === 'record.id-is-asked-id');
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  expect(finding).toMatchObject({ pointer: '/id', actual: '"another"', exchange: { answer: { body: '{"id":"another"}' } } });
  expect(finding?.contrast).toMatch(/^alone: the right record; \d+ in flight: \d+ of \d+ wrong$/);
});
