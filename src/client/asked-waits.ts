import { type Answer, type Exchange, endOf, type Wait } from '../http/exchange.ts';
import { namesTime, readingOf, resetOf, showsLoad } from '../http/reading.ts';
import type { Transport } from '../http/transport.ts';
import type { Ask, Going } from './ask.ts';
import { RouteLimits } from './route-limits.ts';
import { sleep } from './time.ts';

/** An answer that names no time (optional by RFC 6585 §4) waits a second, then two, four... */
const FIRST_WAIT_MS = 1000;
/** `Retry-After: 0` asks for no wait. The target still gets this pause, doubled at each turn. */
const SHORTEST_WAIT_MS = 200;
/** Doubled so often at most. */
const MOST_DOUBLED = 5;
/** Put off so often, a request goes with nothing beside it: else the others may take its place each time. */
const ENOUGH_PUT_OFF = 2;
/** By then other endpoints have shown whether they are there. */
const MOMENT_MS = 1000;
/** While fewer routes have answered, the run is at its beginning. */
const FIRST_ROUTES = 9;
/** So often a request waits for longer than the run is patient. */
const MOST_LONG = 5;

type Asked = Pick<Ask, 'route' | 'credentials'>;

/** The waits that a target asks for with a 429 or what says so, or with a 403 or 503 that names a time. Requests share the patience, side by side and one after the other. */
export class AskedWaits {
  /** For how long the target has put off whatever was asked, in milliseconds. */
  putOffMs = 0;
  /** Too many at once may be what the target refuses: until something is put off alone as well. */
  #mayBeTooMany = true;
  readonly ofRoutes = new RouteLimits();
  /** More than wrong credentials, or single routes, was put off. */
  hasPutOff = false;
  /** By route: when it was answered last, in milliseconds since the Unix epoch. */
  readonly #answeredAt = new Map<string, number>();
  /** Routes that are not available for longer than the run is patient. */
  readonly #away = new Set<string>();
  readonly #transport: Transport;
  readonly #patienceMs: number;

  constructor(transport: Transport, patienceMs: number) {
    this.#transport = transport;
    this.#patienceMs = patienceMs;
  }

  /** Sends again after each wait, while time and patience last; a wait longer than the patience is waited out five times. */
  async waitOut(ask: Asked, send: (going: Going) => Promise<Exchange>, isFinal = (_answer: Answer) => false): Promise<Exchange> {
    const { route } = ask;
    const { ofRoutes } = this;
    const waits: Wait[] = [];
    let [waitedMs, putOffAt] = [0, 0];
    for (let turn = 0; ; turn += 1) {
      const over = await ofRoutes.inTurn(route, async () => {
        const exchange = await this.#sent(ask, send, turn, isFinal);
        const { answer } = exchange;
        const reading = readingOf(exchange, ask);
        if (!showsLoad(reading)) {
          this.putOffMs = 0;
          this.#answeredAt.set(route, endOf(exchange));
          this.#away.delete(route);
          // A rejection comes before the limit.
          if (ask.credentials === 'good') ofRoutes.answered(route);
        }
        if (answer !== null && !isFinal(answer) && (await this.#isOneAway(ask, exchange))) return exchange;
        const milliseconds =
          answer === null || reading !== 'put-off' || isFinal(answer) ? null : this.#waitFor(answer, turn, waitedMs, route);
        if (answer === null || milliseconds === null) return waits.length === 0 ? exchange : { ...exchange, waits, putOffAt };
        waitedMs += milliseconds;
        putOffAt = endOf(exchange);
        const isApart = ofRoutes.isLimited(route);
        // Several that wait for the same wait once.
        const isNew = isApart || this.#transport.putOff(exchange, milliseconds);
        ofRoutes.putOff(route, isNew);
        if (isNew) waits.push({ status: answer.status, milliseconds });
        if (isApart) {
          ofRoutes.waited(route, milliseconds);
          await sleep(milliseconds);
        } else if (isNew) this.putOffMs += milliseconds;
        this.hasPutOff ||= !isApart;
        return null;
      });
      if (over !== null) return over;
    }
  }

  async #sent(
    ask: Asked,
    send: (going: Going) => Promise<Exchange>,
    turn: number,
    isFinal: (answer: Answer) => boolean,
  ): Promise<Exchange> {
    if (this.ofRoutes.isLimited(ask.route)) return send({ showsNoLoad: true });
    const exchange = await send(turn < ENOUGH_PUT_OFF ? {} : { alone: true, showsNoLoad: true });
    if (turn > 0 || !this.#isWorthOneAlone(exchange, isFinal)) return exchange;
    const again = await send({ alone: true });
    this.#mayBeTooMany = readingOf(again, ask) !== 'put-off';
    return again;
  }

  /** One endpoint says that it is not available for longer than the run is patient (503), and others are answered since. */
  async #isOneAway({ route }: Asked, exchange: Exchange): Promise<boolean> {
    const { answer, startedAt } = exchange;
    if (answer?.status !== 503 || (retryAfterMs(answer.headers) ?? 0) <= this.#patienceMs) return false;
    if (this.#away.has(route)) return true;
    const areOthers = (since: number) => [...this.#answeredAt].some(([other, at]) => other !== route && at > since);
    // At the beginning all reads go at once, and nothing follows until each has ended.
    const isBeginning = this.#answeredAt.size < FIRST_ROUTES && areOthers(startedAt);
    if (!isBeginning) await sleep(MOMENT_MS);
    if (!isBeginning && !areOthers(endOf(exchange))) return false;
    this.#away.add(route);
    return true;
  }

  /** Perhaps too many were under way at once: it names no time to wait for. */
  #isWorthOneAlone({ answer, inFlight = 1 }: Exchange, isFinal: (answer: Answer) => boolean): boolean {
    return answer !== null && namesNoTime(answer) && inFlight > 1 && this.#mayBeTooMany && !isFinal(answer);
  }

  #waitFor({ headers }: Answer, turn: number, waitedMs: number, route: string): number | null {
    const asked = retryAfterMs(headers);
    const times = 2 ** Math.min(turn, MOST_DOUBLED);
    const milliseconds = asked === null ? FIRST_WAIT_MS * times : Math.max(asked, SHORTEST_WAIT_MS * times);
    const isLong = asked !== null && asked >= this.#patienceMs && turn < MOST_LONG;
    const putOffMs = this.ofRoutes.isLimited(route) ? this.ofRoutes.waitedMs(route) : this.putOffMs;
    const isOutOfPatience = Math.max(waitedMs, putOffMs) + milliseconds > this.#patienceMs;
    const leftMs = this.#transport.deadline?.left ?? this.#patienceMs;
    return milliseconds > leftMs || (isOutOfPatience && !isLong) ? null : milliseconds;
  }
}

/** A 429 that names no time: it rejects wrong credentials as well as a 401 does. */
export function namesNoTime(answer: Answer | null): boolean {
  return answer?.status === 429 && !namesTime(answer);
}

/** So many seconds and more are no wait, but a time since the Unix epoch. */
const EPOCH_SECONDS = 1e9;

/** Retry-After, or when a limit begins anew, in milliseconds from now; or null. A time is measured from the answer's own Date, so that the clocks need not agree. */
export function retryAfterMs(headers: Answer['headers'], now: number = Date.now()): number | null {
  // As some hosters write it, beside the field of RFC 9110 §10.2.3 or in its place.
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const field = (headers['retry-after'] ?? resetOf(headers))?.trim();
  if (field === undefined) return null;
  const seconds = /^\d+$/.test(field) ? Number(field) : null;
  if (seconds !== null && seconds < EPOCH_SECONDS) return seconds * 1000;
  const until = seconds === null ? httpDate(field) : seconds * 1000;
  if (until === null) return null;
  return Math.max(0, until - (httpDate(headers.date ?? '') ?? now));
}

/** The three forms of RFC 9110 §5.6.7 begin with a day's name; the last, asctime, names no zone and means GMT. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [ \w:-]+$/;

function httpDate(text: string): number | null {
  if (!HTTP_DATE.test(text)) return null;
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
