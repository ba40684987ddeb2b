import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { MARKER } from '../../src/report/markdown.ts';
import { newFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { shell } from './run.ts';

/** Stands in for the suite. */
const NPX = 'npx() { printf "%s" "$3"; }';
const SUITE = 'customer-engagement-conformance';
const CES_BASE_URL = 'https://staging.example.com';

/** Runs lines of a script in a folder, with stand-ins for programs. */
async function run(lines: readonly string[], variables: Readonly<Record<string, string>>) {
  const folder = newFolder();
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

for (const file of ['github-actions/conformance.yml', 'github-actions/shards.yml']) {
  const { jobs } = parse(readFileSync(`examples/${file}`, 'utf8')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

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
