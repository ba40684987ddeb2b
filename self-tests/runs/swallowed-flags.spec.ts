import { existsSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import * as suite from '../../src/cli/suite.ts';
import { dashed } from '../../src/cli/swallowed-flags.ts';
import type { Flags } from '../../src/settings/command-line.ts';
import { newFolder } from '../folders.ts';
import { NPMS, named, SCRIPTS, swallowed } from '../units/cli/npm-flags.ts';
import { shell, test } from './run.ts';

test.describe.configure({ timeout: 90_000 });

test('npm run conformance --read-only: npm keeps the flag, and not one request is sent; exit 2', async ({ target }) => {
  const { variables, seen } = await target();
  const reports = join(newFolder(), 'reports');
  const environment = { ...variables, CES_ENV_FILE: '/dev/null', CES_REPORT_DIR: reports };
  const { code, stderr } = await shell('npm run conformance --read-only', process.cwd(), environment);
  expect(code, stderr).toBe(2);
  expect(stderr).toContain('--read-only: expected after a --');
  expect(stderr).toContain('(npm run conformance -- --read-only)');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect({ requests: seen.length, reports: existsSync(reports) }).toEqual({ requests: 0, reports: false });
});

test.describe('as npm itself does it', () => {
  /** A package of its own, whose only script tells the environment. */
  let directory = '';
  test.beforeEach(() => {
    directory = newFolder();
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts: { show: 'node -p "JSON.stringify(process.env)"' } }));
  });

  test('every flag of every command is noticed', async () => {
    const all: Flags = Object.assign({}, ...Object.values(SCRIPTS));
    const names = Object.keys(all).filter((name) => !NPMS.includes(name));
    // The value of `--env-file` has to be a file: Node 20 itself looks for it, wherever the flag stands.
    const typed = names.map((name) => `--${name}${all[name]?.type === 'string' ? `=${devNull}` : ''}`);
    const ran = await npmRun(directory, ['show', ...typed]);
    // npm 12 starts nothing where it does not know a flag.
    if (ran.code !== 0) expect(ran.stderr).toContain('EUNKNOWNCONFIG');
    else expect(named(swallowed(ran.environment, all)).sort()).toEqual(names.map(dashed).sort());
  });

  test('a flag that npm knows, and does nothing with, is noticed; npm’s own settings are not', async () => {
    const own = ['--https-proxy=http://p', '--registry=http://r', '--browser=none', '--force', '--password=p', '--silent'];
    const [plain, readOnly] = await Promise.all([npmRun(directory, ['show', ...own]), npmRun(directory, ['show', ...own, '--read-only'])]);
    expect(plain.environment).toMatchObject({ npm_config_https_proxy: 'http://p/', npm_config_browser: expect.anything() });
    expect(swallowed(plain.environment, { ...suite.flags(), force: { type: 'boolean' } })).toEqual([]);
    expect(named(swallowed(readOnly.environment))).toEqual(['--read-only']);
  });
});

/** Starts npm without what an npm around this test told it. */
async function npmRun(cwd: string, args: readonly string[]) {
  const { code, stdout, stderr } = await shell(`npm run ${args.join(' ')}`, cwd);
  return { code, stderr, environment: code === 0 ? (JSON.parse(stdout.slice(stdout.indexOf('{'))) as NodeJS.ProcessEnv) : {} };
}
