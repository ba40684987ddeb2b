// Measures what each scenario costs and what it is worth, and writes schemas/plan.json: the order in which a run plays them.
// `tsx scripts/plan.ts` measures the costs and takes the sights of an earlier `npm run plan`: which scenario sees which fault.
import { readFileSync, writeFileSync } from 'node:fs';
import { suiteScenarios } from '../mutation/run-parts.ts';
import { runSuite } from '../mutation/run-suite.ts';
import { inOrderOfWorth, type PlannedScenario } from '../src/engine/plan.ts';
import { grouped } from '../src/result/lists.ts';

const FILE = new URL('../schemas/plan.json', import.meta.url);
/** One ordinary exchange of each endpoint comes first. What follows shares these, so that its cost depends little on the order. */
const TYPICAL = ': the typical answer is as documented';
/** A requirement that nobody has looked at weighs as much as so many faults. */
const REQUIREMENT = 8;
/** A record stays at the target for ever; a request is soon forgotten. */
const RECORD = 2;
/** A careful service locks an account for wrong credentials, so other requirements come before them, if they do not cost so many times as much. */
const WRONG_CREDENTIALS = / wrong credentials are rejected$/;
const TIMES_DEARER = 7;
/** What costs nothing more has some cost. */
const LEAST_COST = 0.5;

/** Things that scenarios show, each of which counts for the first that is taken. */
function worthOf(pairs: readonly (readonly [title: string, thing: string])[]) {
  const taken = new Set<string>();
  const shown = grouped(pairs, ([title]) => title);
  const freshOf = (title: string) => new Set((shown.get(title) ?? []).map(([, thing]) => thing).filter((thing) => !taken.has(thing)));
  return {
    /** How many of its things nothing taken has shown. */
    fresh: (title: string): number => freshOf(title).size,
    take(title: string): number {
      const fresh = freshOf(title);
      for (const thing of fresh) taken.add(thing);
      return fresh.size;
    },
  };
}

const { result } = await runSuite({}, { inOrder: true, lanes: 1, variables: { CES_PROPERTY_RUNS: '100' } });
const costs = new Map((result.tests ?? []).map((cost) => [cost.title, cost]));
const passed = result.requirements.flatMap(({ id, level, checks }) =>
  checks.filter(({ status }) => status === 'passed').map(({ title, endpoint }) => ({ id, level, title, endpoint })),
);
const sights = JSON.parse(readFileSync('reports/fault-sights.json', 'utf8')) as Record<string, string[]>;
const requirements = worthOf(passed.filter(({ level }) => level === 'requirement').map(({ title, id }) => [title, id]));
const places = worthOf(passed.map(({ title, id, endpoint }) => [title, `${id} ${endpoint}`]));
const faults = worthOf(Object.entries(sights).flatMap(([fault, titles]) => titles.map((title) => [title, fault] as const)));

const scenarios = (await suiteScenarios()).flatMap((file) => file.scenarios);
const ordered = inOrderOfWorth(scenarios, true);
const rest = new Set(ordered.filter(({ covers }) => !covers.last).map(({ title }) => title));
const plan: PlannedScenario[] = [];
for (const { title } of ordered.filter(({ title }) => title.endsWith(TYPICAL))) take(title);
while (rest.size > 0) take(best());
for (const { title } of ordered.filter(({ covers }) => covers.last)) take(title);
writeFileSync(FILE, `[\n${plan.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
const sum = (of: (entry: PlannedScenario) => number) => plan.reduce((total, entry) => total + of(entry), 0);
process.stdout.write(
  `${sum((entry) => entry.requests)} requests, ${sum((entry) => entry.records)} records: ${sum((entry) => entry.newRequirements)} requirements, ${sum((entry) => entry.newFaults)} faults. What a limit leaves of them: npm run benchmark -- --curve\n`,
);

/** What adds most for its cost; of two that add as much, what looks at more endpoints. */
function best(): string {
  const [risky = [], safe = []] = [true, false].map((is) => [...rest].filter((title) => WRONG_CREDENTIALS.test(title) === is));
  const cheapest = (titles: readonly string[]) => Math.max(...titles.map((title) => requirements.fresh(title) / costOf(title)));
  const isSafeCheap = cheapest(safe) > 0 && cheapest(safe) * TIMES_DEARER > cheapest(risky);
  const scores = (isSafeCheap ? safe : [...rest]).map((title) => {
    const cost = costOf(title);
    return { title, worth: (REQUIREMENT * requirements.fresh(title) + faults.fresh(title)) / cost, also: places.fresh(title) / cost };
  });
  const [first] = scores.sort((one, other) => other.worth - one.worth || other.also - one.also);
  return first?.title ?? '';
}

function costOf(title: string): number {
  const { requests = 0, records = 0 } = costs.get(title) ?? {};
  return requests + RECORD * records + LEAST_COST;
}

function take(title: string): void {
  const { requests = 0, records = 0, durationMs = 0 } = costs.get(title) ?? {};
  const [newRequirements, newFaults] = [requirements.take(title), faults.take(title)];
  places.take(title);
  plan.push({ title, requests, records, milliseconds: Math.round(durationMs), newRequirements, newFaults });
  rest.delete(title);
}
