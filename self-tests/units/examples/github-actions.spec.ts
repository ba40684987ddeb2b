import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { readRunnerArguments } from '../../../src/engine/playwright/runner-arguments.ts';
import { readCommandLine } from '../../../src/settings/command-line.ts';
import { bashErrors, example, yamlOf } from './files.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
interface Workflow {
  readonly permissions: unknown;
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const WORKFLOW = 'github-actions/conformance.yml';
const ACTION = 'github-actions/action.yml';
const OWN_ACTION = './.github/actions/conformance';

const action = yamlOf<Action>(ACTION);
const workflow = yamlOf<Workflow>(WORKFLOW);
const steps = [...action.runs.steps, ...Object.values(workflow.jobs).flatMap((job) => job.steps)];
const ownSteps = steps.filter(({ uses }) => uses === OWN_ACTION);

test('GitHub’s own parser finds nothing wrong with the workflow', () => {
  expect(errorsOf('workflow.yml', example(WORKFLOW))).toEqual([]);
});

test('GitHub’s own parser finds nothing wrong with the action', () => {
  expect(errorsOf('action.yml', example(ACTION))).toEqual([]);
});

const MISTAKES: readonly (readonly [string, string, string, RegExp])[] = [
  [WORKFLOW, 'timeout-minutes:', 'timeout-minuts:', /Unexpected value 'timeout-minuts'/],
  [WORKFLOW, 'needs: shard', 'needs: shards', /job 'report' depends on unknown job 'shards'/i],
  [WORKFLOW, 'matrix.shard }}\n    runs-on', 'matirx.shard }}\n    runs-on', /matirx/],
  [ACTION, 'using: composite', 'using: composit', /composit/],
  [ACTION, '      shell: bash\n', '', /shell/],
];
for (const [name, right, wrong, error] of MISTAKES) {
  test(`the parser would find ${wrong === '' ? `a missing ${right.trim()}` : wrong.split('\n')[0]}`, () => {
    const broken = example(name).replace(right, wrong);
    expect(broken).not.toBe(example(name));
    expect(errorsOf(name === ACTION ? 'action.yml' : 'workflow.yml', broken).join('\n')).toMatch(error);
  });
}

test('the workflow gives the action what it needs, and nothing that it does not know', () => {
  expect(ownSteps).toHaveLength(2);
  const required = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required);
  for (const { with: given = {} } of ownSteps) {
    expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  }
});

test('the arguments in the workflow are such as the command takes', () => {
  const given = ownSteps.map(({ with: inputs = {} }) => (inputs.arguments ?? '').split('\n').filter((line) => line !== ''));
  expect(given).toHaveLength(2);
  expect(given[1]).toEqual(['merge', 'blobs']);
  const { rest, problems } = readCommandLine((given[0] ?? []).map((line) => line.replace(/\$\{\{.*?\}\}/g, '1')));
  expect([...problems, ...readRunnerArguments(rest).problems]).toEqual([]);
});

test('scripts are such as bash reads, and hold no expression, which could be a script itself', () => {
  const scripts = steps.flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect(bashErrors(script)).toBe('');
    expect(script).not.toContain('${{');
  }
  expect(bashErrors('if true; then')).not.toBe('');
});

test('the script of the action passes arguments on as they are, one a line', () => {
  const script = action.runs.steps.flatMap(({ run }) => run ?? [])[0] ?? '';
  const shown = (text: string) =>
    spawnSync('bash', ['-c', `npx() { printf '<%s>' "$@"; }\n${script}`], {
      env: { PATH: process.env.PATH, PACKAGE: 'a b', ARGUMENTS: text },
      encoding: 'utf8',
    }).stdout;
  expect(shown('--grep\na  "b" $HOME\n\n--read-only\n')).toBe(
    '<--yes><--package=a b><customer-engagement-conformance><--grep><a  "b" $HOME><--read-only>',
  );
  expect(shown('')).toBe('<--yes><--package=a b><customer-engagement-conformance>');
});

test('actions of others are pinned, and the token may only read', () => {
  const foreign = steps.flatMap(({ uses }) => (uses === undefined || uses === OWN_ACTION ? [] : [uses]));
  expect(foreign.length).toBeGreaterThan(2);
  for (const uses of foreign) expect(uses).toMatch(/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
  expect(workflow.permissions).toEqual({ contents: 'read' });
});

test('credentials come from the secrets store, and only to the job that needs them', () => {
  const jobs = Object.entries(workflow.jobs).map(([name, { env = {} }]) => [
    name,
    Object.entries(env).filter(([, value]) => value.includes('secrets.')),
  ]);
  const secrets = ['CES_USERNAME', 'CES_PASSWORD'].map((name) => [name, `\${{ secrets.${name} }}`]);
  expect(jobs).toEqual([
    ['shard', secrets],
    ['report', []],
  ]);
  expect(example(WORKFLOW).match(/secrets\./g)).toHaveLength(2);
});

function errorsOf(name: 'workflow.yml' | 'action.yml', content: string): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'self-tests/units/examples/actions-errors.ts', name], {
    input: content,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}
