import { type Exchange, outcome } from '../http/exchange.ts';
import { type Ask, SetAside } from './ask.ts';

/** A request that writes lost its answer, so nobody knows whether it was carried out, or will be. It is not sent again, and proves nothing. */
export class AnswerLost extends SetAside {}

/** A late write is given so many times its own time to be carried out. */
export const LATE_ROOM = 2;
/** So many answers lost for nothing, and such a share of all, are no accident. */
const ENOUGH_LOST = 10;
const LOST_SHARE = 0.04;
/** So many writes at one endpoint lost their answers, and no more than these were answered meanwhile. One more is judged. */
const ENOUGH_WRITES = 2;

/** Which answers were lost, though the request got one when it was sent again, or was not sent again. */
export class LostAnswers {
  #answered = 0;
  #lost = 0;
  /** When so many are lost, it is looked into again. */
  #next = ENOUGH_LOST;
  /** By route, when writes were sent that were answered, and that lost their answers: milliseconds since the Unix epoch. */
  readonly #writes = { answered: new Map<string, number[]>(), lost: new Map<string, number[]>() };
  /** By route, since when others are known to be answered: milliseconds since the Unix epoch. */
  readonly #othersAnswer = new Map<string, number>();

  /** @param write when and where it was sent, for a request that writes */
  answered(write: readonly [route: string, sentAt: number] | null): void {
    this.#answered += 1;
    if (write) note(this.#writes.answered, ...write);
  }

  /** Whether so many are lost by now that it is to be looked into: another time, when twice as many are. */
  lost(write: readonly [route: string, sentAt: number] | null): boolean {
    this.#lost += 1;
    if (write) note(this.#writes.lost, ...write);
    if (write || this.#lost < this.#next || this.#lost <= LOST_SHARE * this.#answered) return false;
    this.#next = 2 * this.#lost;
    return true;
  }

  /** Whether the endpoint may lose the answers of writes: at least two, and as many as were answered since the second-last was sent. What is lost ends last, so the sending counts. @param backAt when the last outage was over: what was lost before proves nothing */
  areMany(route: string, backAt: number): boolean {
    const lost = (this.#writes.lost.get(route) ?? []).filter((at) => at > backAt);
    const from = lost.toSorted((one, other) => other - one)[ENOUGH_WRITES - 1];
    if (from === undefined) return false;
    const since = (times: readonly number[] = []) => times.filter((at) => at >= from).length;
    return since(lost) >= since(this.#writes.answered.get(route));
  }

  /** Others get their answers at this time (milliseconds since the Unix epoch), so an outage, if it was one, is over. */
  othersAnswer(route: string, at: number): void {
    this.#othersAnswer.set(route, at);
  }

  /** Whether a write that lost its answer proves that the endpoint loses them: many did, and it was sent while others get theirs. */
  isOwn(route: string, sentAt: number, backAt: number): boolean {
    return sentAt >= (this.#othersAnswer.get(route) ?? Number.POSITIVE_INFINITY) && this.areMany(route, backAt);
  }
}

function note(times: Map<string, number[]>, route: string, at: number): void {
  times.set(route, [...(times.get(route) ?? []), at]);
}

/** Sends another write in the place of one that lost its answer, so often at most. A time-out takes its whole time, and is not repeated. @throws AnswerLost */
export async function untilAnswered(send: () => Promise<Exchange>, most: number): Promise<Exchange> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof AnswerLost) || turn === most || error.exchange.failure?.kind === 'timeout') throw error;
    }
  }
}

/** What came of such writes in the end: the broken exchange where the answer was lost. */
export function answeredOrLost(send: () => Promise<Exchange>): Promise<Exchange> {
  return send().catch((error: unknown) => {
    if (error instanceof AnswerLost) return error.exchange;
    throw error;
  });
}

/** The same, once more and alone where it got no answer in time: an input that hangs shows so, however much else is under way. */
export async function answeredOrHung(send: (going: { readonly alone?: true }) => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof AnswerLost) || error.exchange.failure?.kind !== 'timeout') throw error;
    return answeredOrLost(() => send({ alone: true }));
  }
}

export function lost({ route }: Ask, exchange: Exchange): AnswerLost {
  return new AnswerLost(exchange, `${route} lost its answer, and may have been carried out: ${outcome(exchange)}`);
}
