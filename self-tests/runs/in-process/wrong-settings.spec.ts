import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeCertificate } from '../../certificates.ts';
import { newFolder } from '../../folders.ts';
import { command } from '../command.ts';
import { test } from '../run.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** What stands in the environment beside sound settings, given how to write a file; the arguments; what the command says. */
type Row = readonly [
  title: string,
  given: (write: (name: string, content: string) => string) => Given | Promise<Given>,
  args: readonly string[],
  words: readonly (string | RegExp)[],
];

const WRONG: readonly Row[] = [
  [
    'settings, one of them misspelt and one missing',
    () => ({
      CES_USERNAME: undefined,
      CES_PROPERTY_RUNS: 'many',
      CES_TIMEOUT_MS: '-5',
      CES_FAIL_ON: 'nothing',
      CES_TRACK_UNMATCHED_DATA: '[1]',
      CES_BUSNIESS_ID: 'x',
      CES_READ_ONLY: '1',
      CES_REQUIRE_COMPLETE: '1',
    }),
    [],
    [
      ...['CES_USERNAME', 'CES_PROPERTY_RUNS', 'CES_TIMEOUT_MS', 'CES_FAIL_ON', 'CES_TRACK_UNMATCHED_DATA', 'CES_BUSNIESS_ID'],
      'CES_REQUIRE_COMPLETE',
      /\nExit 2: CES_\w+, .* need a correction, above\n$/,
    ],
  ],
  [
    'a report directory that cannot be written',
    (write) => ({ CES_REPORT_DIR: join(write('file', ''), 'reports') }),
    [],
    [/\nExit 2: CES_REPORT_DIR needs a correction, above\n$/],
  ],
  [
    'a baseline that cannot be read',
    () => ({ CES_BASELINE: 'no-such/conformance.json', CES_TIMEOUT_MS: 'x' }),
    [],
    [
      '2 settings need a correction',
      'CES_BASELINE: expected the conformance.json of an earlier run, or a folder of them; found "no-such/conformance.json", no such file',
    ],
  ],
  [
    'a file of fixtures',
    (write) => {
      const fixtures = { CES_SEGMNT_ID: 'x', CES_EVENT_ID: 5, CES_FEATURE_FLAGS_PARAM: 'names[]' };
      return { CES_FEATURE_FLAGS_PARAM: undefined, CES_FIXTURES: write('fixtures.json', JSON.stringify(fixtures)), CES_SEED: 'many' };
    },
    [],
    [
      '4 settings need a correction; no request has been sent.',
      'CES_SEGMNT_ID: expected the name of a fixture. Did you mean "CES_SEGMENT_ID"',
      /CES_EVENT_ID: expected a text; found a number in .*fixtures\.json/,
      /CES_FEATURE_FLAGS_PARAM: expected the bare name.*found "names\[\]" \(.*fixtures\.json\)/,
      'CES_SEED: expected a whole number',
    ],
  ],
  [
    'files of TLS',
    async (write) => {
      const client = await makeCertificate({ passphrase: 'open-sesame-42' });
      return {
        CES_BASE_URL: 'https://127.0.0.1:1',
        CES_PROPERTY_RUNS: 'many',
        CES_CA_FILE: write('ca', 'hello'),
        CES_CLIENT_CERT_FILE: write('certificate', client.certificate),
        CES_CLIENT_KEY_FILE: write('key', client.key),
        CES_CLIENT_KEY_PASSPHRASE: 'wrong-words-43',
      };
    },
    [],
    ['CES_PROPERTY_RUNS', 'CES_CA_FILE', 'CES_CLIENT_KEY_PASSPHRASE'],
  ],
  [
    'flags and options of Playwright beside settings',
    () => ({ CES_FAIL_ON: 'nothing' }),
    ['--read-onyl', '--password=hunter2', '--seed', '--workers=2', '--gerp', 'x', '--reporter=line', '--property-runs=many'],
    [
      '"--read-only"',
      'CES_PASSWORD in the environment',
      '--seed',
      '"--grep"',
      '--add-reporter',
      /CES_PROPERTY_RUNS.*\(command line\)/,
      'CES_FAIL_ON',
    ],
  ],
  ['a trace, which a run has none of', () => ({}), ['--trace', 'on'], [/--trace.*--ui, which shows the trace of each test/s]],
  ['a word near a command', () => ({}), ['doctro'], ['expected a command (comment, compare, doctor, ', 'found "doctro", which is neither']],
  [
    'a word far from all, which is not repeated',
    () => ({}),
    ['sesamopener'],
    [/found another word \(not shown: it may be a secret\)\nExit 2: arguments needs a correction, above\n$/],
  ],
  ['an option of another command', () => ({}), ['sensitivity', '--seed', 'x', '--pasword', 'hunter2'], ['CES_SEED', '"--password"']],
  [
    'no terminal to watch from',
    () => ({}),
    ['--watch'],
    ['--watch: expected a terminal: it waits for keys. Leave it out here; found an input that is no terminal'],
  ],
  ['a window to watch', () => ({}), ['--watch', '--ui'], ['--watch: expected a whole run beside it; found ui']],
];

for (const [title, given, args, words] of WRONG)
  test(`reported at once, by name, before any request and without a secret, exit 2: ${title}`, async ({ target }) => {
    const { variables, seen } = await target();
    const folder = newFolder();
    const reports = join(folder, 'reports');
    const own = await given((name, content) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    const { code, stdout, stderr } = await command(args, { ...variables, CES_REPORT_DIR: reports, ...own });
    expect({ code, stdout, requests: seen.length, reports: existsSync(reports) }).toEqual({
      code: 2,
      stdout: '',
      requests: 0,
      reports: false,
    });
    for (const text of words) expect(stderr).toMatch(text);
    for (const secret of [variables.CES_PASSWORD, 'hunter2', 'wrong-words-43', 'sesamopener']) expect(stderr).not.toContain(secret);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
