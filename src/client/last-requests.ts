import { type Exchange, endOf, type FailureKind, isClientError, outcome } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { Call } from './call.ts';

/** What a request asked: hostile ones come before generated ones, and those before typical ones, where it is asked which of them did harm. */
export type Intent = 'hostile' | 'generated' | 'typical';

export interface LastRequest {
  readonly endpoint: EndpointName | null;
  readonly test: string;
  readonly intent: Intent;
  /** It was under way when the connection broke. */
  readonly brokenOff: boolean;
  readonly outcome: string;
  /** Milliseconds since the Unix epoch. */
  readonly endedAt: number;
  /** Without the body of its answer. */
  readonly exchange: Exchange;
}

/** A service that breaks down after its answer does so soon. */
const BEFORE_MS = 1000;
/** The transport never has more under way. */
const MOST_KEPT = 64;
const BREAKS: readonly FailureKind[] = ['reset', 'timeout'];
const CONTROL = /\p{Cc}/u;

/** One session's latest requests, so that it can be said which were under way when the target was lost. */
export class LastRequests {
  test = '';
  intent: Intent = 'typical';
  readonly #kept: LastRequest[] = [];

  note(endpoint: EndpointName | null, call: Call, exchange: Exchange): void {
    const brokenOff = isBrokenOff(exchange);
    // A request that was refused never reached the target.
    if (exchange.answer === null && !brokenOff) return;
    if (this.#kept.length === MOST_KEPT) this.#kept.shift();
    this.#kept.push({
      endpoint,
      test: this.test,
      intent: this.intentOf(call),
      brokenOff,
      outcome: outcome(exchange),
      endedAt: Math.round(endOf(exchange)),
      exchange: { ...exchange, answer: exchange.answer && { ...exchange.answer, body: new Uint8Array() } },
    });
  }

  /** A call is hostile that has a part which no documented request has. */
  intentOf({ id = '', rawId, rawBody, headers, authorization }: Call): Intent {
    const isSpoilt = CONTROL.test(id) || [rawId, rawBody, headers, authorization].some((part) => part !== undefined);
    return isSpoilt ? 'hostile' : this.intent;
  }

  /** The requests that ended shortly before a moment (milliseconds since the Unix epoch), or later. Of a target that hangs, those that broke off, and those that were refused before. Forgets all. */
  drain(lostAt: number, isHanging = false): LastRequest[] {
    return this.#kept
      .splice(0)
      .filter(({ endedAt, exchange, brokenOff }) => (isHanging ? brokenOff || isOfRefusal(exchange) : endedAt >= lostAt - BEFORE_MS));
  }
}

/** Refused for what it asks: not for who asks, nor for the pace. */
const isOfRefusal = (exchange: Exchange): boolean => isClientError(exchange) && ![401, 403, 429].includes(exchange.answer?.status ?? 401);

/** It reached the target, and the connection broke: now, or on the idle connection over which it was sent first. */
export function isBrokenOff({ failure, resentAfter }: Exchange): boolean {
  return failure !== null && (resentAfter !== undefined || BREAKS.includes(failure.kind));
}
