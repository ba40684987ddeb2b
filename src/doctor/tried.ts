import type { Call } from '../client/call.ts';
import type { Client } from '../client/client.ts';
import { NotAllowed } from '../client/permissions.ts';
import { type Exchange, isRefusal, isSuccess, outcome } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { VariableName } from '../settings/variables.ts';
import { type EndpointName, numberOf } from '../specification/endpoints.ts';

export interface Verdict {
  /** `wrong`: a run with it would report failures that another value ends. `untried`: a read cannot show it. `unclear`: the target's answer does not show it. */
  readonly outcome: 'found' | 'wrong' | 'unclear' | 'untried';
  /** For people; it may quote the target. */
  readonly words: string;
}

export const found = (words: string): Verdict => ({ outcome: 'found', words });
export const wrong = (words: string): Verdict => ({ outcome: 'wrong', words });
export const unclear = (words: string): Verdict => ({ outcome: 'unclear', words });

export interface Tried extends Verdict {
  readonly variables: readonly VariableName[];
  /** The request that showed it, if it was a single one. */
  readonly read?: Read;
}

export function untried(variables: readonly VariableName[], why: string): Tried {
  return { variables, outcome: 'untried', words: `not tried: ${why}` };
}

export interface Found {
  readonly variable: VariableName;
  readonly value: string;
}

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

/** What an answer shows about settings: `judge` looks at a success. */
export function answered(endpoint: EndpointName, exchange: Exchange, judge: (exchange: Exchange) => Verdict): Verdict {
  if (isSuccess(exchange)) return judge(exchange);
  const words = `${outcome(exchange)} at endpoint ${numberOf(endpoint)}`;
  return isRefusal(exchange) ? wrong(`not found: ${words}`) : unclear(words);
}

export async function tryCall(
  client: Client,
  variables: readonly VariableName[],
  endpoint: EndpointName,
  call: Call,
  judge: (exchange: Exchange) => Verdict,
): Promise<Tried> {
  const read = await ask(client, endpoint, call);
  if (typeof read === 'string') return { variables, ...unclear(read) };
  return { variables, ...answered(endpoint, read.exchange, judge), read };
}
