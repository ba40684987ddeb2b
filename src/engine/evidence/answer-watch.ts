import { orderDeviations, statusDeviations, statusStatement } from '../../checks/answers.ts';
import type { Breach, Deviation } from '../../checks/deviation.ts';
import { DocumentedAnswers } from '../../checks/documented-answers.ts';
import type { Ledger } from '../../checks/ledger.ts';
import { RIGHT_BEFORE } from '../../checks/run-history.ts';
import type { Call } from '../../client/call.ts';
import { type Exchange, outcome } from '../../http/exchange.ts';
import type { Fixtures } from '../../settings/settings.ts';
import { ENDPOINT_NAMES, type EndpointName, endpoint as row } from '../../specification/endpoints.ts';
import { type CheckRecord, EVERY_REQUEST } from './check-record.ts';

/** Enough for the report of one test. The exchanges are kept until then. */
const MOST_BROKEN = 20;
/** A server may close the connection on a body that it finds too large (RFC 9110 §15.5.14). Usual bodies stay far below this. */
const LARGE_BODY = 2 ** 16;

interface Broken extends Breach {
  readonly endpoint: EndpointName;
  /** The last one broke the statement. */
  readonly exchanges: readonly Exchange[];
  readonly contrast?: string;
}

const FROM_HERE_ON = 'it succeeded before; from here on everything is answered so, and the run ends';
const UNDER_LOAD = 'an answer below 500 under load, as when it is sent alone';
/** In the words for it. All that is refused so has one cause. */
export const BEHIND_REFUSAL = 'over the connection that had just carried a refused request: that one may be left unread in part';

/** Good credentials and a request that succeeds elsewhere are refused for what the connection carried before (RFC 9112 §9.3). */
function behindRefusalDeviations(exchange: Exchange, name: EndpointName): Deviation[] {
  return statusDeviations(exchange, name).map(({ expected, actual }) => ({
    expected: `${expected}, which the same request gets over a connection of its own`,
    actual: `${actual} ${BEHIND_REFUSAL}`,
  }));
}

/** Checks every exchange against the statements about all answers, whatever its purpose. */
export class AnswerWatch {
  readonly #documented: DocumentedAnswers;
  readonly #ledger: Ledger;
  readonly #broken: Broken[] = [];

  /** @param known ids of records that exist */
  constructor(fixtures: Fixtures, known: Set<string>, ledger: Ledger) {
    this.#ledger = ledger;
    this.#documented = new DocumentedAnswers(fixtures, known, ledger);
  }

  readonly watch = (endpoint: EndpointName, call: Call, exchange: Exchange): void => {
    const isCutOff = exchange.failure?.kind === 'reset' && (call.rawBody?.length ?? 0) >= LARGE_BODY;
    const order: Breach = { requirement: EVERY_REQUEST, deviations: isCutOff ? [] : orderDeviations(exchange) };
    for (const { earlier, ...breach } of [order, ...this.#documented.breaches(endpoint, call, exchange)])
      if (breach.deviations.length > 0 && this.#broken.length < MOST_BROKEN)
        this.#broken.push({ ...breach, endpoint, exchanges: earlier === undefined ? [exchange] : [earlier, exchange] });
    const { refusedBehind, refusedNowAndThen, brokenBeside, brokenDown } = exchange;
    const refused = (name: EndpointName, exchanges: readonly Exchange[], deviations: Deviation[], contrast?: string) =>
      this.#broken.push({ requirement: statusStatement(name), endpoint: name, exchanges, deviations, ...(contrast && { contrast }) });
    const read = brokenDown && ENDPOINT_NAMES.find((name) => `${row(name).method} ${row(name).path}` === brokenDown.route);
    if (brokenDown && read) refused(read, [brokenDown.exchange], statusDeviations(brokenDown.exchange, read), FROM_HERE_ON);
    if (brokenBeside !== undefined)
      this.#broken.push({
        ...{ requirement: EVERY_REQUEST, endpoint, exchanges: [brokenBeside] },
        deviations: orderDeviations(brokenBeside).map((deviation) => ({ ...deviation, expected: UNDER_LOAD })),
        contrast: `alone: ${exchange.answer?.status}; ${brokenBeside.inFlight ?? 1} in flight: ${outcome(brokenBeside)}`,
      });
    const again = `the same request again, at once: ${outcome(exchange)}; so it was several times before`;
    if (refusedNowAndThen) refused(endpoint, [refusedNowAndThen], statusDeviations(refusedNowAndThen, endpoint), again);
    if (refusedBehind?.afterRefusal)
      refused(endpoint, [refusedBehind.afterRefusal, refusedBehind], behindRefusalDeviations(refusedBehind, endpoint));
  };

  /** What was only asked for to explain a failure is no further one. */
  forget(): void {
    this.#broken.length = 0;
  }

  /** Adds to a record what the test's requests broke besides what the test looked for. */
  report(record: CheckRecord): void {
    const rhythm = this.#ledger.rhythm.words();
    for (const { requirement, endpoint, deviations, exchanges: own, beside, ...more } of this.#broken.splice(0)) {
      const other = beside?.();
      const contrast = other === undefined ? more.contrast : `${RIGHT_BEFORE}${other.words} in flight: wrong`;
      const exchanges = other === undefined ? own : [other.exchange, ...own.slice(-1)];
      const said = [requirement === EVERY_REQUEST ? rhythm : null, contrast].filter(Boolean).join('; ');
      record.alsoFailed(requirement, endpoint, deviations, exchanges, said || undefined);
    }
  }
}
