import { readJsonAsset } from '../installation/installation.ts';
import { FIXTURE_SETTINGS, FIXTURE_VARIABLES, isList } from '../settings/fixtures/fixtures.ts';
import { readSettings } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { Statement, StatementId } from '../specification/register.ts';

/**
 * By what a run lacks, and by endpoint, the ids of the statements that it leaves open; with a tilde, in part. A key with a plus holds for a run that
 * lacks all of its parts. `npm run needs` measures it.
 */
export type Needs = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Place {
  readonly statement: StatementId;
  /** Null if its check spans several endpoints. */
  readonly endpoint: EndpointName | null;
  /** Only some of its checks there are left open. */
  readonly inPart?: true;
}

const NEEDS = readJsonAsset<Needs>('schemas/needs.json');

/** Takes the place of an endpoint's name where a check spans several. */
export const SERVICE = 'service';

/** Behind the id of a statement of which some checks are left open, and others are made. */
export const IN_PART = '~';

/** Joins lacks that leave something open only together. */
export const AND = ' + ';

/** What a run that lacks all this leaves open, even on a sound target. In the place of what is `wrong` the run finds nothing by itself. */
export function leftOpen(lacking: ReadonlySet<string>, needs: Needs = NEEDS, wrong: ReadonlySet<string> = new Set()): Place[] {
  const open = new Map<string, Place>();
  for (const [names, places] of Object.entries(needs)) {
    const [first = '', ...others] = names.split(AND);
    if (!lacking.has(first) || !(wrong.has(first) || others.every((name) => lacking.has(name)))) continue;
    for (const [endpoint, statements] of Object.entries(places))
      for (const word of statements.split(' ')) {
        const [statement = '', inPart] = word.split(/(?=~$)/);
        const key = `${statement} ${endpoint}`;
        if (inPart && open.has(key)) continue;
        const place = { statement: statement as StatementId, endpoint: endpoint === SERVICE ? null : (endpoint as EndpointName) };
        open.set(key, inPart ? { ...place, inPart: true } : place);
      }
  }
  return [...open.values()];
}

/** Of these statements, those of which nothing is judged, and those that are judged in part, given what a run leaves open. */
export function forecastOf(entries: readonly Statement[], open: readonly Place[]): { notAssessed: StatementId[]; inPart: StatementId[] } {
  const leftOf = ({ id }: Statement) => open.filter(({ statement }) => statement === id);
  const isUnjudged = (entry: Statement) =>
    placesOf(entry).every((endpoint) => leftOf(entry).some((place) => place.endpoint === endpoint && !place.inPart));
  const left = entries.filter((entry) => leftOf(entry).length > 0);
  return { notAssessed: left.filter(isUnjudged).map(({ id }) => id), inPart: left.filter((one) => !isUnjudged(one)).map(({ id }) => id) };
}

/** Where a statement is judged. Completeness looks at the answers of all endpoints, and counts as looking at the first. */
export function placesOf({ level, endpoints }: Pick<Statement, 'level' | 'endpoints'>): readonly EndpointName[] {
  return level === 'completeness' ? endpoints.slice(0, 1) : endpoints;
}

/** The text of a setting, as a report may show it; empty where it is not given. */
type Given = (name: VariableName) => string;

/** Something without which statements are not assessed. */
export interface Lack {
  /** In the table of needs, and for people. */
  readonly name: string;
  readonly variables: readonly VariableName[];
  isLacking(given: Given): boolean;
  /** The settings with which a run lacks it, given those of a run that lacks nothing. */
  without(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export const WRITING = 'writing';

/** All that a run can lack, in the order of the table of variables. */
export const LACKS: readonly Lack[] = [
  ...FIXTURE_SETTINGS.flatMap((setting) => {
    const variable = FIXTURE_VARIABLES[setting];
    const missing = lack([variable], (given) => given(variable) === '');
    return isList(setting) ? [missing, lackOfSecond(variable)] : [missing];
  }),
  lack(['CES_EVENT_LOOKUP_URL'], (given) => given('CES_EVENT_LOOKUP_URL') === '' && given('CES_EVENT_LOOKUP_COMMAND') === ''),
  lack(['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'], (given) => given('CES_TRACK_MATCHING_DATA') === ''),
  {
    name: WRITING,
    variables: [],
    isLacking: (given) => readSettings({ CES_READ_ONLY: given('CES_READ_ONLY') }).run.readOnly,
    without: () => ({ CES_READ_ONLY: '1' }),
  },
];

/** What compares two values wants another one. */
function lackOfSecond(variable: VariableName): Lack {
  return {
    name: `${variable}, a second`,
    variables: [variable],
    isLacking: (given) => !given(variable).includes(','),
    without: ({ [variable]: list = '' }) => ({ [variable]: list.split(',')[0] ?? '' }),
  };
}

function lack(variables: readonly [VariableName, ...VariableName[]], isLacking: Lack['isLacking']): Lack {
  return { name: variables[0], variables, isLacking, without: () => Object.fromEntries(variables.map((name) => [name, ''])) };
}
