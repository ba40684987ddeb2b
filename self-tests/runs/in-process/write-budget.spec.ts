import type { Difference } from '../../../mutation/interposition.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

const creates = (name: EndpointName) => CARDS[name].creates !== undefined;
/** In the result. */
const CREATING = ENDPOINTS.filter(({ name }) => creates(name)).map(({ number }) => number);

/** Counts what the service behind it creates. */
function counting(): { readonly difference: Difference; created(): number } {
  let created = 0;
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint !== null && creates(request.endpoint) && answer.status < 300) created += 1;
      return answer;
    },
  };
  return { difference, created: () => created };
}

const within = (budget: number, difference: Difference) => play(/./, difference, { variables: { CES_WRITE_BUDGET: String(budget) } });

for (const budget of [0, 10, 300]) {
  test(`with a budget of ${budget} no more is created, nothing fails, and what is left out is reported`, async () => {
    const { difference, created } = counting();
    const { result } = await within(budget, difference);
    expect(created()).toBeLessThanOrEqual(budget);
    // All that is allowed is used: there is far more to create.
    expect(created()).toBeGreaterThanOrEqual(Math.floor(budget / 2));
    const checks = result.requirements.flatMap((entry) => entry.checks);
    expect(checks.filter(({ status }) => status === 'failed').map(({ message }) => message)).toEqual([]);
    expect(result).toMatchObject({ verdict: 'conformant', complete: false });
    const counts = (result.leftBehind ?? []).filter(({ endpoint }) => CREATING.includes(endpoint)).map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(created());

    const open = checks.filter(({ status }) => status === 'not-assessed');
    expect(open.length).toBeGreaterThan(0);
    const unnamed = open.filter(({ variables }) => !variables?.includes('CES_WRITE_BUDGET'));
    expect(unnamed.map(({ title, endpoint, message }) => `${endpoint} ${title}: ${message}`)).toEqual([]);
  });
}

test('examples and authentication come before generated input', async () => {
  const { result } = await within(150, {});
  const statusOf = (title: string) =>
    result.requirements.flatMap(({ checks }) => checks.filter((check) => check.title.endsWith(title)).map(({ status }) => status));
  for (const title of ['the typical answer is as documented', 'wrong credentials are rejected', 'two campaigns are two records'])
    expect(statusOf(title).filter((status) => status !== 'passed')).toEqual([]);
  expect(statusOf('any business that is accepted comes back')).toContain('not-assessed');
});
