import { orderFindings } from '../../../src/checks/answers.ts';
import type { Property } from '../../../src/engine/judged-property.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { type Members, memberBoundaries, membersOf } from '../../../src/generation/bodies.ts';
import { joinTexts } from '../../../src/generation/merge.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { CONCURRENCY, propertyHolds } from '../property.ts';
import { gistOf } from '../robustness/answer-shape.ts';

/** Nothing but order is judged here, and the boundaries do most of it. */
const TIMES_FEWER = 10;

/**
 * The typical request with any value of the documented type in this member.
 * @param unknown a value that most services refuse, as one of a record that they do not know: values that are refused so go together
 */
export function anyMemberIsAnswered(name: EndpointName, member: string, unknown: string | null) {
  const request = endpoint(name).request ?? '';
  const property = async ({ implementation }: ScenarioContext): Promise<Property<Members, Exchange>> => {
    const [typical] = await implementation.typicalCalls(name);
    const attempt = (members: Members) =>
      implementation.client.send(name, { ...typical, body: { ...(typical?.body as object), ...members } });
    const refusal = unknown === null ? null : gistOf(await attempt({ [member]: unknown }), unknown);
    return {
      arbitrary: membersOf(request, [member]),
      boundaries: memberBoundaries(request, [member]).map(({ members, ...boundary }) => ({ ...boundary, input: members })),
      attempt,
      isAccepted: isSuccess,
      tellsOfEach: (members, exchange) => isSuccess(exchange) || gistOf(exchange, String(members[member])) === refusal,
      exchanges: (exchange) => [exchange],
      judges: [{ requirement: 'robustness.generated-input', findings: (_input, exchange) => orderFindings(exchange) }],
      merge: (one, other) => joined(member, one, other),
      concurrency: CONCURRENCY,
    };
  };
  return propertyHolds(name, ['robustness.generated-input'], property, TIMES_FEWER);
}

/** Texts go together: what counts as a whole is refused alike, and only the order of the answer is judged. */
function joined(member: string, { [member]: one }: Members, { [member]: other }: Members): Members | null {
  const text = typeof one === 'string' && typeof other === 'string' ? joinTexts(one, other) : null;
  return text === null ? null : { [member]: text };
}
