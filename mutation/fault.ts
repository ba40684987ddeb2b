import type { Store } from '../reference/store/store.ts';
import type { Scenario } from '../src/engine/scenario.ts';
import { ENDPOINT_NAMES, type EndpointName, numberOf } from '../src/specification/endpoints.ts';
import { REQUIREMENTS, type StatementId } from '../src/specification/register.ts';
import type { Difference } from './interposition.ts';
import type { Spoil } from './rows.ts';

/** One small realistic bug. */
export interface Fault extends Difference {
  readonly name: string;
  /** Endpoints at which it shows. */
  readonly endpoints: readonly EndpointName[];
  /** Statements of the register of which at least one must be reported. */
  readonly breaks: readonly StatementId[];
  readonly description: string;
  /** It breaks the first statement of `breaks` and nothing else: the mutation run runs every scenario and holds it to that. */
  readonly only?: boolean;
  /** Variables that the suite needs to see the fault: a longer window, say. */
  readonly variables?: Readonly<Record<string, string>>;
}

type Places = EndpointName | readonly EndpointName[];
export type Statements = StatementId | readonly StatementId[];
export type More = Pick<Fault, 'only' | 'variables'>;

/** Statements that a service is held to. Completeness only shows what was never seen. */
export const STATEMENTS: readonly StatementId[] = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);

/** Where only 200 is a success, and where any 2xx is. */
export const SUCCESS: readonly StatementId[] = ['http.success-is-200', 'http.success-is-2xx'];

/** A fault over one exchange, in a table that says where it shows and what it breaks. */
export type FaultRow = readonly [name: string, ...FaultItself];
type FaultItself = readonly [description: string, spoil: Spoil, more?: More];
type StateRow = readonly [name: string, description: string, store: () => Store, more?: More];

/** A fault over one exchange. */
export function fault(name: string, endpoints: Places, breaks: Statements, description: string, spoil: Spoil, more: More = {}): Fault {
  const places = [endpoints].flat();
  return { name, endpoints: places, breaks: [breaks].flat(), description, interpose: () => spoil(places), ...more };
}

/** A fault in the service's state. */
export function within(endpoint: EndpointName, breaks: Statements, [name, description, store, more = {}]: StateRow): Fault {
  return { name, endpoints: [endpoint], breaks: [breaks].flat(), description, store, ...more };
}

/** Faults at the same endpoints that break the same statements. */
export function faults(endpoints: Places, breaks: Statements, rows: readonly FaultRow[]): Fault[] {
  return rows.map(([name, ...row]) => fault(name, endpoints, breaks, ...row));
}

/** Faults here and there that break the same statements. */
export function breaking(breaks: Statements, rows: readonly (readonly [name: string, Places, ...row: FaultItself])[]): Fault[] {
  return rows.map(([name, endpoints, ...row]) => fault(name, endpoints, breaks, ...row));
}

/** Each fault at each of these endpoints alone, named by the number of the endpoint; which is enough to name one. */
export function atEach(endpoints: readonly (EndpointName | number)[], breaks: Statements, rows: readonly FaultRow[]): Fault[] {
  const names = endpoints.flatMap((place) => ENDPOINT_NAMES.filter((name) => name === place || numberOf(name) === place));
  return rows.flatMap(([name, ...row]) => names.map((endpoint) => fault(`${name}-at-${numberOf(endpoint)}`, endpoint, breaks, ...row)));
}

/** The fault breaks its first statement and no other. */
export const ONLY: More = { only: true };

/** Recognises the scenarios that look at the endpoints of a fault. */
export function concernedBy({ endpoints }: Fault): (scenario: Scenario) => boolean {
  const concerned = new Set<EndpointName | null>(endpoints);
  // An event is tracked at one of them and read at the other.
  if (concerned.has('getEvent') || concerned.has('trackEvent')) concerned.add('getEvent').add('trackEvent');
  return ({ covers }) => concerned.has(covers.endpoint);
}

/** Recognises those of them that check a statement that the fault breaks. */
export function checkedBy(fault: Fault): (scenario: Scenario) => boolean {
  const isConcerned = concernedBy(fault);
  return (scenario) => isConcerned(scenario) && scenario.covers.statements.some((id) => fault.breaks.includes(id));
}

/** First the scenarios that check what the fault breaks, then all of its endpoints, then the rest, and those that look at what the others stored. */
export function partsFor(fault: Fault): ((scenario: Scenario) => boolean)[] {
  const early = (belongs: (scenario: Scenario) => boolean) => (scenario: Scenario) =>
    scenario.covers.last === undefined && belongs(scenario);
  return [early(checkedBy(fault)), early(concernedBy(fault)), () => true];
}
