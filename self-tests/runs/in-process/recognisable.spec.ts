import type { Difference, PassingRequest } from '../../../mutation/interposition.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

/** The endpoints whose bodies the suite fills; a copy and an embed get no name of anybody's choice. */
const NAMED: readonly (EndpointName | null)[] = ['createCampaign', 'createBusiness', 'trackEvent'];
/** Values that robustness puts in place of an event's whole data, one without any data, and one twice. */
const MOST_BARE_EVENTS = 16;

test('every record that is created bears a name of the run somewhere, unless its body has no room for one', async () => {
  const bare: PassingRequest[] = [];
  let created = 0;
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      const answer = await forward(request);
      if (!NAMED.includes(request.endpoint) || answer.status >= 300) return answer;
      created += 1;
      if (!unescaped(request).includes('conformance-0-recognisable-')) bare.push(request);
      return answer;
    },
  };
  await play(/./, difference, { label: 'recognisable', variables: { CES_PROPERTY_RUNS: '60' } });
  // Enough to tell.
  expect(created).toBeGreaterThan(10 * MOST_BARE_EVENTS);
  const [events, others] = [true, false].map((isEvent) => bare.filter(({ endpoint }) => (endpoint === 'trackEvent') === isEvent));
  expect(events?.length).toBeLessThanOrEqual(MOST_BARE_EVENTS);
  expect([...new Set(others?.map(unescaped))].sort()).toEqual(['{"enrolled_customers":"all"}', '{}']);
});

/** The body without escapes that only its layout has. */
function unescaped({ body }: PassingRequest): string {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
