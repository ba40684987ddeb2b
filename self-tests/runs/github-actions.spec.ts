import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { MARKER } from '../../src/report/summary.ts';
import { newFolder } from '../folders.ts';
import { expect, test } from '../test.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const WORKFLOWS = ['examples/github-actions/conformance.yml', 'examples/github-actions/shards.yml'];

/** What GitHub's own parser finds wrong. */
function errorsIn(files: readonly string[]): unknown {
  const program = ['--import', 'tsx', 'self-tests/runs/github-errors.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [...program, ...files], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('GitHub’s own parser finds nothing wrong with the workflows, and does find what is wrong', () => {
  expect(errorsIn(WORKFLOWS)).toEqual([]);
  const folder = newFolder();
  const broken = join(folder, 'broken.yml');
  writeFileSync(broken, readFileSync(WORKFLOWS[1] ?? '', 'utf8').replace('needs: shard', 'needs: nobody'));
  expect(errorsIn([broken])).toContainEqual(expect.stringContaining('nobody'));
});

for (const file of WORKFLOWS) {
  const workflow = parse(readFileSync(file, 'utf8')) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test(`${file}: files that may be missing are named only where they are there`, () => {
    const named = steps
      .flatMap(({ env = {} }) => Object.entries(env))
      .filter(([name]) => name === 'CES_FIXTURES' || name === 'CES_WAIVERS');
    expect(named.length).toBeGreaterThan(0);
    for (const [, value] of named) expect(value).toMatch(/^\$\{\{ hashFiles\('(.+)'\) != '' && '\1' \|\| '' \}\}$/);
  });

  test(`${file}: without an address nothing is run, least of all the embedded service`, () => {
    const [script = ''] = steps.flatMap(({ run = '', env }) => (env?.CES_BASE_URL === undefined ? [] : [run]));
    const folder = newFolder();
    const run = (address: string) =>
      spawnSync('bash', ['-e', '-c', `npx() { printf 'ran %s' "$3"; }\n${script}`], {
        cwd: folder,
        env: { PATH: process.env.PATH, PACKAGE: 'p', SHARD: '1/3', CES_BASE_URL: address },
        encoding: 'utf8',
      });
    expect(run('')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('CES_BASE_URL: is not set: give the address') });
    expect(run('https://staging.example.com')).toMatchObject({ status: 0, stdout: 'ran customer-engagement-conformance' });
  });

  test(`${file}: the comment is written once and then changed, whichever others there are`, () => {
    const script = steps.find(({ name }) => name === 'Comment')?.run ?? '';
    expect(script).toContain(MARKER);
    const folder = newFolder();
    const stubs = (ids: string) =>
      `npx() { printf 'text of %s' "$3"; }\ngh() { case "$*" in *--jq*) printf '${ids}' ;; *) printf '<%s>' "$@" ;; esac; }`;
    /** What is asked of GitHub after the list of comments, where it gives these ids. */
    const asked = (ids: string) =>
      spawnSync('bash', ['-e', '-c', `${stubs(ids)}\n${script}`], {
        cwd: folder,
        env: { PATH: process.env.PATH, PACKAGE: 'p', COMMENTS: 'repos/o/r/issues', NUMBER: '7' },
        encoding: 'utf8',
      }).stdout;
    expect(asked('')).toBe('<api><--silent><--method><POST><repos/o/r/issues/7/comments><-F><body=@comment.md>');
    expect(asked('12\n13\n')).toBe('<api><--silent><--method><PATCH><repos/o/r/issues/comments/12><-F><body=@comment.md>');
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe('text of customer-engagement-conformance');
  });
}
