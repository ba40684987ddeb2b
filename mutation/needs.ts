import pLimit from 'p-limit';
import { fixtureVariables } from '../reference/fixtures.ts';
import { AND, IN_PART, LACKS, type Lack, leftOpen, type Needs, type Place, placesOf, SERVICE, WRITING } from '../src/result/forecast.ts';
import type { ConformanceResult } from '../src/result/result.ts';
import { ENDPOINT_NAMES, ENDPOINTS } from '../src/specification/endpoints.ts';
import { statementOf } from '../src/specification/register.ts';
import { runSuite } from './run-suite.ts';

/** What a run finds by itself has to be lacking together with what it would find it by. */
const TOGETHER: readonly (readonly string[])[] = [
  ['CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  ['CES_EVENT_ID', 'CES_EVENT_LOOKUP_URL'],
  ['CES_EMAIL_ADDRESS_ID', 'CES_BUSINESS_ID'],
  ['CES_EMAIL_ADDRESS_ID', 'CES_BUSINESS_ID', 'CES_PROJECT_EMAIL_ADDRESS_ID'],
  ['CES_BUSINESS_ID', WRITING],
  ['CES_EMAIL_TEMPLATE_ID', WRITING],
  ['CES_EVENT_ID', WRITING],
];

/** All that the table of needs distinguishes: each lack alone, then those that matter only together. */
export const LACKING: readonly (readonly string[])[] = [...LACKS.map(({ name }) => [name]), ...TOGETHER];

/** A busy machine must not look like something that is lacking. */
const PATIENT = { CES_TIMEOUT_MS: '30000', CES_RESOLUTION_TIMEOUT_MS: '30000' };

/** Runs the whole suite on the reference service without these. */
export async function resultWithout(names: readonly string[]): Promise<ConformanceResult> {
  const complete = fixtureVariables('', { username: '', password: '' });
  const lacking = LACKS.filter(({ name }) => names.includes(name));
  const variables = Object.assign({ ...PATIENT }, ...lacking.map((lack: Lack) => lack.without(complete)));
  const { result, mistakes } = await runSuite({}, { variables, label: 'needs' });
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return result;
}

/** Where statements of a result are not assessed, whole or in part. */
export function openPlaces({ requirements }: ConformanceResult): Place[] {
  const nameOf = (wanted: number | null) => ENDPOINTS.find(({ number }) => number === wanted)?.name ?? null;
  return requirements.flatMap(({ id, checks }) => {
    const entry = statementOf(id);
    const endpointOf = ({ endpoint }: (typeof checks)[number]) =>
      entry.level === 'completeness' ? (placesOf(entry)[0] ?? null) : nameOf(endpoint);
    return [...new Set(checks.map(endpointOf))].flatMap((endpoint): Place[] => {
      const own = checks.filter((check) => endpointOf(check) === endpoint);
      const open = own.filter(({ status }) => status === 'not-assessed').length;
      if (open === 0) return [];
      return [{ statement: entry.id, endpoint, ...(open < own.length && { inPart: true }) }];
    });
  });
}

/** Measures the table of needs, some runs side by side. */
export async function measureNeeds(atOnce: number, report: (names: readonly string[]) => void): Promise<Needs> {
  const measured = await pLimit(atOnce).map(LACKING, async (names) => {
    const places = openPlaces(await resultWithout(names));
    report(names);
    return [names, places] as const;
  });
  let needs: Needs = {};
  for (const [names, places] of measured) {
    // What some of them leave open without the others is in the table already.
    const known = new Set(leftOpen(new Set(names), needs).map(inWords));
    const own = places.filter((place) => !known.has(inWords(place)));
    if (own.length > 0) needs = { ...needs, [names.join(AND)]: byEndpoint(own) };
  }
  return needs;
}

const wordOf = ({ statement, inPart }: Place) => (inPart ? statement + IN_PART : statement);
export const inWords = (place: Place) => `${wordOf(place)} ${place.endpoint ?? SERVICE}`;

function byEndpoint(places: readonly Place[]): Needs[string] {
  return Object.fromEntries(
    [null, ...ENDPOINT_NAMES].flatMap((endpoint) => {
      const statements = new Set(places.filter((place) => place.endpoint === endpoint).map(wordOf));
      return statements.size === 0 ? [] : [[endpoint ?? SERVICE, [...statements].join(' ')]];
    }),
  );
}
