import { NotAllowed } from '../client/account.ts';
import type { Call } from '../client/call.ts';
import type { Client } from '../client/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { isRefusal, isSuccess, outcome } from '../http/outcome.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { VariableName } from '../settings/variables.ts';
import { type EndpointName, numberOf } from '../specification/endpoints.ts';

/** The outcome of trying some settings. */
export interface Tried {
  readonly variables: readonly VariableName[];
  /** `wrong`: a run with it would report failures that another value ends. `untried`: a read cannot show it. `unclear`: the target's answer does not show it. */
  readonly outcome: 'found' | 'wrong' | 'unclear' | 'untried';
  /** For people; it may quote the target. */
  readonly words: string;
  /** The request that showed it, if it was a single one. */
  readonly read?: Read;
}

/** A value that the doctor found for a setting. */
export interface Found {
  readonly variable: VariableName;
  readonly value: string;
}

/** All that trying some settings showed. */
export interface Findings {
  readonly tried: readonly Tried[];
  readonly found: readonly Found[];
}

export const NOTHING: Findings = { tried: [], found: [] };

export interface Read {
  readonly endpoint: EndpointName;
  readonly call: Call;
  readonly exchange: Exchange;
}

/** Asks one endpoint. Returns a sentence if something keeps the client from asking. */
export async function ask(client: Client, endpoint: EndpointName, call: Call): Promise<Read | string> {
  try {
    return { endpoint, call, exchange: await client.send(endpoint, call) };
  } catch (error) {
    if (error instanceof NotAllowed) return { endpoint, call, exchange: error.exchange };
    if (error instanceof NotAssessed) return error.message;
    throw error;
  }
}

type Verdict = Pick<Tried, 'outcome' | 'words'>;

/** What an answer shows about settings: `judge` looks at a success. */
export function answered(
  variables: readonly VariableName[],
  endpoint: EndpointName,
  exchange: Exchange,
  judge: (exchange: Exchange) => Verdict,
): Tried {
  if (isSuccess(exchange)) return { variables, ...judge(exchange) };
  const words = `${outcome(exchange)} at endpoint ${numberOf(endpoint)}`;
  return isRefusal(exchange) ? { variables, outcome: 'wrong', words: `not found: ${words}` } : { variables, outcome: 'unclear', words };
}

/** Tries settings by a request that succeeds if they are right. */
export async function tryCall(
  client: Client,
  variables: readonly VariableName[],
  endpoint: EndpointName,
  call: Call,
  judge: (exchange: Exchange) => Verdict,
): Promise<Tried> {
  const read = await ask(client, endpoint, call);
  if (typeof read === 'string') return { variables, outcome: 'unclear', words: read };
  return { ...answered(variables, endpoint, read.exchange, judge), read };
}

export function untried(variables: readonly VariableName[], why: string): Tried {
  return { variables, outcome: 'untried', words: `not tried: ${why}` };
}
