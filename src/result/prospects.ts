import { variablesInPath } from '../checks/given-ids.ts';
import { invocation } from '../installation/installation.ts';
import { readSettings } from '../settings/settings.ts';
import type { ShownSetting } from '../settings/shown-settings.ts';
import type { VariableName } from '../settings/variables.ts';
import { ENDPOINTS, type EndpointName } from '../specification/endpoints.ts';
import { REQUIREMENTS } from '../specification/register.ts';
import { forecastOf, LACKS, leftOpen, type Place, placesOf, WRITING } from './forecast.ts';
import { grouped } from './lists.ts';
import { withoutDiscovered } from './measurements.ts';
import { type ConformanceResult, openChecks, openRequirements } from './result.ts';

/** What a run with these settings could assess. */
export type Prospects = ReturnType<typeof prospectsOf>;
export type Share = Prospects['statements'];
type Gain = ReturnType<typeof gain>;

const COMPANIONS: Readonly<Record<string, string>> = {
  CES_CUSTOMER_IDS: 'CES_BUSINESS_ID',
  CES_FEATURE_FLAGS: 'CES_FEATURE_FLAGS_PARAM',
  CES_FEATURE_FLAGS_PARAM: 'CES_FEATURE_FLAGS',
};

const BUSINESS = 'CES_BUSINESS_ID';
/** Where a request names a business: where that is wrong, rather than missing, a run judges nothing there. */
const namesBusiness = (name: EndpointName) => name === 'copyProjectEmailTemplate' || variablesInPath(name).includes(BUSINESS);
const OF_BUSINESS: readonly Place[] = REQUIREMENTS.flatMap((entry) =>
  placesOf(entry)
    .filter(namesBusiness)
    .map((endpoint) => ({ statement: entry.id, endpoint })),
);
/** What was tracked there cannot be read, and the customers are nobody's. */
const LOST_WITH_BUSINESS = ['CES_CUSTOMER_IDS', 'CES_EVENT_LOOKUP_URL', 'CES_TRACK_MATCHING_DATA'];

/** The best case of a run with these settings, without those known to be wrong: what the target refuses or never answers is not assessed either. */
export function prospectsOf(settings: readonly ShownSetting[], wrong: readonly VariableName[]) {
  const texts = new Map(settings.map(({ name, value, source }) => [name, source === 'default' ? '' : value]));
  const lacking = LACKS.filter(
    (lack) => lack.isLacking((name) => texts.get(name) ?? '') || lack.variables.some((name) => wrong.includes(name)),
  ).map(({ name }) => name);
  const openWithout = (names: readonly string[]) => {
    const isStray = names.includes(BUSINESS) && wrong.includes(BUSINESS);
    const all = isStray ? [...names, ...LOST_WITH_BUSINESS] : names;
    return [...leftOpen(new Set(all), undefined, new Set(wrong)), ...(isStray ? OF_BUSINESS : [])];
  };
  const open = openWithout(lacking);
  // In part: some of their checks would be left open.
  const share = (entries: typeof REQUIREMENTS) => {
    const { notAssessed, inPart } = forecastOf(entries, open);
    return { assessable: entries.length - notAssessed.length, inPart: inPart.length, all: entries.length };
  };
  const gainsOf = (missing: readonly string[]): Gain[] => {
    const bundles = missing.map((name) => [name, ...missing.filter((other) => other === COMPANIONS[name])]);
    return [...grouped(bundles, (bundle) => bundle.toSorted().join()).values()]
      .map(([bundle = []]) => gain(bundle, openWithout(missing), openWithout(missing.filter((name) => !bundle.includes(name)))))
      .filter(({ added, fuller }) => added + fuller > 0)
      .sort((a, b) => b.added - a.added || b.fuller - a.fuller);
  };
  const gains = gainsOf(lacking);
  return {
    statements: share(REQUIREMENTS),
    requirements: share(REQUIREMENTS.filter(({ level }) => level === 'requirement')),
    /** What would make more statements assessable, most first. */
    gains,
    /** What would do so once those are given, and only then. */
    later: gainsOf(lacking.filter((name) => !gains.some((each) => each.lacking.includes(name)))),
  };
}

/** What is lacking, and if it were given: how many statements it would add to a run, how many it would judge more fully, and at which endpoints. */
function gain(bundle: readonly string[], open: readonly Place[], openThen: readonly Place[]) {
  const key = ({ statement, endpoint, inPart }: Place) => `${statement} ${endpoint} ${inPart}`;
  const still = new Set(openThen.map(key));
  const opened = open.filter((place) => !still.has(key(place)));
  const unjudged = (places: readonly Place[]) => forecastOf(REQUIREMENTS, places).notAssessed.length;
  const added = unjudged(open) - unjudged(openThen);
  return {
    lacking: bundle,
    added,
    fuller: new Set(opened.map(({ statement }) => statement)).size - added,
    endpoints: ENDPOINTS.filter(({ name }) => opened.some(({ endpoint }) => endpoint === name)).map(({ number }) => number),
  };
}

/** *CES_CUSTOMER_IDS with CES_BUSINESS_ID* */
export function gainWords({ lacking }: Pick<Gain, 'lacking'>): string {
  const variablesOf = (name: string): readonly string[] => LACKS.find((lack) => lack.name === name)?.variables ?? [];
  // One alone stops a run.
  const names = lacking.flatMap((name) => (variablesOf(name).length > 1 ? variablesOf(name) : [name]));
  return names.map((name) => (name === WRITING ? 'permission to write (CES_READ_ONLY=0)' : name)).join(' with ');
}

const MOST = 3;

/** *CES_A, CES_B, CES_C; `npm run doctor` shows …*: what would change a requirement, in the doctor's order. Null where nothing is missing, or was meant to be. */
export function wouldAddSentence(result: ConformanceResult): string | null {
  const { target, partial, interrupted, endpoints, settings } = result;
  if (target.embedded || partial === true || interrupted) return null;
  const { readOnly } = readSettings({ CES_READ_ONLY: settings.find(({ name }) => name === 'CES_READ_ONLY')?.value }).run;
  // A write is left open for want of its fixture even where nothing may be written.
  const isSent = (number: number | null) =>
    !readOnly || endpoints.some((endpoint) => endpoint.number === number && endpoint.method === 'GET');
  const open = openRequirements(result).flatMap(({ checks }) => openChecks(checks).filter(({ endpoint }) => isSent(endpoint)));
  const wanted = open.flatMap(({ variables = [] }) => variables);
  const gains: Gain[] = [];
  for (const gain of prospectsOf(withoutDiscovered(settings), []).gains) {
    // What is part of another stands there only.
    const isPart = gains.some(({ lacking }) => gain.lacking.every((name) => lacking.includes(name)));
    if (!isPart && !gain.lacking.includes(WRITING) && gain.lacking.some((name) => wanted.includes(name))) gains.push(gain);
  }
  if (gains.length === 0) return null;
  return `${gains.slice(0, MOST).map(gainWords).join(', ')}; ${invocation('doctor')} shows what each missing setting adds`;
}
