import type fc from 'fast-check';
import type { Deviation } from '../../checks/deviation.ts';
import type { Boundary } from '../../generation/values.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { type EndpointName, endpoint } from '../../specification/endpoints.ts';
import type { StatementId } from '../../specification/register.ts';

/** Two inputs as one, where they do not touch each other; else null. */
export type Merge<Input> = (one: Input, other: Input) => Input | null;

/** Checks one statement against one attempt. Null where the attempt shows nothing (refused, or the field is absent). */
export interface Judge<Input, Attempt> {
  readonly requirement: StatementId;
  /** The endpoint of the statement, if not the property's own. */
  readonly endpoint?: EndpointName;
  deviations(input: Input, attempt: Attempt): Deviation[] | null;
}

/** Inputs, what to do with each, and what must hold for every outcome. */
export interface Property<Input, Attempt> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Tried first, once each, for any number of runs. */
  readonly boundaries: readonly Boundary<Input>[];
  readonly merge?: Merge<Input>;
  /** A `NotAssessed` that it throws ends the property, but keeps what was found before. */
  attempt(input: Input): Promise<Attempt>;
  /** Why an attempt stopped halfway: it may break a statement, but not prove one. Null for a complete attempt. */
  cutShort?(attempt: Attempt): NotAssessed | null;
  /** Inputs one step smaller than this one, in the order to try them: by these a failing boundary shrinks. Absent where boundaries are small already. */
  smaller?(input: Input): readonly Input[];
  /** What an attempt did, a step each, for people: shown in the place of its input. Deviations mark the step that failed. */
  steps?(attempt: Attempt, deviations: readonly Deviation[]): readonly string[];
  isAccepted(attempt: Attempt): boolean;
  /** Whether an attempt with several inputs that fails nothing tells as much of each as one with that input alone: where absent, if it is accepted. */
  tellsOfEach?(input: Input, attempt: Attempt): boolean;
  exchanges(attempt: Attempt): readonly Exchange[];
  readonly judges: readonly Judge<Input, Attempt>[];
  /** Attempts under way at once; 1 where they share state. */
  readonly concurrency: number;
}

/** An attempt, or why a limit of the run let it not be made. */
export async function attemptOrCut<Input, Attempt>(
  property: Pick<Property<Input, Attempt>, 'attempt'>,
  input: Input,
): Promise<Attempt | NotAssessed> {
  try {
    return await property.attempt(input);
  } catch (error) {
    if (error instanceof NotAssessed) return error;
    throw error;
  }
}

/** Creates no record, and is the only POST that does not. */
const UPDATES = endpoint('batchUpdateCustomers').path.replace(/.*\}/, '');

/** The records that these exchanges created at the target, which cannot delete them. */
export function recordsMade(exchanges: readonly Exchange[]): number {
  const isCreation = (exchange: Exchange) => exchange.request.method === 'POST' && !exchange.request.url.endsWith(UPDATES);
  return exchanges.filter((exchange) => isCreation(exchange) && isSuccess(exchange)).length;
}
