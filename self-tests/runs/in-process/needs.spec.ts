import { inWords, openPlaces, resultWithout } from '../../../mutation/needs.ts';
import { forecastOf, LACKS, leftOpen, type Place, WRITING } from '../../../src/result/forecast.ts';
import type { RequirementResult } from '../../../src/result/result.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

/** A run of the whole suite each. */
test.describe.configure({ timeout: 120_000 });

const FIXTURES = LACKS.map(({ name }) => name).filter((name) => name !== WRITING && !name.includes('second'));

/** A run of the whole suite for each lack is `npm run needs`: here each is missed in one run of two halves, and in what both open together. */
const RUNS: readonly (readonly string[])[] = [
  FIXTURES.filter((_, index) => index % 2 === 0),
  FIXTURES.filter((_, index) => index % 2 === 1),
  [WRITING],
  [...FIXTURES, WRITING],
  ['CES_CUSTOMER_IDS', 'CES_EMAIL_ADDRESS_ID', 'CES_FEATURE_FLAGS_PARAM', 'CES_TRACK_MATCHING_DATA'],
];

for (const names of RUNS) {
  test(`a run without ${names.length > 4 ? `${names[0]} and ${names.length - 1} more` : names.join(' and ')} leaves open what the forecast says, and nothing fails`, async () => {
    const result = await resultWithout(names);
    const forecast = leftOpen(new Set(names));
    const idsOf = (isMeant: (entry: RequirementResult) => boolean) => result.requirements.filter(isMeant).map(({ id }) => id);
    expect(forecastOf(REQUIREMENTS, forecast), 'after a new statement or fixture: npm run needs').toEqual({
      notAssessed: idsOf(({ status }) => status === 'not-assessed'),
      inPart: idsOf(({ partly }) => partly === true),
    });
    // What looks at several endpoints does with those that are there.
    const atOne = ({ endpoint }: Place) => endpoint !== null;
    expect(sorted(openPlaces(result).filter(atOne).map(inWords))).toEqual(sorted(forecast.filter(atOne).map(inWords)));
    const failed = result.requirements.filter(({ status, level }) => status === 'failed' && level !== 'completeness');
    expect(failed.map(({ id }) => id)).toEqual([]);
  });
}

test('a run that lacks nothing leaves nothing open', async () => {
  const { requirements } = await resultWithout([]);
  const open = requirements.flatMap(({ id, checks }) =>
    checks.flatMap(({ status, message }) => (status === 'not-assessed' ? [`${id}: ${message}`] : [])),
  );
  expect(open).toEqual([]);
  expect(leftOpen(new Set())).toEqual([]);
});

test('the forecast names statements of the register alone', () => {
  const ids = new Set<string>(REQUIREMENTS.map(({ id }) => id));
  expect(leftOpen(new Set(LACKS.map(({ name }) => name))).filter(({ statement }) => !ids.has(statement))).toEqual([]);
});

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
