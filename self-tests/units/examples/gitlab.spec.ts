import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readRunnerArguments } from '../../../src/engine/playwright/runner-arguments.ts';
import { readCommandLine } from '../../../src/settings/command-line.ts';
import { bashErrors, example, yamlOf } from './files.ts';

interface Job {
  readonly stage: string;
  readonly when?: string;
  readonly script: readonly string[];
  readonly artifacts: { readonly when: string; readonly paths: readonly string[]; readonly reports?: { readonly junit: string } };
}

const FILE = 'gitlab/.gitlab-ci.yml';
const PIPELINE = yamlOf<Readonly<Record<'shard' | 'report', Job>>>(FILE);
const { shard, report } = PIPELINE;

test('it keeps to GitLab’s schema', () => {
  expect(checked(example(FILE))).toMatchObject({ status: 0 });
});

const MISTAKES: readonly (readonly [right: string, wrong: string, error: RegExp])[] = [
  ['artifacts:', 'artefacts:', /'artefacts' property is not expected/],
  ['stage: report', 'stage: reports', /stage/],
  ['parallel: 3', 'parallel: 0', /parallel/],
];
for (const [right, wrong, error] of MISTAKES) {
  test(`the schema would find ${wrong}`, () => {
    const { status, output } = checked(example(FILE).replace(right, wrong));
    expect(status).not.toBe(0);
    expect(output).toMatch(error);
  });
}

test('its scripts are such as bash reads and the command takes', () => {
  const lines = [...shard.script, ...report.script];
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(bashErrors(line)).toBe('');
  const [, args = ''] = /customer-engagement-conformance (.*)/.exec(shard.script[0] ?? '') ?? [];
  const { rest, problems } = readCommandLine(
    args
      .replaceAll('"', '')
      .replace(/\$[A-Z_]+/g, '1')
      .split(' '),
  );
  expect([...problems, ...readRunnerArguments(rest).problems]).toEqual([]);
});

test('what the shards leave is what is merged, and the report is there whatever was found', () => {
  expect(report.script[0]).toContain(`merge ${shard.artifacts.paths[0]}`);
  expect([shard.artifacts.when, report.artifacts.when, report.when]).toEqual(['always', 'always', 'always']);
  expect(report.artifacts.reports?.junit).toBe('reports/junit.xml');
});

test('no secret stands in it', () => {
  expect(example(FILE)).not.toMatch(
    /^[^#]*\b(CES_USERNAME|CES_PASSWORD|CES_HEADERS|CES_CLIENT_KEY_PASSPHRASE|CES_EVENT_LOOKUP_COMMAND)\b/m,
  );
});

/** What gitlab-ci-local says, which brings GitLab's schema. It wants a repository to stand in, and reads nothing outside it. */
function checked(content: string): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gitlab-'));
  try {
    execFileSync('git', ['init', '--quiet', folder]);
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', 'git@gitlab.example.com:group/project.git']);
    writeFileSync(join(folder, '.gitlab-ci.yml'), content);
    const program = createRequire(import.meta.url).resolve('gitlab-ci-local');
    // It needs a single method of Node 22.
    const union = encodeURIComponent('Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${union}`, program, '--list'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
