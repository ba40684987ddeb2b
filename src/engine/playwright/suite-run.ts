import { pathToFileURL } from 'node:url';
import type { Metadata, TestInfo } from '@playwright/test';
import { readSettings } from '../../settings/settings.ts';
import { type AttachedEvidence, EVIDENCE, OBSTACLE } from '../evidence/evidence.ts';
import { aboutToLeave, inOrderOfWorth, recordsOf } from '../plan.ts';
import { examine, lanesFor, type Played, type Playing, play } from '../play.ts';
import { setUpProviderStates } from '../provider-states.ts';
import { beginListing, keepLimits, limitsLearnedBefore, RunState } from '../run-state.ts';
import type { Scenario } from '../scenario.ts';
import { Session } from '../session.ts';
import { isPartial, partsOf, plannedIn } from './parts.ts';

/** The test that Playwright waits for. Playwright asks for one at a time. */
interface Asked {
  readonly testInfo: TestInfo;
  readonly resolve: (played: Played) => void;
  readonly reject: (error: unknown) => void;
}

/** Plays the scenarios of all files in an order of its own. What ends is attached at once to the test that Playwright waits for, so that an interruption loses nothing. */
export class SuiteRun {
  readonly #metadata: Metadata;
  readonly #load: (url: string) => Promise<readonly Scenario[]>;
  readonly #played = new Map<string, Played>();
  readonly #unattached: AttachedEvidence[] = [];
  #begun: Promise<RunState | { readonly obstacle: string }> | null = null;
  #planned: ReadonlySet<string> = new Set();
  #asked: Asked | null = null;
  #attaching: Promise<void>[] = [];
  #tearDownStates: () => Promise<void> = async () => {};

  /** @param load collects the scenarios of a spec file, by its URL */
  constructor(metadata: Metadata, load: (url: string) => Promise<readonly Scenario[]>) {
    this.#metadata = metadata;
    this.#load = load;
  }

  /** Waits for a test's scenario, and plays it where no plan holds it. Null where the run has no verdict. */
  async outcomeOf(testInfo: TestInfo, scenario: Scenario): Promise<Played | null> {
    this.#begun ??= this.#begin();
    const run = await this.#begun;
    if ('obstacle' in run) {
      await testInfo.attach(OBSTACLE, { body: run.obstacle, contentType: 'text/plain' });
      return null;
    }
    const { title } = scenario;
    const ended = new Promise<Played>((resolve, reject) => {
      this.#asked = { testInfo, resolve, reject };
    });
    for (const evidence of this.#unattached.splice(0)) this.#attach(evidence);
    const played = this.#played.get(title);
    if (played !== undefined) this.#asked?.resolve(played);
    else if (!this.#planned.has(title)) this.#play(run, [scenario], { lanes: 1 }, () => title);
    const own = await ended;
    this.#asked = null;
    await Promise.all(this.#attaching.splice(0));
    return own;
  }

  async close(): Promise<void> {
    const begun = await this.#begun?.catch(() => null);
    await this.#tearDownStates();
    if (!(begun instanceof RunState)) return;
    if (!begun.facts.embedded) keepLimits(begun.settings, begun.environment.limits);
    await begun.close();
  }

  async #begin(): Promise<RunState | { readonly obstacle: string }> {
    this.#tearDownStates = await setUpProviderStates();
    const settings = readSettings(process.env);
    const run = new RunState(settings, {
      listing: beginListing(settings),
      learned: limitsLearnedBefore(settings),
      isShard: partsOf(this.#metadata).some(({ shard }) => shard !== null),
      say: (line) => process.stdout.write(`${line}\n`),
    });
    const examined = await examine(run);
    if (examined.obstacle !== null) {
      await run.close();
      return { obstacle: examined.obstacle };
    }
    const isPart = isPartial(partsOf(this.#metadata));
    const scenarios = inOrderOfWorth(await this.#scenarios(), run.isBounded);
    const planned = isPart ? recordsOf(scenarios) : undefined;
    const leaving = run.facts.embedded ? null : aboutToLeave(settings, isPart ? 'This part of a run' : 'This run', planned);
    this.#planned = new Set(scenarios.map(({ title }) => title));
    if (leaving !== null) process.stdout.write(`${leaving}\n`);
    const lanes = await lanesFor(run, examined.answers);
    this.#play(
      run,
      scenarios,
      { lanes, ...(!run.isBounded && lanes > 1 && { isIdle: () => run.transport.isIdle(run.baseUrl) }) },
      laneName,
    );
    return run;
  }

  /** The scenarios of the tests that this run asks for; none where nobody says which these are. */
  async #scenarios(): Promise<Scenario[]> {
    const all: Scenario[] = [];
    for (const [file, titles] of Object.entries(plannedIn(this.#metadata))) {
      const scenarios = await this.#load(pathToFileURL(file).href);
      all.push(...scenarios.filter(({ title }) => titles.includes(title)));
    }
    return all;
  }

  #play(run: RunState, scenarios: readonly Scenario[], how: Pick<Playing, 'lanes' | 'isIdle'>, nameOf: (lane: number) => string): void {
    const playing = play(scenarios, { ...how, open: (lane) => new Session(run, nameOf(lane)), ended: (played) => this.#ended(played) });
    // Told to the test that waits for it.
    playing.catch((error: unknown) => this.#asked?.reject(error));
  }

  #ended(played: Played): void {
    const { title } = played.scenario;
    this.#played.set(title, played);
    const attached = { title, evidence: played.evidence };
    if (this.#asked === null) this.#unattached.push(attached);
    else this.#attach(attached);
    if (this.#asked?.testInfo.title === title) this.#asked.resolve(played);
  }

  #attach(evidence: AttachedEvidence): void {
    const attaching = this.#asked?.testInfo.attach(EVIDENCE, { body: JSON.stringify(evidence), contentType: 'application/json' });
    if (attaching) this.#attaching.push(attaching);
  }
}

/** *a*, *b*, … *z*, *aa*: part of the names that a lane makes up. */
function laneName(lane: number): string {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (lane % 26));
  return lane < 26 ? letter : laneName(Math.floor(lane / 26) - 1) + letter;
}
