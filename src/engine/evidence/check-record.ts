import type { Deviation } from '../../checks/deviation.ts';
import { READ_AGAIN } from '../../checks/run-history.ts';
import { SetAside } from '../../client/ask.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { StoredExchange } from '../../http/storage.ts';
import type { NotAssessed } from '../../settings/not-assessed.ts';
import type { Category } from '../../specification/categories.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import { type QuestionId, question, type StatementId, statementOf } from '../../specification/register.ts';
import { type CheckEvidence, type Evidence, failureMessage, type RecordedDeviation } from './evidence.ts';

export const EVERY_REQUEST: StatementId = 'robustness.every-request';

export interface Covers {
  readonly endpoint: EndpointName | null;
  readonly statements: readonly StatementId[];
  /** Questions whose answers it may record. */
  readonly observes?: readonly QuestionId[];
  /** Other tests check these statements as well, so a refusal here leaves nothing open. */
  readonly optional?: true;
  /** The category of the checks in the report, if not their statement's own. */
  readonly category?: Category;
  /** It looks at what the others left, so it begins when they have ended. */
  readonly last?: true | 'of all';
}

export interface Proof {
  readonly exchanges?: readonly Exchange[];
  /** The endpoint of the check, if not the one that the test covers. */
  readonly endpoint?: EndpointName;
  readonly counterexample?: unknown;
  readonly original?: unknown;
  readonly shrinks?: number;
  readonly flaky?: boolean;
  /** What passed beside it, in one line. */
  readonly contrast?: string;
  /** Names the counterexample among the generated inputs, for the replay line. */
  readonly token?: string;
}

/** How a failure is shown. */
interface Showing {
  store(exchange: Exchange): StoredExchange;
  replay(token?: string, isOfWholeRun?: boolean): string;
  /** The requests that made the records which one asks for, where such new ones would show the failure. */
  creationsFor(exchange: Exchange, statement: string): readonly Exchange[];
}

/** A creation whose answer was timed otherwise is the same one. */
const SAME_MS = 5;

type Observation = Evidence['observations'][number];

/** What a failed check shows. */
interface ShownFailure {
  /** Of the check. */
  readonly index: number;
  /** It broke the statement. */
  readonly exchange: Exchange;
  /** What is wrong with that exchange. */
  readonly deviations: readonly Deviation[];
  /** All that the check shows. */
  readonly exchanges: readonly Exchange[];
}

/** The outcomes of one test's checks. The test must check, or leave open, every statement that it declares, and no other. */
export class CheckRecord {
  readonly checks: CheckEvidence[] = [];
  /** Exchanges that a failed check shows. */
  readonly #shown = new Set<Exchange>();
  readonly shownBy: ShownFailure[] = [];
  readonly observations: Observation[] = [];
  readonly #covers: Covers;
  readonly #shows: Showing;
  /** Why an optional test could not do its check. */
  readonly #untried = new Set<string>();
  #cut: NotAssessed | null = null;
  #left: NotAssessed | null = null;

  constructor(covers: Covers, shows: Showing) {
    this.#covers = covers;
    this.#shows = shows;
  }

  /** From here on, checks see only a part. They can fail, but not pass or observe; what stays open gets this reason. */
  cutShort(reason: NotAssessed): void {
    this.#cut ??= reason;
  }

  /** Why checks see only a part, or why the test ended early; null where neither is so. */
  get openFor(): NotAssessed | null {
    return this.#cut ?? this.#left;
  }

  /** One check of one statement. It holds when there are no deviations. */
  check(id: StatementId, deviations: readonly Deviation[], proof: Proof = {}): void {
    const at = proof.endpoint === undefined ? {} : { endpoint: proof.endpoint };
    if (deviations.length === 0) {
      if (this.#cut) this.notAssessed(id, this.#cut.message, this.#cut.variables, at);
      else this.#add(id, { status: 'passed', ...at });
      return;
    }
    const { token, counterexample, original, shrinks, flaky, contrast } = proof;
    const exchanges = [...new Set([...(proof.exchanges ?? []), ...deviations.flatMap(({ exchange }) => exchange ?? [])])];
    const shrunk =
      counterexample === undefined ? {} : { counterexample, ...(shrinks ? { original, shrinks } : {}), ...(flaky && { flaky }) };
    this.#add(id, { ...this.#failed(id, deviations, exchanges, contrast, token), ...shrunk, ...at });
  }

  /** A failure that the test did not look for. Left out where a failed check shows it already. */
  alsoFailed(
    id: StatementId,
    endpoint: EndpointName,
    deviations: readonly Deviation[],
    seen: Exchange | readonly Exchange[],
    contrast?: string,
  ): void {
    const exchanges = [seen].flat();
    const failed = this.checks.filter(({ status }) => status === 'failed');
    const reported =
      id === EVERY_REQUEST
        ? exchanges.some((exchange) => this.#shown.has(exchange)) ||
          failed.some(({ requirement: other }) => statementOf(other).level === 'robustness')
        : failed.some((check) => check.requirement === id && check.endpoint === endpoint);
    if (reported) return;
    this.checks.push({ requirement: statementOf(id).id, endpoint, met: true, ...this.#failed(id, deviations, exchanges, contrast) });
  }

  /** Adds what other requests of the run tell of a failed check. @param words stand before what the check says itself, and `further` behind it */
  explain(index: number, words: string | null, earlier: readonly Exchange[], further = ''): void {
    const { [index]: check } = this.checks;
    if (check?.status !== 'failed') return;
    const { findings = [], exchanges = [] } = check;
    const contrast = [words, check.contrast, further].filter(Boolean).join('; ');
    this.checks[index] = {
      ...check,
      findings: findings.map((each) => (each.exchange === undefined ? each : { ...each, exchange: each.exchange + earlier.length })),
      exchanges: [...earlier.map(this.#shows.store), ...exchanges],
      ...(contrast !== '' && { contrast }),
    };
  }

  /** Shows a failed check by other requests, the last of which broke the statement alike. */
  showBy(index: number, contrast: string, deviations: readonly Deviation[], exchanges: readonly Exchange[]): void {
    const { [index]: check } = this.checks;
    if (check?.status !== 'failed') return;
    const shown = { findings: withIndices(deviations, exchanges), exchanges: exchanges.map(this.#shows.store) };
    // It fails each time, and not for its input.
    const { flaky: _, counterexample: __, original: ___, replay: ____, ...rest } = check;
    this.checks[index] = { ...rest, ...shown, contrast };
  }

  /** What failed of these statements proves nothing after all. @param which of the ids */
  withdrawFailures(which: RegExp, { message: reason, variables }: NotAssessed): void {
    for (const [index, check] of this.checks.entries()) {
      const { status, requirement: id, endpoint, category } = check;
      if (status === 'failed' && which.test(id))
        this.checks[index] = { requirement: id, endpoint, status: 'not-assessed', reason, variables, ...(category && { category }) };
    }
  }

  notAssessed(id: StatementId, reason: string, variables: readonly string[] = [], at: Pick<Proof, 'endpoint'> = {}): void {
    const { message, variables: named } = this.#cut ?? { message: reason, variables };
    // A refusal names no setting. The implementation did not choose a missing setting or a limit of the run.
    if (this.#covers.optional && named.length === 0) {
      this.#untried.add(message);
      return;
    }
    this.#add(id, { status: 'not-assessed', reason: message, variables: named, ...at });
  }

  observe(id: QuestionId, answer: unknown, endpoint: EndpointName | null = this.#covers.endpoint): void {
    if (!this.#covers.observes?.includes(question(id).id))
      throw new Error(`The test records the answer to ${id} without naming it in its scenario.`);
    if (this.#cut !== null) return;
    this.observations.push({ id, endpoint, answer });
  }

  /** Marks every declared statement without a check as not assessed, for this reason. */
  leaveOpen(reason: NotAssessed): void {
    this.#left = reason;
    const { message, variables } = reason;
    // The implementation did not choose what its surroundings refuse, or lose.
    const isOfSurroundings = reason instanceof SetAside;
    for (const id of this.#unchecked())
      if (isOfSurroundings) this.#add(id, { status: 'not-assessed', reason: message, variables });
      else this.notAssessed(id, message, variables);
  }

  /** Throws where the test neither checked nor left open a declared statement: a mistake of the suite. */
  assertComplete(): void {
    if (this.#untried.size > 0) return;
    const unchecked = this.#unchecked();
    if (unchecked.length > 0) throw new Error(`The test declares ${unchecked.join(', ')} but did not check it.`);
  }

  /** The failures that the test looked for, in words for people, or null without any. What it merely met fails the test that looks for it. */
  failures(): string | null {
    const failed = this.checks.filter(({ status, met }) => status === 'failed' && !met);
    if (failed.length === 0) return null;
    return failed.map((check) => failureMessage(statementOf(check.requirement), check)).join('\n\n');
  }

  nothingAssessed(): string | null {
    if (this.checks.length === 0 && this.#untried.size > 0) return [...this.#untried].join('; ');
    const reasons = new Set(this.checks.map(({ status, reason }) => (status === 'not-assessed' ? reason : null)));
    return this.checks.length === 0 || reasons.has(null) ? null : [...reasons].join('; ');
  }

  #failed(id: string, deviations: readonly Deviation[], judged: readonly Exchange[], contrast?: string, token?: string) {
    const { store, replay, creationsFor } = this.#shows;
    const isNamed = ({ request, startedAt }: Exchange) =>
      judged.some((each) => each.request.url === request.url && Math.abs(each.startedAt - startedAt) <= SAME_MS);
    const exchanges = [...new Set([...judged.flatMap((each) => creationsFor(each, id)).filter((each) => !isNamed(each)), ...judged])];
    for (const exchange of judged) this.#shown.add(exchange);
    const [deviation] = deviations;
    const exchange = deviation?.exchange ?? judged.at(-1);
    const own = deviations.filter((one) => (one.exchange ?? exchange) === exchange);
    if (exchange) this.shownBy.push({ index: this.checks.length, exchange, deviations: own, exchanges });
    const shown = {
      findings: withIndices(deviations, exchanges),
      exchanges: exchanges.map(store),
      replay: replay(token, contrast?.includes(READ_AGAIN)),
    };
    return { status: 'failed' as const, ...shown, ...(contrast !== undefined && { contrast }) };
  }

  #unchecked(): StatementId[] {
    return this.#covers.statements.filter((id) => !this.checks.some((check) => check.requirement === id));
  }

  #add(id: StatementId, outcome: Pick<CheckEvidence, 'status'> & Partial<CheckEvidence>): void {
    if (!this.#covers.statements.includes(id)) throw new Error(`The test checks ${id} without naming it in its scenario.`);
    const { endpoint, category } = this.#covers;
    this.checks.push({ endpoint, ...outcome, requirement: statementOf(id).id, ...(category && { category }) });
  }
}

/** The deviations as evidence: each names its exchange by the index, the last one where it names none. */
function withIndices(deviations: readonly Deviation[], exchanges: readonly Exchange[]): RecordedDeviation[] {
  return deviations.map(({ exchange, ...deviation }) => {
    const index = exchange === undefined ? exchanges.length - 1 : exchanges.indexOf(exchange);
    return { ...deviation, ...(index >= 0 && { exchange: index }) };
  });
}
