import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';

interface Step {
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
