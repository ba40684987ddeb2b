import { expect, test } from '@playwright/test';
import type { Interposition } from '../../../mutation/interposition.ts';
import { runSuite } from '../../../mutation/run-suite.ts';
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

const BREAKDOWNS: readonly [string, Interposition, actual: string, contrast: RegExp][] = [
  [
    'a connection that breaks',
    async () => ({ misbehaviour: 'reset' }),
    'connections closed',
    /^alone: 200; \d+ in flight: \d+ connections? closed$/,
  ],
  [
    'a 5xx',
    async () => ({ status: 503, headers: {}, body: new Uint8Array() }),
    'answers with status 503',
    /^alone: 200; \d+ in flight: \d+ answers? with status 503$/,
  ],
];

for (const [what, broken, actual, contrast] of BREAKDOWNS) {
  test(`${what} under load is one finding of its own, and no other record`, async () => {
    const [finding, ...others] = await findingsUnder(broken);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      requirement: 'robustness.every-request',
      expected: 'an answer below 500 under load, as when it is sent alone',
      actual,
    });
    expect(finding?.contrast).toMatch(contrast);
  });
}

test('another record under load is shown with its own answer, beside what was right', async () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode('{"id":"another"}') };
  const findings = (await findingsUnder(async () => answer)).filter(({ requirement }) => requirement === 'record.id-is-asked-id');
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  expect(finding).toMatchObject({ pointer: '/id', actual: '"another"', exchange: { answer: { body: '{"id":"another"}' } } });
  expect(finding?.contrast).toMatch(/^alone: the right record; \d+ in flight: \d+ of \d+ wrong$/);
});
