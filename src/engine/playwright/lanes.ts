import type { TestInfo } from '@playwright/test';
import pLimit, { type LimitFunction } from 'p-limit';
import { runScenario, type Scenario, type ScenarioBody, type ScenarioRun } from '../scenario.ts';
import type { Session } from '../session.ts';
import { coversOf } from './covers-annotations.ts';
import type { PlannedTest } from './plan.ts';

/** A scenario that was played, and the session that played it. */
export interface Played extends ScenarioRun {
  readonly session: Session;
}

/** A test of Playwright's, with its scenario's body. */
export interface Declared {
  readonly body: ScenarioBody;
}

/** So many scenarios a lane begin before Playwright asks for them. What they found is lost where the run is interrupted then. */
const AHEAD = 3;

/**
 * Plays the scenarios of a file side by side, while Playwright asks for one after the other. Each lane is a session of its own, like that of
 * another worker.
 */
export class Lanes {
  readonly #number: number;
  readonly #open: (lane: number) => Session;
  readonly #plannedIn: (file: string) => readonly PlannedTest[];
  readonly #limit: LimitFunction;
  readonly #sessions: Session[] = [];
  readonly #idle: Session[] = [];
  #file = '';
  /** The scenarios of the file in the order in which Playwright asks for them; none where the order is not known. */
  #scenarios: readonly (Scenario & { readonly test: Declared })[] = [];
  readonly #begun = new Map<Declared, Promise<Played>>();

  /**
   * @param open opens the session of a lane; lanes count from 0
   * @param plannedIn the tests of a file that this run asks for, in order; none where they are not known
   */
  constructor(number: number, open: (lane: number) => Session, plannedIn: (file: string) => readonly PlannedTest[]) {
    this.#number = number;
    this.#limit = pLimit(number);
    this.#open = open;
    this.#plannedIn = plannedIn;
  }

  /**
   * Plays the test that Playwright asks for, or waits for it where it has begun.
   * @param declared takes the tests that spec files have declared since it was called last, in order
   */
  play(
    test: Declared,
    { title, annotations, file }: Pick<TestInfo, 'title' | 'annotations' | 'file'>,
    declared: () => Declared[],
  ): Promise<Played> {
    if (file !== this.#file) this.#beginFile(file, declared());
    const turn = this.#scenarios.findIndex((scenario) => scenario.test === test);
    if (turn < 0) return this.#begin({ title, covers: coversOf(annotations), body: test.body });
    if (this.#scenarios[turn]?.title !== title)
      throw new Error(`The plan of ${file} has ${this.#scenarios[turn]?.title} in place of ${title}.`);
    for (const scenario of this.#scenarios.slice(0, turn + 1 + AHEAD * this.#number))
      if (!this.#begun.has(scenario.test)) this.#begun.set(scenario.test, this.#begin(scenario));
    return this.#begun.get(test) as Promise<Played>;
  }

  /** Begins nothing more. */
  async close(): Promise<void> {
    this.#limit.clearQueue();
    await Promise.all(this.#sessions.map((session) => session.close()));
  }

  #beginFile(file: string, declared: readonly Declared[]): void {
    const planned = this.#plannedIn(file);
    this.#file = file;
    this.#begun.clear();
    // Where options leave some of them out, nothing says which.
    this.#scenarios =
      planned.length === declared.length
        ? planned.flatMap(({ title, annotations }, turn) => {
            const test = declared[turn];
            return test === undefined ? [] : [{ title, covers: coversOf(annotations), body: test.body, test }];
          })
        : [];
  }

  #begin(scenario: Scenario): Promise<Played> {
    const played = this.#limit(async () => {
      const session = this.#idle.pop() ?? this.#opened();
      try {
        return { ...(await runScenario(scenario, session)), session };
      } finally {
        this.#idle.push(session);
      }
    });
    // Told to the test that waits for it.
    played.catch(() => undefined);
    return played;
  }

  #opened(): Session {
    const session = this.#open(this.#sessions.length);
    this.#sessions.push(session);
    return session;
  }
}
