import type { Exchange } from '../http/exchange.ts';
import type { Deadline } from '../http/limits.ts';
import { mayBeCarriedOut } from '../http/reading.ts';
import type { Ask, Send } from './ask.ts';
import { now, sleep } from './time.ts';

/** A target that seems to lose answers of whatever is asked gets the same read so often, alone; and again so much later, when three instances are deployed, one after the other. */
const SERIES = 30;
const BETWEEN_SERIES_MS = 25_000;

/** Reads with nothing beside them, several in a row: whether the target loses answers now and then, however quietly it is asked. */
export class LossSeries {
  readonly #send: Send;
  readonly #control: () => Ask | null;
  readonly #deadline: Deadline | null;
  /** When a series lost answers, in milliseconds since the Unix epoch. */
  #lossesSeenAt = Number.POSITIVE_INFINITY;
  /** It loses answers whatever is asked, and however quietly. */
  losesAnswers = false;

  /** @param control the read that was good before */
  constructor(send: Send, control: () => Ask | null, deadline: Deadline | null) {
    this.#send = send;
    this.#control = control;
    this.#deadline = deadline;
  }

  /** At the end of the run: a lost answer, where the target lost some before, and loses some still. Null where it does not. */
  async inTheEnd(): Promise<{ readonly route: string; readonly exchange: Exchange } | null> {
    if (this.losesAnswers || !Number.isFinite(this.#lossesSeenAt)) return null;
    await sleep(Math.min(Math.max(0, this.#lossesSeenAt + BETWEEN_SERIES_MS - now()), this.#deadline?.left ?? Number.POSITIVE_INFINITY));
    const [exchange, route] = [await this.play(), this.#control()?.route];
    return exchange === null || route === undefined ? null : { route, exchange };
  }

  /** An answer that was lost, where it loses some now and then, and did so before. Two losses in a row are an outage, and a refusal is a limit. */
  async play(): Promise<Exchange | null> {
    const isSecond = now() >= this.#lossesSeenAt + BETWEEN_SERIES_MS;
    if (!isSecond && Number.isFinite(this.#lossesSeenAt)) return null;
    const control = this.#control();
    const losses: Exchange[] = [];
    let wasLost = false;
    for (let turn = 0; control !== null && turn < SERIES; turn += 1) {
      const { exchange, reading } = await this.#send(control, { alone: true });
      const isLost = reading !== 'service';
      if (isLost && (wasLost || !mayBeCarriedOut(reading))) return null;
      if (isLost) losses.push(exchange);
      wasLost = isLost;
    }
    const loses = losses.length > 1;
    if (!isSecond || !loses) this.#lossesSeenAt = loses ? now() : Number.POSITIVE_INFINITY;
    this.losesAnswers = isSecond && loses;
    return this.losesAnswers ? (losses[0] ?? null) : null;
  }
}
