import { inNumbers } from '../http/text.ts';
import type { Settings } from '../settings/settings.ts';

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
  { records: 48, perInput: 0.07, isCreated: () => true }, // tracked events
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
  if (baseUrl === null || records === 0) return null;
  const isMost = records === run.writeBudget;
  const number = `${isMost || run.replay !== null ? 'at most' : 'about'} ${inNumbers(records)} record${records === 1 ? '' : 's'}`;
  // Input that fails is sent again in smaller parts.
  const more = isMost || planned === Number.POSITIVE_INFINITY ? '' : ', more where it fails,';
  const budget = run.depth === 'quick' ? 'the run is quick (CES_DEPTH)' : `CES_WRITE_BUDGET is ${inNumbers(run.writeBudget ?? 0)}`;
  const limit = run.writeBudget === null ? 'CES_WRITE_BUDGET sets a limit' : budget;
  return `${what} leaves ${number}${more} at ${new URL(baseUrl).host}, and the API cannot delete them. --read-only leaves none; ${limit}.`;
}

function expectedRecords(settings: Settings): number {
  const { readOnly, propertyRuns, writeBudget } = settings.run;
  if (readOnly) return 0;
  const created = EXPECTED.filter(({ isCreated }) => isCreated(settings));
  const all = created.reduce((sum, { records, perInput }) => sum + records + perInput * propertyRuns, 0);
  return Math.min(Math.round(all / 10) * 10, writeBudget ?? Number.POSITIVE_INFINITY);
}
