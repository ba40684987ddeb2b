import { inNumbers } from '../http/text.ts';
import { readJsonAsset } from '../installation/installation.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import type { RunState } from './run-state.ts';
import type { Scenario } from './scenario.ts';

/** What a scenario costs and what it is worth, as measured on the reference service after all that stand before it. */
export interface PlannedScenario {
  readonly title: string;
  readonly requests: number;
  readonly records: number;
  readonly milliseconds: number;
  /** Requirements that nothing before it judges. */
  readonly newRequirements: number;
  /** Known faults that nothing before it sees. */
  readonly newFaults: number;
}

/** Every scenario of the suite, the most telling for its cost first. `npm run plan` measures it. */
export const PLAN: readonly PlannedScenario[] = readJsonAsset('schemas/plan.json');

const PLANNED = new Map(PLAN.map((entry, index) => [entry.title, { ...entry, index }]));

/** After so many requests most requirements are judged; from then on what takes longest begins first, so that no lane is left alone with it. */
const HEAD_REQUESTS = 300;
const HEAD = headOf(HEAD_REQUESTS);

/** What the plan does not hold may take long. No duration comes near. */
const DAY_MS = 86_400_000;

/** What waits so long begins as soon as one ordinary request of each endpoint has been answered: what it watches gets older in a run of the same length. */
const LONG_MS = 5000;
const BEHIND_THE_FIRST = ENDPOINTS.length - 0.5;

/** By worth, so that a bounded run can end anywhere: there what the plan does not hold comes last. In any other run it comes right after the head. */
export function inOrderOfWorth(scenarios: readonly Scenario[], isBounded: boolean): Scenario[] {
  return scenarios.toSorted((one, other) => rankOf(one, isBounded) - rankOf(other, isBounded));
}

function rankOf({ title }: Scenario, isBounded: boolean): number {
  const { index = PLAN.length, milliseconds = DAY_MS } = PLANNED.get(title) ?? {};
  if (!isBounded && milliseconds > LONG_MS && milliseconds < DAY_MS) return BEHIND_THE_FIRST;
  return isBounded || index < HEAD ? index : HEAD + 1 - milliseconds / DAY_MS;
}

/** A round trip of 50 ms, in four lanes. */
const MS_A_REQUEST = 12;

/** Milliseconds that a scenario takes of a run behind a network; 0 where the plan does not hold it. */
export function timeOf(title: string): number {
  const { milliseconds = 0, requests = 0 } = PLANNED.get(title) ?? {};
  return milliseconds + requests * MS_A_REQUEST;
}

/** How many records scenarios leave, as the plan has it: with the inputs of a full run. */
export function recordsOf(scenarios: readonly Pick<Scenario, 'title'>[]): number {
  return scenarios.reduce((sum, { title }) => sum + (PLANNED.get(title)?.records ?? 0), 0);
}

/** How many scenarios of the plan so many requests suffice for. */
function headOf(most: number): number {
  let sent = 0;
  const end = PLAN.findIndex(({ requests }) => {
    sent += requests;
    return sent > most;
  });
  return end < 0 ? PLAN.length : end;
}

/** Keeps scenarios from beginning for which the run has not enough requests or records left: half a scenario judges nothing. */
export class Admission {
  readonly #run: RunState;
  #requests = 0;
  #records = 0;

  constructor(run: RunState) {
    this.#run = run;
  }

  refuse({ title }: Scenario): NotAssessed | null {
    const { requests, writes } = this.#run;
    const { requests: needed = 0, records = 0 } = PLANNED.get(title) ?? {};
    if (requests !== null && needed > 0 && needed > requests.left - this.#requests)
      return new NotAssessed(`${requests.variable} leaves too few requests: this takes about ${needed}`, [requests.variable]);
    if (writes !== null && records > 0 && records > writes.left - this.#records)
      return new NotAssessed(`${writes.variable} leaves too few records: this takes about ${records}`, [writes.variable]);
    this.#requests += needed;
    this.#records += records;
    return null;
  }

  ended({ title }: Scenario): void {
    const { requests = 0, records = 0 } = PLANNED.get(title) ?? {};
    this.#requests -= requests;
    this.#records -= records;
  }
}

/** Records of a kind, as a whole run leaves them: so many, and so many more for each generated input. */
interface Expected {
  readonly records: number;
  readonly perInput: number;
  isCreated(settings: Settings): boolean;
}

/** Measured on the reference service with `CES_PROPERTY_RUNS` 0, 100 and 1000; a service that refuses more creates fewer. */
const EXPECTED: readonly Expected[] = [
  { records: 99, perInput: 0.15, isCreated: () => true }, // businesses
  { records: 119, perInput: 0.17, isCreated: () => true }, // campaigns
  { records: 60, perInput: 0.07, isCreated: () => true }, // tracked events
  { records: 30, perInput: 0.07, isCreated: ({ tracking }) => tracking.lookupUrl !== null || tracking.lookupCommand !== null },
  { records: 14, perInput: 0.01, isCreated: ({ fixtures }) => fixtures.projectEmailTemplateId !== null },
  {
    records: 27,
    perInput: 0.02,
    isCreated: ({ fixtures }) => fixtures.emailTemplateId !== null || fixtures.projectEmailTemplateId !== null,
  },
  { records: 40, perInput: 0.04, isCreated: ({ fixtures }) => fixtures.smsTemplateId !== null },
];

/** What a run is about to leave behind, in a sentence for people, before its first write; null where it leaves nothing. @param planned of a part of a run */
export function aboutToLeave(settings: Settings, what: string, planned = Number.POSITIVE_INFINITY): string | null {
  const { baseUrl, run } = settings;
  const records = Math.min(expectedRecords(settings), planned);
  if (baseUrl === null || run.readOnly) return null;
  const host = new URL(baseUrl).host;
  const isWhole = planned === Number.POSITIVE_INFINITY;
  const updated = isWhole && settings.fixtures.customerIds.length > 0 ? 'the customers that CES_CUSTOMER_IDS names' : null;
  if (records === 0) return updated && `${what} makes no record at ${host}, but changes ${updated}. --read-only changes nothing.`;
  const isMost = records === run.writeBudget;
  const number = `${isMost || run.replay !== null ? 'at most' : 'about'} ${inNumbers(records)} record${records === 1 ? '' : 's'}`;
  // Input that fails is sent again in smaller parts.
  const more = isMost || isWhole ? '' : ', more where it fails,';
  const given = Object.entries({ CES_WRITE_BUDGET: run.writeBudget, CES_MAX_REQUESTS: run.maxRequests }).flatMap(([name, most]) =>
    most === null ? [] : [`${name} is ${inNumbers(most)}`],
  );
  const limit = run.depth === 'quick' ? 'the run is quick (CES_DEPTH)' : given.join(', ') || 'CES_WRITE_BUDGET sets a limit';
  const also = updated === null ? '' : ` It changes ${updated}, too.`;
  return `${what} leaves ${number}${more} at ${host}, and the API cannot delete them. --read-only leaves none; ${limit}.${also}`;
}

function expectedRecords(settings: Settings): number {
  const { readOnly, propertyRuns, writeBudget, maxRequests } = settings.run;
  if (readOnly) return 0;
  const created = EXPECTED.filter(({ isCreated }) => isCreated(settings));
  const all = created.reduce((sum, { records, perInput }) => sum + records + perInput * propertyRuns, 0);
  const unbounded = Number.POSITIVE_INFINITY;
  return Math.min(
    Math.round(all / 10) * 10,
    writeBudget ?? unbounded,
    maxRequests === null ? unbounded : recordsOf(PLAN.slice(0, headOf(maxRequests))),
  );
}
