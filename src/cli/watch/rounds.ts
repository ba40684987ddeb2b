import { changeLine, changeOf, listText } from '../../report/comparison-words.ts';
import { findingBlock } from '../../report/terminal.ts';
import { sinceBaseline } from '../../result/compare/since-baseline.ts';
import { findingsOf, groupedFindings } from '../../result/findings.ts';
import { givenLookup } from '../../result/left-open.ts';
import { type CheckResult, type ConformanceResult, judged, type RequirementResult, wasMade } from '../../result/result.ts';
import type { Grouped } from '../../result/sighting.ts';

export interface RunEnded {
  /** Null where it was interrupted. */
  readonly code: number | null;
  /** Null where it wrote none, was interrupted, or could not judge the target: then nothing new is known. */
  readonly result: ConformanceResult | null;
}

/** Runs all tests of the command line where `titles` is null, else those of these titles. */
type RunTests = (titles: readonly string[] | null, seed: number | null) => Promise<RunEnded>;

const NO_VERDICT = 'No verdict: what is known of the target stays as it was.';

/** The rounds of one watch: what is known of the target, and how the last round ended. */
export class Rounds {
  /** Of the last round that ended; null before. */
  code: number | null = null;
  readonly #run: RunTests;
  #known: ConformanceResult | null = null;
  /** Ids of findings that the tests of a round no longer see. Others may: they stay known until a whole run. */
  #unseen: ReadonlySet<string> = new Set();

  constructor(run: RunTests) {
    this.#run = run;
  }

  /** Tests with which the next round of failed checks begins: of each finding the one that shows it best. */
  get failing(): readonly string[] {
    return this.#known === null ? [] : unique(this.#seen(this.#known).map(({ finding }) => finding.title));
  }

  /** Runs everything. Returns what changed, for people; empty the first time. */
  async all(): Promise<string> {
    const before = this.#known;
    const { code, result } = await this.#run(null, before?.seed ?? null);
    this.code = code ?? this.code;
    if (result === null) return NO_VERDICT;
    this.#known = result;
    this.#unseen = new Set();
    return before === null ? '' : changes(before, result, this.#unseen);
  }

  /** Runs the test that shows each finding best, then others that looked for those that pass now. Returns what changed, for people. */
  async failed(): Promise<string> {
    const before = this.#known;
    if (before === null) return this.all();
    const tried: string[] = [];
    const codes: (number | null)[] = [];
    const hindered: string[] = [];
    let known = before;
    for (let titles = this.failing; titles.length > 0; titles = cheapTitles(this.#passing(known, tried), tried)) {
      const { code, result } = await this.#run(titles, before.seed);
      codes.push(code);
      if (result === null) {
        if (!codes.includes(null)) this.code = Math.max(...codes.map(Number));
        return NO_VERDICT;
      }
      tried.push(...titles);
      hindered.push(...hindrances(titles, result));
      known = updated(known, result);
    }
    if (tried.length === 0) return 'Nothing had failed, so nothing ran.';
    this.code = Math.max(...codes.map(Number));
    this.#known = withoutMet(known, this.#passing(known, tried));
    this.#unseen = new Set([...this.#unseen, ...this.#passing(this.#known, tried).map(({ finding }) => finding.id)]);
    return [changes(before, this.#known, this.#unseen), ...hindered.map((reason) => `  not looked at: ${reason}`)].join('\n');
  }

  /** Open findings that the last look at them saw. Completeness is known only of a whole run. */
  #seen({ requirements }: ConformanceResult): Grouped[] {
    const isOpen = ({ finding }: Grouped) => !finding.waived && finding.level !== 'completeness' && !this.#unseen.has(finding.id);
    return groupedFindings(requirements).filter(isOpen);
  }

  /** Those of them that no test of the round has seen. */
  #passing(known: ConformanceResult, tried: readonly string[]): Grouped[] {
    return this.#seen(known).filter(({ sightings }) => !sightings.some(({ check }) => tried.includes(check.title)));
  }
}

/** A later run replaces what it looked at, and nothing else. A failure that it could not look at again stays. */
function updated(before: ConformanceResult, later: ConformanceResult): ConformanceResult {
  const looked = new Set(later.requirements.flatMap(({ checks }) => checks.filter(wasMade).map(({ title }) => title)));
  return withChecks(before, ({ id, level, checks }) => {
    if (level === 'completeness') return checks;
    const again = later.requirements.find((requirement) => requirement.id === id)?.checks.filter(({ title }) => looked.has(title)) ?? [];
    const stays = (check: CheckResult) => {
      const same = again.filter(({ title, endpoint }) => title === check.title && endpoint === check.endpoint);
      return check.status === 'failed' && same.length > 0 && !same.some(wasMade);
    };
    return [...again, ...checks.filter((check) => !looked.has(check.title) || stays(check))];
  });
}

/** Without the failures that tests only met on their way, of findings that no test that looks for them shows any more. */
function withoutMet(result: ConformanceResult, passing: readonly Grouped[]): ConformanceResult {
  const gone = passing.filter(({ sightings }) => sightings.every(({ check }) => check.met)).flatMap(({ sightings }) => sightings);
  const met = new Set(gone.map(({ check }) => check));
  return withChecks(result, ({ checks }) => checks.filter((check) => !met.has(check)));
}

function withChecks(result: ConformanceResult, checksOf: (requirement: RequirementResult) => readonly CheckResult[]): ConformanceResult {
  const requirements = result.requirements.map((requirement) => judged(requirement, checksOf(requirement)));
  return { ...result, requirements, findings: findingsOf(requirements, givenLookup(result.settings)) };
}

/** Other tests that looked for the findings. Generated input, and tests that only met a finding, cost too many records for a round. */
function cheapTitles(findings: readonly Grouped[], tried: readonly string[]): string[] {
  const checks = findings.flatMap(({ sightings }) => sightings.map(({ check }) => check));
  const cheap = checks.filter((check) => check.met === undefined && check.counterexample === undefined);
  return unique(cheap.map(({ title }) => title).filter((title) => !tried.includes(title)));
}

function hindrances(titles: readonly string[], { requirements }: ConformanceResult): string[] {
  const checks = requirements.flatMap((requirement) => requirement.checks);
  const blind = titles.filter((title) => !checks.some((check) => check.title === title && wasMade(check)));
  return unique(checks.filter(({ title }) => blind.includes(title)).flatMap(({ message }) => message ?? []));
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** What a round changed: first in a line, then what is new, whole. `unseen`: findings that its tests no longer saw, and that others may still show. */
function changes(before: ConformanceResult, now: ConformanceResult, unseen: ReadonlySet<string>): string {
  const { fixed, stillThere, new: fresh } = sinceBaseline(now, { file: '', result: before });
  const open = (now.findings ?? []).filter(({ waived, level }) => !waived && level !== 'completeness');
  const found = open.filter(({ id }) => fresh.some(({ finding, waived }) => finding === id && !waived));
  const unsteady = (before.findings ?? []).filter(({ id, flaky }) => flaky && fixed.some((one) => one.id === id));
  const entries = Object.entries({
    fixed: fixed.filter(({ level, id }) => level !== 'completeness' && !unsteady.some((one) => one.id === id)),
    'no longer seen': [...unsteady, ...open.filter(({ id }) => unseen.has(id))],
    'still there': open.filter(({ id }) => stillThere.includes(id) && !unseen.has(id)),
  }).map(([label, own]) => ({ label, lines: own.map((finding) => changeLine(changeOf(finding, now.endpoints))) }));
  const counts = [...entries.map(({ label, lines }) => `${lines.length} ${label}`), `${found.length} new`];
  return [
    listText([counts.join(', ')], Object.fromEntries(entries.map(({ label, lines }) => [`${label}:`, lines]))),
    ...(unseen.size === 0 ? [] : ['  No longer seen: generated input found it too, and was not sent again. It runs with all the others.']),
    ...(unsteady.length === 0 ? [] : ['  No longer seen: it did not fail each time before either. A whole run tells more.']),
    ...found.map((finding) => `\nnew:\n${findingBlock(finding, now, { colour: process.stdout.isTTY === true })}`),
  ].join('\n');
}
