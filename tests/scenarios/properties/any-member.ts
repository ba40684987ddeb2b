import { orderFindings } from '../../../src/checks/answers.ts';
import type { Property } from '../../../src/engine/judged-property.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { type Members, memberBoundaries, membersOf } from '../../../src/generation/bodies.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { CONCURRENCY, propertyHolds } from '../property.ts';

/** Nothing but order is judged here, the boundaries do most of it, and each input takes a request of its own. */
const TIMES_FEWER = 4;

/** The typical request with any value of the documented type in this member. */
export function anyMemberIsAnswered(name: EndpointName, member: string): CoveredScenario {
  const request = endpoint(name).request ?? '';
  const property = async ({ implementation }: ScenarioContext): Promise<Property<Members, Exchange>> => {
    const [typical] = await implementation.typicalCalls(name);
    return {
      arbitrary: membersOf(request, [member]),
      boundaries: memberBoundaries(request, [member]).map(({ members, ...boundary }) => ({ ...boundary, input: members })),
      attempt: (members) => implementation.client.send(name, { ...typical, body: { ...(typical?.body as object), ...members } }),
      isAccepted: isSuccess,
      exchanges: (exchange) => [exchange],
      judges: [{ requirement: 'robustness.generated-input', findings: (_input, exchange) => orderFindings(exchange) }],
      concurrency: CONCURRENCY,
    };
  };
  return propertyHolds(name, ['robustness.generated-input'], property, TIMES_FEWER);
}
