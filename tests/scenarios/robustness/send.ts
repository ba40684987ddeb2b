import { orderFindings } from '../../../src/checks/answers.ts';
import { foundIn } from '../../../src/checks/finding.ts';
import type { Call } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { firstBroken } from '../first-broken.ts';

/** A report gains nothing from more failures of one kind. */
const MOST_SHOWN = 3;

/** Sends the typical call with something else in it. Where no id is known, an unknown one serves: all that counts is that an answer comes. */
export async function send({ implementation }: ScenarioContext, name: EndpointName, difference: Call): Promise<Exchange> {
  const [typical = {}] = await typicalCalls(implementation, name);
  const { body, id = 'conformance-unknown', query, ...rest } = typical;
  return implementation.client.send(name, {
    ...rest,
    id,
    ...(body !== undefined && difference.rawBody === undefined && { body }),
    ...(query !== undefined && { query }),
    ...difference,
  });
}

function typicalCalls(implementation: Implementation, name: EndpointName): Promise<Call[]> {
  return implementation.once(`typical calls ${name}`, () =>
    implementation.typicalCalls(name).catch((error: unknown) => {
      if (error instanceof NotAssessed && !(error instanceof LimitReached)) return [];
      throw error;
    }),
  );
}

/** The body of the endpoint's typical call. */
export async function typicalBody({ implementation }: ScenarioContext, name: EndpointName): Promise<Record<string, unknown>> {
  const [typical] = await implementation.typicalCalls(name);
  return (typical?.body ?? {}) as Record<string, unknown>;
}

/** Name of the schema of the endpoint's request. */
export function requestOf(name: EndpointName): string {
  const { request } = endpoint(name);
  if (request === null) throw new Error(`The requests of ${name} have no body.`);
  return request;
}

/** Checks that each exchange is in order: an answer came, and it is no 5xx. */
export function inOrder({ record }: ScenarioContext, id: StatementId, exchanges: readonly Exchange[]): void {
  const disorderly = firstBroken(MOST_SHOWN, exchanges, (exchange) => foundIn(exchange, orderFindings(exchange)));
  record.check(id, disorderly.findings, disorderly);
}

/** The different statuses of the answers; null stands for no answer. */
export function statusesOf(exchanges: readonly Exchange[]): (number | null)[] {
  return [...new Set(exchanges.map(({ answer }) => answer?.status ?? null))];
}
