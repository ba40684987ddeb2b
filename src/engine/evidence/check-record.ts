import type { Finding } from '../../checks/finding.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { StoredExchange } from '../../http/storage.ts';
import type { NotAssessed } from '../../settings/not-assessed.ts';
import type { Category } from '../../specification/categories.ts';
import { question, requirement } from '../../specification/register.ts';
import type { CheckEvidence, Evidence } from './evidence.ts';
import { failureMessage } from './failure-message.ts';

/** The statement about each and every request of a run. */
export const EVERY_REQUEST = 'robustness.every-request';

/** What a test says that it covers: statements of the register, at one endpoint. */
export interface Covers {
  readonly endpoint: number | null;
  readonly requirements: readonly string[];
  /** Questions whose answers it may record. */
  readonly observes?: readonly string[];
  /** Other tests check these statements as well: what this one cannot try, since an implementation may refuse it, leaves nothing open. */
  readonly further?: true;
  /** Where the checks stand in the report, if not under their statement's own category. */
  readonly category?: Category;
}

/** What a check brings along beside its findings. */
export interface Proof {
  readonly exchanges?: readonly Exchange[];
  /** Where the statement was checked, if not at the endpoint that the test covers. */
  readonly endpoint?: number;
  readonly counterexample?: unknown;
  readonly original?: unknown;
  readonly shrinks?: number;
  readonly flaky?: boolean;
  /** Names the counterexample among the generated inputs, for the replay line. */
  readonly token?: string;
}

type Observation = Evidence['observations'][number];

/**
 * Keeps the outcomes of one test's checks, and keeps the test honest: every statement that it declares must be checked or said to be
 * not assessed, and it may check nothing that it does not declare.
 */
export class CheckRecord {
  readonly checks: CheckEvidence[] = [];
  /** Exchanges that a failed check shows. */
  readonly #shown = new Set<Exchange>();
  readonly observations: Observation[] = [];
  readonly #covers: Covers;
  readonly #store: (exchange: Exchange) => StoredExchange;
  readonly #replay: (token?: string) => string;
  /** Why a further test could not try what it came for. */
  readonly #untried = new Set<string>();
  #cut: NotAssessed | null = null;

  constructor(covers: Covers, store: (exchange: Exchange) => StoredExchange, replay: (token?: string) => string) {
    this.#covers = covers;
    this.#store = store;
    this.#replay = replay;
  }

  /** What is checked from here on was seen in part only: it can fail, but nothing is passed or observed, and what is left open is so for this reason. */
  cutShort(reason: NotAssessed): void {
    this.#cut ??= reason;
  }

  /** One check of one statement: it holds when there are no findings. */
  check(id: string, findings: readonly Finding[], proof: Proof = {}): void {
    const at = proof.endpoint === undefined ? {} : { endpoint: proof.endpoint };
    if (findings.length === 0) {
      if (this.#cut) this.notAssessed(id, this.#cut.message, this.#cut.variables, at);
      else this.#add(id, { status: 'passed', ...at });
      return;
    }
    for (const exchange of proof.exchanges ?? []) this.#shown.add(exchange);
    const { exchanges = [], token, counterexample, original, shrinks, flaky } = proof;
    const shrunk =
      counterexample === undefined ? {} : { counterexample, ...(shrinks ? { original, shrinks } : {}), ...(flaky && { flaky }) };
    this.#add(id, { status: 'failed', findings, exchanges: exchanges.map(this.#store), replay: this.#replay(token), ...shrunk, ...at });
  }

  /**
   * A failure that came to light without being looked for: a statement about every request, broken by one of this test's. Left out where the
   * test tells it already: the same statement at the same endpoint, or, of an exchange out of order, by a check that shows it or its like.
   */
  alsoFailed(id: string, endpoint: number, findings: readonly Finding[], exchange: Exchange): void {
    const failed = this.checks.filter(({ status }) => status === 'failed');
    const told =
      id === EVERY_REQUEST
        ? this.#shown.has(exchange) || failed.some(({ requirement: other }) => requirement(other).level === 'robustness')
        : failed.some((check) => check.requirement === id && check.endpoint === endpoint);
    if (!told)
      this.checks.push({
        requirement: requirement(id).id,
        endpoint,
        status: 'failed',
        findings,
        exchanges: [this.#store(exchange)],
        replay: this.#replay(),
      });
  }

  notAssessed(id: string, reason: string, variables: readonly string[] = [], at: Pick<Proof, 'endpoint'> = {}): void {
    const { message, variables: named } = this.#cut ?? { message: reason, variables };
    // A refusal names no setting; want of one, or a limit of the run, is no choice of the implementation's.
    if (this.#covers.further && named.length === 0) {
      this.#untried.add(message);
      return;
    }
    this.#add(id, { status: 'not-assessed', reason: message, variables: named, ...at });
  }

  observe(id: string, answer: unknown, endpoint: number | null = this.#covers.endpoint): void {
    if (!this.#covers.observes?.includes(question(id).id))
      throw new Error(`The test records the answer to ${id} without declaring it in \`observes\`.`);
    if (this.#cut !== null) return;
    this.observations.push({ id, endpoint, answer });
  }

  /** Every declared statement that has no check yet becomes not assessed, for that reason. */
  leaveOpen({ message, variables }: NotAssessed): void {
    for (const id of this.#unchecked()) this.notAssessed(id, message, variables);
  }

  /** Declared statements that the test neither checked nor left open: a mistake of the suite. */
  assertComplete(): void {
    if (this.#untried.size > 0) return;
    const unchecked = this.#unchecked();
    if (unchecked.length > 0) throw new Error(`The test declares ${unchecked.join(', ')} but did not check it.`);
  }

  /** The failures in words for people, or null when nothing failed. */
  failures(): string | null {
    const failed = this.checks.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return null;
    return failed.map((check) => failureMessage(requirement(check.requirement), check)).join('\n\n');
  }

  /** Why nothing was assessed, or null when something was. */
  nothingAssessed(): string | null {
    if (this.checks.length === 0 && this.#untried.size > 0) return [...this.#untried].join('; ');
    const reasons = new Set(this.checks.map(({ status, reason }) => (status === 'not-assessed' ? reason : null)));
    return this.checks.length === 0 || reasons.has(null) ? null : [...reasons].join('; ');
  }

  #unchecked(): string[] {
    return this.#covers.requirements.filter((id) => !this.checks.some((check) => check.requirement === id));
  }

  #add(id: string, outcome: Pick<CheckEvidence, 'status'> & Partial<CheckEvidence>): void {
    if (!this.#covers.requirements.includes(id)) throw new Error(`The test checks ${id} without declaring it in \`requirements\`.`);
    const { endpoint, category } = this.#covers;
    this.checks.push({ endpoint, ...outcome, requirement: requirement(id).id, ...(category && { category }) });
  }
}
