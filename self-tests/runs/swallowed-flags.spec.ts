import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { command } from './command.ts';
import { test } from './run.ts';

test.describe.configure({ timeout: 90_000 });

test('npm run conformance --read-only: npm keeps the flag, and not one request is sent; exit 2', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const reports = join(runs.directory(), 'reports');
  const kept = Object.entries(process.env).filter(([name]) => !/^(CES_|CONFORMANCE_|TEST_|PW|npm_)/.test(name));
  const env = { ...Object.fromEntries(kept), ...variables, CES_ENV_FILE: '/dev/null', CES_REPORT_DIR: reports };
  const child = spawn('npm', ['run', 'conformance', '--read-only'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('exit', resolve))]);
  expect(code, stderr).toBe(2);
  expect(stderr).toContain('--read-only: expected after a --');
  expect(stderr).toContain('(npm run conformance -- --read-only)');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect({ requests: seen.length, reports: existsSync(reports) }).toEqual({ requests: 0, reports: false });
});

/** What npm makes of `npm run <script> --<flag>`. */
const SWALLOWED: readonly (readonly [script: string, flag: string, value: string])[] = [
  ['conformance', 'grep', 'true'],
  ['doctor', 'allow-writes', 'true'],
  ['sensitivity', 'max-rps', '5'],
  ['merge', 'report-dir', 'elsewhere'],
  ['waivers', 'write', 'true'],
  ['compare', 'out', 'elsewhere'],
  ['history', 'out', 'elsewhere'],
];

for (const [script, flag, value] of SWALLOWED) {
  test(`npm run ${script} --${flag}: npm keeps the flag, and the command says where it goes; exit 2`, async ({ target }) => {
    const { variables, seen } = await target();
    const { code, stdout, stderr } = await command(script === 'conformance' ? [] : [script], {
      ...variables,
      npm_lifecycle_event: script,
      npm_lifecycle_script: `node scripts/conformance.mjs ${script}`,
      [`npm_config_${flag.replaceAll('-', '_')}`]: value,
    });
    expect({ code, stdout, requests: seen.length }, stderr).toEqual({ code: 2, stdout: '', requests: 0 });
    expect(stderr).toContain(`(npm run ${script} -- --${flag}`);
  });
}
