import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { MARKER } from '../../../src/report/comment.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const FOLDER = 'examples/github-actions';
const action = parse(readFileSync(`${FOLDER}/action.yml`, 'utf8')) as Action;
const workflow = parse(readFileSync(`${FOLDER}/conformance.yml`, 'utf8')) as Workflow;

test('GitHub’s own parser finds nothing wrong with action and workflow', () => {
  const program = ['--import', 'tsx', 'self-tests/units/examples/github-errors.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [...program, `${FOLDER}/action.yml`, `${FOLDER}/conformance.yml`], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: '[]', stderr: '' });
});

test('the workflow gives the action what it needs, and nothing that it does not know', () => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const given = steps.flatMap((step) => (step.uses?.startsWith('./') ? [Object.keys(step.with ?? {})] : []));
  const known = Object.keys(action.inputs);
  expect(given).toHaveLength(2);
  for (const names of given) {
    expect(names).toEqual(expect.arrayContaining(known.filter((name) => action.inputs[name]?.required)));
    expect(known).toEqual(expect.arrayContaining(names));
  }
});

test('the script of the action passes arguments on as they are, one a line', () => {
  const script = action.runs.steps.flatMap(({ run }) => run ?? [])[0] ?? '';
  const passed = (text: string) =>
    spawnSync('bash', ['-c', `npx() { printf '<%s>' "$@"; }\n${script}`], {
      env: { PATH: process.env.PATH, PACKAGE: 'a b', ARGUMENTS: text },
      encoding: 'utf8',
    }).stdout;
  expect(passed('--grep\na  "b" $HOME\n\n--read-only\n')).toBe(
    '<--yes><--package=a b><customer-engagement-conformance><--grep><a  "b" $HOME><--read-only>',
  );
  expect(passed('')).toBe('<--yes><--package=a b><customer-engagement-conformance>');
});

test('the comment is written once and then changed, whichever others there are', () => {
  const script = workflow.jobs.report?.steps.find(({ name }) => name === 'Comment')?.run ?? '';
  expect(script).toContain(MARKER);
  const folder = mkdtempSync(join(tmpdir(), 'comment-'));
  /** What is asked of GitHub after the list of comments, where it gives these ids. */
  const asked = (ids: string) =>
    spawnSync(
      'bash',
      [
        '-e',
        '-c',
        `npx() { printf 'text of %s' "$3"; }\ngh() { case "$*" in *--jq*) printf '${ids}' ;; *) printf '<%s>' "$@" ;; esac; }\n${script}`,
      ],
      { cwd: folder, env: { PATH: process.env.PATH, PACKAGE: 'p', COMMENTS: 'repos/o/r/issues', NUMBER: '7' }, encoding: 'utf8' },
    ).stdout;
  try {
    expect(asked('')).toBe('<api><--silent><--method><POST><repos/o/r/issues/7/comments><-F><body=@comment.md>');
    expect(asked('12\n13\n')).toBe('<api><--silent><--method><PATCH><repos/o/r/issues/comments/12><-F><body=@comment.md>');
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe('text of customer-engagement-conformance');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
