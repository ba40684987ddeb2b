import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { MARKER } from '../../src/report/markdown.ts';
import { newFolder } from '../folders.ts';
import { listen } from '../servers.ts';
import { expect, test } from '../test.ts';
import { shell } from './run.ts';

const read = <T>(name: string) => parse(readFileSync(`examples/${name}`, 'utf8')) as T;

/** Stands in for the suite. */
const NPX = 'npx() { printf "%s, fixtures %s, waivers %s" "$3" "$CES_FIXTURES" "$CES_WAIVERS"; }';
const SUITE = 'customer-engagement-conformance, fixtures , waivers ';
const CES_BASE_URL = 'https://staging.example.com';

/** Runs lines of a script in a folder with these files, with stand-ins for programs. */
async function run(lines: readonly string[], variables: Readonly<Record<string, string>>, files: readonly string[] = []) {
  const folder = newFolder();
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '{}');
  }
  return { folder, ...(await shell([NPX, ...lines].join('\n'), folder, { PACKAGE: 'p', ...variables })) };
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const WORKFLOWS = ['github-actions/conformance.yml', 'github-actions/shards.yml'];

/** What GitHub's own parser finds wrong. */
async function errorsIn(files: readonly string[]): Promise<unknown> {
  const program = `"${process.execPath}" --import tsx self-tests/runs/github-errors.ts`;
  const { stdout, stderr } = await shell(`${program} ${files.join(' ')}`, process.cwd());
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('GitHub’s own parser finds nothing wrong with the workflows, and does find what is wrong', async ({ folder }) => {
  expect(await errorsIn(WORKFLOWS.map((name) => `examples/${name}`))).toEqual([]);
  const broken = join(folder, 'broken.yml');
  writeFileSync(broken, readFileSync(`examples/${WORKFLOWS[1]}`, 'utf8').replace('needs: shard', 'needs: nobody'));
  expect(await errorsIn([broken])).toContainEqual(expect.stringContaining('nobody'));
});

for (const file of WORKFLOWS) {
  const steps = Object.values(read<Workflow>(file).jobs).flatMap((job) => job.steps);

  test(`${file}: files that may be missing are named only where they are there`, () => {
    const named = steps
      .flatMap(({ env = {} }) => Object.entries(env))
      .filter(([name]) => name === 'CES_FIXTURES' || name === 'CES_WAIVERS');
    expect(named.length).toBeGreaterThan(0);
    for (const [, value] of named) expect(value).toMatch(/^\$\{\{ hashFiles\('(.+)'\) != '' && '\1' \|\| '' \}\}$/);
  });

  test(`${file}: without an address nothing is run, least of all the embedded service`, async () => {
    const script = steps.flatMap(({ run: lines = '', env }) => (env?.CES_BASE_URL === undefined ? [] : [lines]));
    const message = expect.stringContaining('CES_BASE_URL: is not set: give the address');
    expect(await run(script, { SHARD: '1/3', CES_BASE_URL: '' })).toMatchObject({ code: 1, stdout: '', stderr: message });
    expect(await run(script, { SHARD: '1/3', CES_BASE_URL })).toMatchObject({ code: 0, stdout: SUITE });
  });

  test(`${file}: the comment is written once and then changed, whichever others there are`, async () => {
    const script = steps.find(({ name }) => name === 'Comment')?.run ?? '';
    expect(script).toContain(MARKER);
    /** What is asked of GitHub after the list of comments, where it gives these ids. */
    const asked = async (ids: string) => {
      const gh = `gh() { case "$*" in *--jq*) printf '${ids}' ;; *) printf '<%s>' "$@" ;; esac; }`;
      const { folder, stdout } = await run([gh, script], { COMMENTS: 'repos/o/r/issues', NUMBER: '7' });
      expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe(SUITE);
      return stdout;
    };
    expect(await asked('')).toBe('<api><--silent><--method><POST><repos/o/r/issues/7/comments><-F><body=@comment.md>');
    expect(await asked('12\n13\n')).toBe('<api><--silent><--method><PATCH><repos/o/r/issues/comments/12><-F><body=@comment.md>');
  });
}

interface Job {
  readonly script: readonly string[];
  readonly before_script: readonly string[];
  readonly after_script: readonly string[];
}
const { conformance: job } = read<{ readonly conformance: Job }>('gitlab/.gitlab-ci.yml');
const { default: defaults, shard } = read<{ readonly default: Job; readonly shard: Job }>('gitlab/shards.gitlab-ci.yml');

for (const [name, lines] of [
  ['one job', [...job.before_script, ...job.script]],
  ['shards', [...defaults.before_script, ...shard.script]],
] as const)
  test(`GitLab, ${name}: files that may be missing are named only where they are there, and without an address nothing is run`, async () => {
    const [fixtures, waivers] = ['conformance/fixtures.json', 'conformance/waivers.json'];
    expect(await run(lines, { CES_BASE_URL })).toMatchObject({ code: 0, stdout: SUITE });
    const stdout = expect.stringContaining(`fixtures ${fixtures}, waivers ${waivers}`);
    expect(await run(lines, { CES_BASE_URL }, [fixtures, waivers])).toMatchObject({ code: 0, stdout });
    expect(await run(lines, {})).toMatchObject({ code: 2, stdout: expect.stringContaining('CES_BASE_URL is not set') });
  });

test('a push to GitLab’s default branch keeps its result as the baseline, and nothing else does', async () => {
  const files = ['reports/conformance.json', 'baseline/older.json'];
  const kept = ({ folder }: { folder: string }) => readFileSync(join(folder, 'baseline/conformance.json'), 'utf8');
  expect(kept(await run(job.after_script, { BASELINE_POLICY: 'pull-push' }, files))).toBe('{}');
  const other = await run(job.after_script, { BASELINE_POLICY: 'pull' }, files);
  expect(() => kept(other)).toThrow('ENOENT');
  expect(await run(job.after_script, { BASELINE_POLICY: 'pull-push' })).toMatchObject({ code: 0 });
});

/** A GitLab that has these notes, and what else it was asked. */
async function noting(notes: readonly { readonly id: number; readonly body: string }[]): Promise<readonly string[]> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    if (method !== 'GET') asked.push(`${method} ${url} ${headers['private-token']} ${body}`);
    const page = Number(new URL(url ?? '', 'http://gitlab').searchParams.get('page') ?? 1);
    response.end(JSON.stringify(method === 'GET' ? notes.slice(100 * (page - 1), 100 * page) : {}));
  });
  const variables = {
    CI_API_V4_URL: `http://127.0.0.1:${await listen(server)}/api/v4`,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    CONFORMANCE_TOKEN: 'token',
    BASELINE_POLICY: 'pull',
  };
  const { code, stderr } = await run(job.after_script, variables, ['reports/conformance.json']);
  server.close();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return asked;
}

test('the note on a merge request is written once and then changed', async () => {
  const sent = JSON.stringify({ body: SUITE });
  const changed = [`PUT /api/v4/projects/5/merge_requests/7/notes/12 token ${sent}`];
  const [others, note] = [[{ id: 1, body: 'hello' }], { id: 12, body: `${MARKER}\n…` }];
  const many = Array.from({ length: 200 }, (_, index) => ({ id: 100 + index, body: 'hello' }));
  expect(await noting(others)).toEqual([`POST /api/v4/projects/5/merge_requests/7/notes token ${sent}`]);
  expect(await noting(many)).toHaveLength(1);
  expect(await noting([...many, note])).toEqual(changed);
  expect(await noting([...others, note])).toEqual(changed);
});
