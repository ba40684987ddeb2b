import { expect } from '@playwright/test';
import type { CheckResult, ConformanceResult } from '../../src/result/result.ts';
import { QUICK, resultIn, test } from './run.ts';

/** No check of a single endpoint. */
const SEQUENCES = 'the statements hold after requests in any order';

test('a read-only run sends nothing but GET, and says of the rest what kept it from being assessed', async ({ runs, target }) => {
  test.setTimeout(120_000);
  const { variables, seen } = await target();
  const { code, stdout, directory } = await runs.run([], { ...variables, ...QUICK, CES_READ_ONLY: '1' });
  expect(code, stdout).toBe(0);
  expect([...new Set(seen.map(({ method }) => method))]).toEqual(['GET']);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false });
  expect(result.sentence).toContain('as far as assessed');
  const checks = checksOfWriting(result).filter(({ title }) => title !== SEQUENCES);
  expect(checks.filter(({ status }) => status !== 'not-assessed').map(({ title, category }) => `${category} ${title}`)).toEqual([]);
  const unnamed = checks.filter(({ variables: named }) => !named?.includes('CES_READ_ONLY'));
  expect(unnamed.map(({ title, message }) => `${title}: ${message}`)).toEqual([]);
});

/** The checks at endpoints that write; what was never seen of their answers is another matter. */
function checksOfWriting({ endpoints, requirements }: ConformanceResult): CheckResult[] {
  const writing = endpoints.filter(({ method }) => method === 'POST').map(({ number }) => number);
  return requirements
    .filter(({ level }) => level !== 'completeness')
    .flatMap(({ checks }) => checks)
    .filter(({ endpoint }) => endpoint !== null && writing.includes(endpoint));
}
