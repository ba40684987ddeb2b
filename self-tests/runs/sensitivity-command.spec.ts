import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect } from '../test.ts';
import { command } from './command.ts';
import { rowsIn, test, type Variables } from './run.ts';

let reports: string;

test.beforeEach(({ folder }) => {
  reports = folder;
});

async function measured(variables: Variables) {
  const own = { CES_REPORT_DIR: reports, FAULT: 'leak-at-7', CES_SEED: '7' };
  const { code, stdout, stderr } = await command(['sensitivity'], { ...own, ...variables });
  return { code, output: stdout + stderr };
}

test('one fault before the embedded service: the line, and both reports', async () => {
  const { code, output } = await measured({ CES_PROPERTY_RUNS: '2', CES_UNMATCHED_WINDOW_MS: '200' });
  expect(output).toContain('this run would have noticed 1 of 1 faults');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(reports, 'sensitivity.json'), 'utf8'))).toMatchObject({
    noticed: 1,
    assessed: 1,
    seed: 7,
    target: { embedded: true },
    faults: [{ name: 'leak-at-7', outcome: 'noticed', reported: ['authentication.rejection-reveals-nothing'] }],
  });
  expect(output).toContain('No report tells it: there is no ');
  expect(readdirSync(reports).sort()).toEqual(['sensitivity.json', 'sensitivity.md']);
});

test('before a target of one’s own: a forecast, what was left behind, and its list after that of the last run', async ({ target }) => {
  const { variables, baseUrl } = await target();
  writeFileSync(join(reports, 'left-behind.jsonl'), '{"of":"the last run"}\n');
  const { code, output } = await measured({ ...variables, CES_PROPERTY_RUNS: '0', CES_WRITE_BUDGET: '30' });
  expect(code, output).toBe(0);
  expect(output).toContain(`The sensitivity leaves at most 30 records at ${new URL(baseUrl).host}, and the API cannot delete them.`);
  expect(output).toMatch(
    /^Left behind: .* business.*; those with a name are called conformance-\w+-…\. All are listed in left-behind\.jsonl in the folder of the reports\.$/m,
  );
  const rows = rowsIn(reports);
  expect(rows[0]).toEqual({ of: 'the last run' });
  expect(rows.filter(({ kind }) => kind !== undefined && kind !== 'updated customers')).toHaveLength(30);
  expect(rows[1]?.url).toContain(baseUrl);
  const { leftBehind } = JSON.parse(readFileSync(join(reports, 'sensitivity.json'), 'utf8')) as Pick<ConformanceResult, 'leftBehind'>;
  expect(leftBehind).toContainEqual(expect.objectContaining({ endpoint: 5, kind: 'businesses' }));
});

test('interrupted: a message, no report, and nothing left running', async ({ runs }) => {
  const { child, ended } = runs.start(['sensitivity'], { CES_REPORT_DIR: reports, FAULT: 'leak-at-7' });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      if (text.includes('runs once')) child.kill('SIGINT');
    });
  const { code, stdout, stderr } = await ended;
  const output = expect.stringContaining('Interrupted after 0 of 1 faults: no report was written.');
  expect({ code, output: stdout + stderr }).toEqual({ code: 130, output });
  expect(readdirSync(reports)).toEqual([]);
});

const NOBODY = { CES_BASE_URL: 'http://127.0.0.1:1', CES_USERNAME: 'user', CES_PASSWORD: 'word' };
const NO_FIGURE: readonly (readonly [title: string, variables: Readonly<Record<string, string>>, message: string])[] = [
  ['a fault of no such name', { FAULT: 'nobody' }, 'FAULT=nobody: no fault'],
  ['a setting that is wrong', { CES_MAX_RPS: 'many' }, 'CES_MAX_RPS'],
  ['a target that does not answer', NOBODY, 'The target http://127.0.0.1:1 does not answer'],
];
for (const [title, variables, message] of NO_FIGURE)
  test(`${title}: exit code 2, and why`, async () => {
    expect(await measured(variables)).toEqual({ code: 2, output: expect.stringContaining(message) });
  });
