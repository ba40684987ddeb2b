import { expect, test } from '@playwright/test';
import type { Difference, Interposition } from '../../../mutation/interposition.ts';
import { runSuite } from '../../../mutation/run-suite.ts';

test.describe.configure({ timeout: 60_000 });

const MOST_AT_ONCE = 8;

/** Answers what comes in excess of what it can do at once with `overloaded`. */
function overloading(overloaded: Interposition): Difference {
  return {
    interpose: () => {
      let underWay = 0;
      return async (request, forward) => {
        underWay += 1;
        try {
          // Others arrive in the meantime.
          await new Promise((resolve) => setTimeout(resolve, 5));
          return await (underWay > MOST_AT_ONCE ? overloaded : forward)(request, forward);
        } finally {
          underWay -= 1;
        }
      };
    },
  };
}

async function findingsUnder(overloaded: Interposition) {
  const { result, mistakes } = await runSuite(overloading(overloaded), {
    parts: [({ title }) => title.startsWith('many reads at once')],
    settles: () => false,
  });
  expect(mistakes).toEqual([]);
  return (result.findings ?? []).filter(({ level }) => level !== 'completeness');
}

const BREAKDOWNS: readonly [string, Interposition, RegExp][] = [
  ['a connection that breaks', async () => ({ misbehaviour: 'reset' }), /^\d+ of 144 broke, the first with no answer \(reset\)/],
  ['a 5xx', async () => ({ status: 503, headers: {}, body: new Uint8Array() }), /^\d+ of 144 broke, the first with status 503$/],
];

for (const [what, overloaded, actual] of BREAKDOWNS) {
  test(`${what} under load is one finding of its own, and no other record`, async () => {
    const [finding, ...others] = await findingsUnder(overloaded);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      requirement: 'robustness.every-request',
      expected: 'an answer below 500 with 48 requests in flight, as when it is sent alone',
    });
    expect(finding?.actual).toMatch(actual);
  });
}

test('another record under load is shown with its own answer, beside what was right', async () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode('{"id":"another"}') };
  const findings = (await findingsUnder(async () => answer)).filter(({ requirement }) => requirement === 'record.id-is-asked-id');
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  expect(finding).toMatchObject({ pointer: '/id', actual: '"another"', exchange: { answer: { body: '{"id":"another"}' } } });
  expect(finding?.contrast).toMatch(/^alone: a success; 48 in flight: \d+ of \d+ wrong$/);
});
