import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeCertificate } from '../../certificates.ts';
import { newFolder } from '../../folders.ts';
import { command } from '../command.ts';
import { test } from '../run.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** What stands in the environment beside sound settings, given how to write a file; and the arguments. */
type Row = readonly [
  title: string,
  given: Given | ((write: (name: string, content: string) => string) => Given | Promise<Given>),
  args?: readonly string[],
];

const STRANGE = ['--read-onyl', '--password=hunter2', '--seed', '--workers=2', '--gerp', 'x', '--reporter=line', '--property-runs=many'];
const WRONG: readonly Row[] = [
  [
    'settings, one of them misspelt and one missing',
    {
      ...{ CES_USERNAME: undefined, CES_PROPERTY_RUNS: 'many', CES_TIMEOUT_MS: '-5', CES_FAIL_ON: 'nothing' },
      ...{ CES_TRACK_UNMATCHED_DATA: '[1]', CES_BUSNIESS_ID: 'x', CES_READ_ONLY: '1', CES_REQUIRE_COMPLETE: '1' },
    },
  ],
  ['a report directory that cannot be written', (write) => ({ CES_REPORT_DIR: join(write('file', ''), 'reports') })],
  ['a baseline that cannot be read', { CES_BASELINE: 'no-such/conformance.json', CES_TIMEOUT_MS: 'x' }],
  [
    'a file of fixtures',
    (write) => {
      const fixtures = { CES_SEGMNT_ID: 'x', CES_EVENT_ID: 5, CES_FEATURE_FLAGS_PARAM: 'names[]' };
      return { CES_FEATURE_FLAGS_PARAM: undefined, CES_FIXTURES: write('fixtures.json', JSON.stringify(fixtures)), CES_SEED: 'many' };
    },
  ],
  [
    'files of TLS',
    async (write) => {
      const { certificate, key } = await makeCertificate({ passphrase: 'open-sesame-42' });
      const files = { CES_CA_FILE: write('ca', 'hello'), CES_CLIENT_CERT_FILE: write('certificate', certificate) };
      const secrets = { CES_CLIENT_KEY_FILE: write('key', key), CES_CLIENT_KEY_PASSPHRASE: 'wrong-words-43' };
      return { CES_BASE_URL: 'https://127.0.0.1:1', CES_PROPERTY_RUNS: 'many', ...files, ...secrets };
    },
  ],
  ['flags and options of Playwright beside settings', { CES_FAIL_ON: 'nothing' }, STRANGE],
  ['a trace, which a run has none of', {}, ['--trace', 'on']],
  ['a word near a command', {}, ['doctro']],
  ['a word far from all, which is not repeated', {}, ['sesamopener']],
  ['an option of another command', {}, ['sensitivity', '--seed', 'x', '--pasword', 'hunter2']],
  ['no terminal to watch from', {}, ['--watch']],
  ['a window to watch', {}, ['--watch', '--ui']],
];

test('all that is wrong is reported at once, by name, before any request and without a secret, exit 2', async ({ target }) => {
  const { variables, seen } = await target();
  const reported: string[] = [];
  for (const [title, given, args = []] of WRONG) {
    const folder = newFolder();
    const reports = join(folder, 'reports');
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const own = typeof given === 'function' ? await given(write) : given;
    const { code, stdout, stderr } = await command(args, { ...variables, CES_REPORT_DIR: reports, ...own });
    expect({ title, code, stdout, reports: existsSync(reports) }).toEqual({ title, code: 2, stdout: '', reports: false });
    // A wrong passphrase sometimes decrypts to what looks like something else.
    reported.push(`# ${title}\n${stderr.replaceAll(folder, '…').replaceAll(/ERR_OSSL_\w+/g, '…')}`);
    for (const secret of [variables.CES_PASSWORD, 'hunter2', 'wrong-words-43', 'sesamopener']) expect(stderr).not.toContain(secret);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
  expect(seen).toEqual([]);
  expect(reported.join('\n')).toMatchSnapshot('wrong-settings.txt');
});
