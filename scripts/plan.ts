// Measures what each scenario costs and what it is worth, and writes schemas/plan.json: the order in which a run plays them.
// `tsx scripts/plan.ts` measures the costs and takes the sights of an earlier mutation run; which scenario sees which fault: scripts/fault-sights.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runSuite } from '../mutation/run-suite.ts';
import { suiteScenarios } from '../mutation/suite-scenarios.ts';
import { inOrderOfWorth, type PlannedScenario } from '../src/engine/plan.ts';

const FILE = new URL('../schemas/plan.json', import.meta.url);
const REPORTS = 'reports';
/** One ordinary exchange of each endpoint comes first. What follows shares these, so that its cost depends little on the order. */
const TYPICAL = ': the typical answer is as documented';
/** A requirement that nobody has looked at weighs as much as so many faults. */
const REQUIREMENT = 8;
/** A record stays at the target for ever; a request is soon forgotten. */
const RECORD = 2;
/** A careful service locks an account for wrong credentials, so all other requirements come before them. */
const WRONG_CREDENTIALS = / wrong credentials are rejected$/;
/** What costs nothing more has some cost. */
const LEAST_COST = 0.5;

const faultsSeenBy = sights();
const { result } = await runSuite(
  {},
  { parts: [() => true], inOrder: true, settles: () => false, lanes: 1, variables: { CES_PROPERTY_RUNS: '100' } },
);
const costs = new Map((result.tests ?? []).map((cost) => [cost.title, cost]));
const [judgedBy, judgedAtBy] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
for (const { id, level, checks } of result.requirements)
  for (const { title, endpoint, status } of checks) {
    if (status !== 'passed') continue;
    add(judgedAtBy, title, `${id} ${endpoint}`);
    if (level === 'requirement') add(judgedBy, title, id);
  }

const scenarios = inOrderOfWorth(
  (await suiteScenarios()).flatMap((file) => file.scenarios),
  true,
);
const rest = new Set(scenarios.filter(({ covers }) => !covers.last).map(({ title }) => title));
const [judged, judgedAt, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
const plan: PlannedScenario[] = [];
for (const { title } of scenarios.filter(({ title }) => title.endsWith(TYPICAL))) take(title);
while (rest.size > 0) take(best());
for (const { title } of scenarios.filter(({ covers }) => covers.last)) take(title);
writeFileSync(FILE, `[\n${plan.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
show();

function best(): string {
  let [chosen, most] = ['', [-1, -1]];
  const safe = [...rest].filter((title) => !WRONG_CREDENTIALS.test(title));
  const isEarly = safe.some((title) => fresh(judgedBy, title, judged).length > 0);
  for (const title of isEarly ? safe : rest) {
    const { requests = 0, records = 0 } = costs.get(title) ?? {};
    const cost = requests + RECORD * records + LEAST_COST;
    const worth = REQUIREMENT * fresh(judgedBy, title, judged).length + fresh(faultsSeenBy, title, seen).length;
    const also = fresh(judgedAtBy, title, judgedAt).length;
    const score = [worth / cost, also / cost];
    if ((score[0] ?? 0) > (most[0] ?? 0) || (score[0] === most[0] && (score[1] ?? 0) > (most[1] ?? 0))) [chosen, most] = [title, score];
  }
  return chosen;
}

function take(title: string): void {
  const { requests = 0, records = 0, durationMs = 0 } = costs.get(title) ?? {};
  plan.push({
    title,
    requests,
    records,
    milliseconds: Math.round(durationMs),
    newRequirements: fresh(judgedBy, title, judged).length,
    newFaults: fresh(faultsSeenBy, title, seen).length,
  });
  for (const [from, to] of [
    [judgedBy, judged],
    [judgedAtBy, judgedAt],
    [faultsSeenBy, seen],
  ] as const)
    for (const one of from.get(title) ?? []) to.add(one);
  rest.delete(title);
}

function fresh(by: Map<string, Set<string>>, title: string, known: ReadonlySet<string>): string[] {
  return [...(by.get(title) ?? [])].filter((one) => !known.has(one));
}

function add(to: Map<string, Set<string>>, key: string, value: string): void {
  to.set(key, (to.get(key) ?? new Set()).add(value));
}

/** The faults that each scenario sees. */
function sights(): Map<string, Set<string>> {
  const by = new Map<string, Set<string>>();
  for (const file of readdirSync(REPORTS).filter((name) => name.startsWith('fault-sights-')))
    for (const [fault, titles] of Object.entries(JSON.parse(readFileSync(`${REPORTS}/${file}`, 'utf8')) as Record<string, string[]>))
      for (const title of titles) add(by, title, fault);
  return by;
}

function show(): void {
  let [requests, records, requirements, faults] = [0, 0, 0, 0];
  const all = plan.reduce((sum, { newFaults }) => sum + newFaults, 0);
  let next = 50;
  for (const entry of plan) {
    requests += entry.requests;
    records += entry.records;
    requirements += entry.newRequirements;
    faults += entry.newFaults;
    if (requests < next) continue;
    next = requests + 50;
    process.stdout.write(
      `${requests} requests, ${records} records: ${requirements} requirements, ${faults} of ${all} faults (${Math.round((100 * faults) / all)} %)\n`,
    );
  }
  process.stdout.write(`${requests} requests, ${records} records: ${requirements} requirements, ${faults} of ${all} faults\n`);
}
