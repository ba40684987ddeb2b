import { fixtureVariables } from '../reference/fixtures.ts';
import { AND, leftOpen, type Needs, type Place } from '../src/doctor/forecast.ts';
import { LACKS, type Lack, WRITING } from '../src/doctor/lacks.ts';
import type { ConformanceResult } from '../src/result/result.ts';
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

/** All that the table of needs tells apart: each lack alone, then those that matter only together. */
export const LACKING: readonly (readonly string[])[] = [...LACKS.map(({ name }) => [name]), ...TOGETHER];

/** A busy machine must not look like something that is lacking. */
const PATIENT = { CES_TIMEOUT_MS: '30000', CES_RESOLUTION_TIMEOUT_MS: '30000' };

/** Plays the whole suite on the reference service without these. */
export async function resultWithout(names: readonly string[]): Promise<ConformanceResult> {
  const complete = fixtureVariables('', { username: '', password: '' });
  const lacking = LACKS.filter(({ name }) => names.includes(name));
  const variables = Object.assign({ ...PATIENT }, ...lacking.map((lack: Lack) => lack.without(complete)));
  const { result, mistakes } = await runSuite({}, { parts: [() => true], settles: () => false, variables, label: 'needs' });
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return result;
}

/** Where statements of a result are not assessed. */
export function openPlaces({ requirements }: ConformanceResult): Place[] {
  return requirements.flatMap(({ id: statement, checks }) =>
    checks.flatMap(({ status, endpoint }) => (status === 'not-assessed' ? [{ statement, endpoint: endpoint ?? 0 }] : [])),
  );
}

/** Measures the table of needs, some runs side by side. */
export async function measureNeeds(atOnce: number, tell: (names: readonly string[]) => void): Promise<Needs> {
  const waiting = [...LACKING];
  const measured = new Map<string, Place[]>();
  const work = async () => {
    for (let names = waiting.shift(); names !== undefined; names = waiting.shift()) {
      measured.set(names.join(AND), openPlaces(await resultWithout(names)));
      tell(names);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  let needs: Needs = {};
  for (const names of LACKING) {
    // What some of them leave open without the others is in the table already.
    const known = new Set(leftOpen(new Set(names), needs).map(({ statement, endpoint }) => `${statement} ${endpoint}`));
    const own = (measured.get(names.join(AND)) ?? []).filter(({ statement, endpoint }) => !known.has(`${statement} ${endpoint}`));
    const endpoints = [...new Set(own.map(({ endpoint }) => endpoint))].sort((a, b) => a - b);
    const statements = (at: number) => [...new Set(own.filter(({ endpoint }) => endpoint === at).map(({ statement }) => statement))];
    if (own.length > 0) needs = { ...needs, [names.join(AND)]: Object.fromEntries(endpoints.map((at) => [at, statements(at).join(' ')])) };
  }
  return needs;
}
