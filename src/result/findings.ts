import { createHash } from 'node:crypto';
import { doubtIn } from '../checks/given-ids.ts';
import { IN_ORDER } from '../checks/json-equality.ts';
import { namesTriedCause, OF_THE_LOAD } from '../checks/run-history.ts';
import { type StoredExchange, storyTitleOf } from '../http/storage.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { LEVELS } from '../specification/categories.ts';
import { valueAt } from '../specification/json.ts';
import { damageIn, formOf, lastingSteps, masked, OF_ANOTHER, undecodedWords, wasSentForAnother, withoutForm } from './alike.ts';
import { foldConsequences } from './consequences.ts';
import { compareRanks, grouped } from './lists.ts';
import { type CheckResult, type Finding, type FormerFinding, hasFailed, type RecordedDeviation, type RequirementResult } from './result.ts';
import { sequenceOf } from './sequence/sequence.ts';
import { requestsBefore, requestsBeside } from './sequence/steps.ts';
import { type Grouped, isRareUnderLoad, representativeOf, type Sighting } from './sighting.ts';

/** One for each thing that is broken, the most telling first. Pure: the same checks give the same findings. @param lookup as `sequenceOf` takes it */
export function findingsOf(requirements: readonly RequirementResult[], lookup?: string): Finding[] {
  return groupedFindings(requirements, lookup).map(({ finding }) => finding);
}

/** The same with all that shows them: their own failed checks, and those of what follows from them. */
export function groupedFindings(requirements: readonly RequirementResult[], lookup?: string): Grouped[] {
  const sightings = requirements.flatMap((requirement) =>
    requirement.checks
      .filter(hasFailed)
      .flatMap((check) => (check.findings?.length ? check.findings : [null]).map((item) => ({ requirement, check, item }))),
  );
  const groups = merged([...grouped(sightings, keyOf).values()]);
  return foldConsequences(groups.map((group) => findingOf(group, lookup)).sort(byTelling));
}

/** What a later run needs of a finding. */
export function formerFinding(finding: FormerFinding): FormerFinding {
  const { id, level, requirement, endpoints, pointer, expected, actual, endpoint, contrast } = finding;
  const shown = { ...(endpoint !== undefined && { endpoint }), ...(contrast !== undefined && { contrast }) };
  return { id, level, requirement, endpoints, pointer, expected, actual, ...shown };
}

/** What lasts of a sighting from run to run: the statement, the place and the expectation; without a place, what was found too. */
function keyOf({ requirement: { id, level }, item }: Sighting): string {
  if (item === null || level === 'completeness') return id;
  const place = placeOf(item);
  return JSON.stringify([id, place, expectationOf(item), place === null ? masked(withoutForm(item.actual)) : null]);
}

/** The same for one deviation at one endpoint in every run. */
export const deviationKey = (sighting: Sighting): string => `${keyOf(sighting)}${damageOf([sighting])} ${sighting.check.endpoint}`;

/** What was done to a text, where all show the same: another mistake at the same place is another finding. With a blank before it. */
export function damageOf(sightings: readonly Sighting[]): string {
  const [damage, ...others] = new Set(sightings.map(({ item }) => damageIn(item?.actual ?? '')));
  return damage && others.length === 0 ? ` ${damage}` : '';
}

function placeOf({ pointer }: RecordedDeviation): string | null {
  return pointer === undefined ? null : ['', ...lastingSteps(pointer, '*').steps].join('/');
}

/** Below free data, the expectation is a generated value. */
function expectationOf({ pointer = '', expected }: RecordedDeviation): string {
  return lastingSteps(pointer, '*').free ? '' : masked(expected);
}

/** Several places of one statement that the same checks show with the same expectation are one deviation: every time without a zone. */
function merged(groups: readonly Sighting[][]): Sighting[][] {
  const all = [...new Set(groups.flatMap((group) => group.map(({ check }) => check)))];
  const numbers = new Map(all.map((check, index) => [check, index]));
  const key = (group: Sighting[]) => {
    const checks = new Set(group.map(({ check }) => numbers.get(check)));
    const { requirement, item } = group[0] ?? {};
    // Each own field of a record is expected to be as it was: one record that is another is one deviation.
    const expectation = requirement?.id === 'event.own-fields-never-change' ? 'as before' : item && expectationOf(item);
    return JSON.stringify([requirement?.id, expectation, [...checks].sort()]);
  };
  return [...grouped(groups, key).values()].map((alike) => alike.flat());
}

function findingOf(sightings: Sighting[], lookup?: string): Grouped {
  const { requirement, check, item } = representativeOf(sightings);
  const places = new Set(sightings.flatMap((sighting) => (sighting.item && placeOf(sighting.item)) ?? []));
  const pointer = item && placeOf(item);
  const checks = [...new Set(sightings.map((sighting) => sighting.check))];
  const endpoints = [...new Set(checks.flatMap(({ endpoint }) => endpoint ?? []))].sort((a, b) => a - b);
  const exchange = item?.exchange === undefined ? check.exchanges?.at(-1) : check.exchanges?.[item.exchange];
  const [waiver] = checks.flatMap((each) => each.waiver ?? []);
  const waived = checks.every(({ status }) => status === 'waived');
  const others = [...places].filter((place) => place !== pointer);
  const key = `${keyOf({ requirement, check, item })}${damageOf(sightings)}`;
  const beside = exchange === undefined ? [] : requestsBeside(exchange, check.exchanges ?? []);
  const said = [
    check.contrast ?? listContrast({ requirement, check, item }),
    undecodedWords(item, exchange),
    wasSentForAnother(item, exchange) ? OF_ANOTHER : undefined,
  ];
  const contrast = said.filter((words) => words !== undefined).join('; ') || undefined;
  // What was under way together is no story.
  const told = contrast !== undefined && OF_THE_LOAD.test(contrast) ? undefined : contrast;
  const before = exchange === undefined ? [] : requestsBefore(exchange, check.exchanges ?? [], told);
  // What was not answered in time ends as it did in the run.
  const bound = exchange?.failure?.kind === 'timeout' ? ` --max-time ${Math.ceil(exchange.durationMs / 1000)}` : '';
  const curl = exchange?.curl.replace('curl -sS', `curl${bound} -sS`) ?? '';
  const sequence =
    exchange &&
    sequenceOf(
      { ...exchange, curl },
      requestsBefore(exchange, check.exchanges ?? [], contrast),
      { statement: requirement.id, category: check.category, contrast },
      beside,
      lookup,
    );
  const finding: Finding = {
    id: `${requirement.id}-${createHash('sha256').update(key).digest('hex').slice(0, 6)}`,
    level: requirement.level,
    requirement: requirement.id,
    endpoints,
    pointer,
    ...(others.length > 0 && { places: others }),
    expected: item?.expected ?? requirement.text,
    actual: item?.actual ?? check.message ?? '',
    checks: checks.length,
    assessed: assessedAt(requirement, endpoints),
    title: check.title,
    endpoint: check.endpoint,
    ...(exchange && { curl, exchange }),
    ...(before.length > 0 && { before: before.map((earlier) => `${storyTitleOf(earlier)}${agoWords(earlier, exchange)}`) }),
    ...(sequence && { sequence }),
    ...(item?.pointer !== undefined && { at: item.pointer }),
    ...(check.replay !== undefined && { replay: check.replay }),
    ...(check.counterexample !== undefined && { counterexample: check.counterexample }),
    ...(check.original !== undefined && { original: check.original }),
    ...(check.flaky && { flaky: true }),
    ...(contrast !== undefined && { contrast }),
    consequences: [],
    waived,
    ...(waived && waiver && { waiver }),
  };
  return { finding, sightings };
}

function assessedAt({ checks }: RequirementResult, endpoints: readonly number[]): number {
  const isThere = ({ endpoint }: CheckResult) => (endpoint === null ? endpoints.length === 0 : endpoints.includes(endpoint));
  return checks.filter((check) => check.status !== 'not-assessed' && isThere(check)).length;
}

/** Worse levels first; then what may be the fault of a setting, what was looked for, what a typical request shows, and what most checks show. */
function byTelling(a: Grouped, b: Grouped): number {
  const rank = ({ finding, sightings }: Grouped) => [
    LEVELS.indexOf(finding.level),
    Number(finding.waived),
    Number(doubtIn(finding.actual) === null),
    Number(!namesTriedCause(finding.contrast)),
    Number(sightings.every(({ check }) => check.met)),
    Number(finding.counterexample !== undefined),
    Number(isRareUnderLoad(finding.contrast)),
    formOf(finding).length,
    -finding.checks,
  ];
  return compareRanks(rank(a), rank(b));
}

/** A check shows no more differences than these, so that further items may be wrong too. */
const MOST_SHOWN = 5;
const ORDINALS = ['the first', 'the second', 'the third'];

/** Which items of the answer's list are wrong, where not all are: *only the last of 3 is wrong*. Undefined for anything else. */
function listContrast({ check, item }: Sighting): string | undefined {
  const [, list, index] = item?.pointer?.match(/^(.*?)\/(\d+)(?=\/|$)/) ?? [];
  const body = check.exchanges?.[item?.exchange ?? -1]?.answer?.body;
  // A deviation of all items says itself which are wrong.
  if (item?.expected.startsWith(IN_ORDER)) return undefined;
  if (item?.pointer === undefined || list === undefined || index === undefined || body === undefined) return undefined;
  const items = valueAt(jsonIn(body), list);
  if (!Array.isArray(items) || items.length < 2) return undefined;
  const place = placeOf(item);
  const alike = (check.findings ?? []).filter(
    (other) => other.pointer?.startsWith(`${list}/`) && other.exchange === item.exchange && placeOf(other) === place,
  );
  const wrong = new Set(alike.map(({ pointer = '' }) => Number(pointer.slice(list.length + 1).split('/')[0])));
  if (alike.length >= MOST_SHOWN || wrong.size === items.length) return undefined;
  if (wrong.size > 1) return `${wrong.size} of ${items.length} are wrong`;
  const only = Number(index) === items.length - 1 ? 'the last' : (ORDINALS[Number(index)] ?? `item ${Number(index) + 1}`);
  return `only ${only} of ${items.length} is wrong`;
}

const SOON_MS = 100;

/** *(2.4 s before)*, from the one beginning to the other. */
function agoWords(earlier: StoredExchange, exchange: StoredExchange | undefined): string {
  const milliseconds = exchange === undefined ? 0 : Date.parse(exchange.startedAt) - Date.parse(earlier.startedAt);
  if (milliseconds < SOON_MS) return '';
  return milliseconds < 1000 ? ` (${milliseconds} ms before)` : ` (${(milliseconds / 1000).toFixed(1)} s before)`;
}
