import type { Scenario } from '../src/engine/scenario.ts';
import { type EndpointName, endpoint as rowOf } from '../src/specification/endpoints.ts';
import { REQUIREMENTS, type StatementId } from '../src/specification/register.ts';
import type { Fault, Interposition } from './interposition.ts';

type More = Pick<Fault, 'only' | 'variables'>;

/** Statements that a service is held to. Completeness only shows what was never seen. */
export const STATEMENTS: readonly StatementId[] = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);

/** A fault over one exchange. */
export function fault(
  name: string,
  endpoints: EndpointName | readonly EndpointName[],
  breaks: StatementId | readonly StatementId[],
  description: string,
  interpose: () => Interposition,
  more: More = {},
): Fault {
  return { name, endpoints: [endpoints].flat(), breaks: [breaks].flat(), description, interpose, ...more };
}

/** The fault breaks its first statement and no other. */
export const ONLY: More = { only: true };

/** The number of an endpoint, for people: names of faults and tables show it. */
export function numberOf(endpoint: EndpointName): number {
  return rowOf(endpoint).number;
}

/** Recognises the scenarios that look at the endpoints of a fault. */
export function concernedBy({ endpoints }: Fault): (scenario: Scenario) => boolean {
  const concerned = new Set<EndpointName | null>(endpoints);
  // An event is tracked at one of them and read at the other.
  if (concerned.has('getEvent') || concerned.has('trackEvent')) concerned.add('getEvent').add('trackEvent');
  return ({ covers }) => concerned.has(covers.endpoint);
}
