import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../folders.ts';
import { runInProcess } from '../hostile/run-in-process.ts';
import { command } from './command.ts';
import { split, test, type Variables } from './run.ts';
import type { Reply, Seen, TargetOptions } from './target.ts';

test.describe.configure({ timeout: 120_000 });

const PASSWORD = 'correct-horse';
const COLUMNS = 100;
const LINES = 45;

function consult(variables: Variables, ...args: string[]): ReturnType<typeof command> {
  return command(['doctor', ...args], { CES_REPORT_DIR: newFolder(), ...variables });
}

/** The row of a variable in the table of fixtures. */
const row = (stdout: string, name: string): string | undefined => stdout.split('\n').find((line) => new RegExp(`^  . ${name} `).test(line));
const methods = (seen: readonly Seen[]): string[] => [...new Set(seen.map(({ method }) => method))];

function fits(stdout: string): void {
  const lines = stdout.split('\n');
  expect(lines.length).toBeLessThanOrEqual(LINES);
  expect(lines.filter((line) => [...line].length > COLUMNS)).toEqual([]);
  expect(stdout).not.toContain('\u001b');
}

const FLAGS = ['new_inbox', 'beta-reports', 'sms.two_way'];

/** A target whose answers are these, by a piece of the path; null leaves them. */
const answering = (answer: (path: string) => Reply | null): TargetOptions => ({ change: (reply, { path }) => answer(path) ?? reply });
const credentials = (variables: Variables) => split(variables)[0];

/** What stands in the environment, of what the target's settings are; the arguments; and how the target is. */
type Situation = readonly [title: string, given: (variables: Variables) => Variables, args?: readonly string[], target?: TargetOptions];

const TO_LOGIN = { status: 302, headers: { location: `/login?password=${PASSWORD}` }, body: Buffer.from('') };
const SITUATIONS: readonly Situation[] = [
  ['all fixtures', (all) => all],
  ['leave to write', (all) => all, ['--allow-writes']],
  ['CES_READ_ONLY wins over leave to write', (all) => ({ ...all, CES_READ_ONLY: '1' }), ['--allow-writes']],
  ['a small CES_WRITE_BUDGET wins over it too', (all) => ({ ...all, CES_WRITE_BUDGET: '2' }), ['--allow-writes']],
  [
    'fixtures that are wrong',
    (all) => ({
      ...{ ...all, CES_SEGMENT_ID: 'no-such-segment', CES_EMAIL_ADDRESS_ID: all.CES_PROJECT_EMAIL_ADDRESS_ID ?? '' },
      ...{ CES_FEATURE_FLAGS: 'new_inbox,no-such-flag', CES_TRACK_MATCHING_CUSTOMER_ID: 'somebody-else' },
      CES_CUSTOMER_IDS: 'cus_ada,no-such-customer',
    }),
    ['--allow-writes'],
  ],
  [
    'records of another kind and another record',
    (all) => all,
    [],
    answering((path) => {
      if (path.startsWith('/segments/')) return json({ id: 'another' });
      return path.includes('/executions') || path.includes('/sms_templates/') ? json({ items: [] }) : null;
    }),
  ],
  ['all flags are listed whatever is asked', (all) => all, [], { change: answeringFlags(() => FLAGS) }],
  ['a base URL and credentials alone', credentials],
  ['a business beside them', (all) => ({ ...credentials(all), CES_BUSINESS_ID: all.CES_BUSINESS_ID ?? '' })],
  ['credentials that are refused', (all) => ({ ...all, CES_PASSWORD: 'wrong' })],
  ['a wrong path that redirects with the password', (all) => all, [], answering(() => TO_LOGIN)],
  ['nothing listens', (all) => ({ ...all, CES_BASE_URL: 'http://127.0.0.1:1' })],
  ['no answer in time', (all) => ({ ...all, CES_TIMEOUT_MS: '300' }), [], { change: () => new Promise<never>(() => undefined) }],
];

for (const [title, given, args = [], options] of SITUATIONS)
  test(`what the doctor says was approved: ${title}`, async ({ target }) => {
    const { variables, seen } = await target(options);
    const { code, stdout, stderr } = await consult(given(variables), ...args);
    expect(stderr).toBe('');
    expect(stdout).not.toContain(PASSWORD);
    if (/^(all fixtures|leave)/.test(title)) fits(stdout);
    // A batch update names nobody's data.
    const updates = seen.filter(({ path }) => path.endsWith('/batch_update')).map(({ body }) => JSON.parse(body).customers as object[]);
    expect(updates.flat().filter((customer) => Object.keys(customer).join() !== 'id')).toEqual([]);
    if (!/wrong$|^leave/.test(title)) expect(methods(seen)).toEqual(seen.length === 0 ? [] : ['GET']);
    expect(`exit ${code}\n${lasting(stdout)}`).toMatchSnapshot(['doctor', `${title.replaceAll(/\W+/g, '-')}.txt`]);
  });

/** Without times, ports, numbers of statements, and the line breaks of a paragraph. */
function lasting(stdout: string): string {
  return stdout
    .replaceAll(/\n {6,}(?=\S)/g, ' ')
    .replaceAll(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1:…')
    .replaceAll(/\b(after|in) \d+ ms/g, '$1 … ms')
    .replaceAll(/\b\d+ (of|statements?|requirements)\b/g, '… $1')
    .replaceAll(/ +\d+ {2}(?=all$|judges|\d[\d, ]*$)/gm, '  …  ')
    .replaceAll(/conformance-[\w…-]+/g, 'conformance-…');
}

test('a host name that nobody knows', async ({ target }) => {
  const words = /Nobody knows this host name|The name server does not answer/;
  const consulted = await consult({ ...(await target()).variables, CES_BASE_URL: 'http://conformance.invalid/api' });
  expect(consulted).toMatchObject({ code: 2, stdout: expect.stringMatching(words) });
});

test('a target that answers the password gets it neither shown nor written', async ({ target }) => {
  const { variables } = await target(
    answering((path) => {
      if (path.startsWith('/segments/')) return json({ id: PASSWORD });
      return path.endsWith('/email_addresses') ? json({ email_addresses: [{ id: PASSWORD }] }) : null;
    }),
  );
  const { CES_EMAIL_ADDRESS_ID, ...rest } = variables;
  const file = join(newFolder(), 'own.env');
  const { stdout, stderr } = await consult(rest, '--write', file);
  expect(row(stdout, 'CES_SEGMENT_ID')).toMatch(/the answer is another record, "\(redacted\)"$/);
  expect(stdout + stderr + readFileSync(file, 'utf8')).not.toContain(PASSWORD);
});

test('the forecast is what a run assesses', async ({ target }) => {
  const { variables } = await target();
  const { CES_SMS_TEMPLATE_ID, CES_CUSTOMER_IDS, CES_EVENT_LOOKUP_URL, ...rest } = variables;
  const { stdout } = await consult(rest);
  const [, assessable, all] = /could assess (\d+) of (\d+) statements/.exec(stdout) ?? [];
  const { counts, requirements } = await runInProcess(rest, () => true);
  expect([Number(assessable), Number(all)]).toEqual([requirements.length - counts.notAssessed, requirements.length]);
});

test('a path of which no read tells, since a gateway asks for credentials before anything else', async ({ runs, target }) => {
  const { variables } = await target({
    change: ({ headers }, { headers: { authorization } }) => ({ status: authorization ? 404 : 401, headers, body: Buffer.from('{}') }),
  });
  const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '', CES_SEGMENT_ID = '' } = variables;
  const alone = { CES_BASE_URL, CES_USERNAME, CES_PASSWORD };
  const doubt =
    /Every read was answered with status 404, as is an address that does not exist: no read tells whether the path of CES_BASE_URL is right/;
  for (const given of [alone, { ...alone, CES_SEGMENT_ID }]) {
    const { code, stdout } = await consult(given);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(doubt);
  }
  const told = await consult(alone, '--allow-writes');
  expect(told.code).toBe(2);
  expect(told.stdout).toContain('Check the path of CES_BASE_URL.');
  const run = await runs.run(['--grep', 'getSegment'], { ...alone, CES_READ_ONLY: '1' });
  expect(run.code).toBe(2);
  expect(run.stdout).toMatch(doubt);
});

test('what the doctor creates is in the list of what stays', async ({ target }) => {
  const [{ variables }, folder] = [await target(), newFolder()];
  await consult({ ...variables, CES_REPORT_DIR: folder }, '--allow-writes');
  const lines = readFileSync(join(folder, 'left-behind.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).endpoint).sort((one, other) => one - other)).toEqual([4, 18]);
});

test('wrong settings are reported as a run reports them, with what is wrong in the arguments', async ({ target }) => {
  const { variables, seen } = await target();
  const file = join(newFolder(), '.env');
  writeFileSync(file, 'CES_SEED=1\n');
  const { code, stderr } = await consult({ ...variables, CES_SEED: 'many' }, '--write', file, '--allow-write', 'word');
  expect(code).toBe(2);
  expect(stderr).toContain('4 settings need a correction; no request has been sent.');
  expect(stderr).toContain('CES_SEED: expected a whole number');
  expect(stderr).toContain(`--write: expected a file that does not exist yet, or --force; found ${JSON.stringify(file)}, which exists`);
  expect(stderr).toContain('--allow-write: expected an option of this command. Usage: npm run doctor -- [settings] [--allow-writes] ');
  expect(stderr).toContain('Did you mean "--allow-writes"');
  expect(seen).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('CES_SEED=1\n');
});

test('a .env is written with what is known and found, without secrets, and serves a run; what was in it is kept', async ({ target }) => {
  const commaSeparated = (query: URLSearchParams) => (query.get('feature_flag_names') ?? '').split(',');
  const { variables, seen } = await target({ change: answeringFlags(commaSeparated) });
  const { CES_FEATURE_FLAGS_PARAM, CES_FEATURE_FLAGS_ENCODING, CES_USERNAME = '', CES_PASSWORD = '', ...rest } = variables;
  const file = join(newFolder(), 'own.env');
  const given = { ...rest, CES_USERNAME, CES_PASSWORD, CES_REPORT_DIR: join(newFolder(), 'reports') };
  const { code, stdout } = await consult(given, '--write', file);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file} is written, without secrets.`) });
  expect(row(stdout, 'CES_FEATURE_FLAGS_PARAM')).toMatch(/\+ .* found +feature_flag_names$/);
  expect(row(stdout, 'CES_FEATURE_FLAGS_ENCODING')).toMatch(/ comma$/);
  expect(stdout).toMatch(/CES_FEATURE_FLAGS_PARAM +\d+ +14$/m);
  expect(methods(seen)).toEqual(['GET']);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(CES_PASSWORD);
  expect(statSync(file).mode & 0o077).toBe(0);
  const again = await consult({ CES_ENV_FILE: file, CES_USERNAME, CES_PASSWORD });
  expect(again.stdout).toMatch(/could assess (\d+) of \1 statements/);
  expect(row(again.stdout, 'CES_FEATURE_FLAGS_PARAM')).toMatch(/✓ .* understood$/);
  writeFileSync(file, `${text}OTHER=1\n`);
  const forced = await consult(given, `--write=${file}`, '--force');
  expect(forced.code).toBe(0);
  expect(forced.stdout.replaceAll(/\s+/g, ' ')).toContain('is written. What stood in it, and what the doctor does not know, is kept.');
  expect(readFileSync(file, 'utf8')).toContain('\nOTHER=1\n');
});

test('a file of fixtures is written where the name ends so, and serves a run', async ({ target }) => {
  const { variables } = await target();
  const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '' } = variables;
  const file = join(newFolder(), 'fixtures.json');
  const { code, stdout } = await consult(variables, '--write', file);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Name it in CES_FIXTURES') });
  expect(readFileSync(file, 'utf8')).not.toContain(CES_PASSWORD);
  const again = await consult({ CES_BASE_URL, CES_USERNAME, CES_PASSWORD, CES_FIXTURES: file });
  expect(again.stdout).toMatch(/could assess (\d+) of \1 statements/);
  writeFileSync(file, 'CES_SEGMENT_ID=x');
  const refused = await consult(variables, '--write', file, '--force');
  expect(refused).toMatchObject({ code: 2, stderr: `${file} is not replaced: it holds no JSON object. Give another name.\n` });
  const empty = join(newFolder(), 'fixtures.json');
  const none = await consult({ CES_BASE_URL, CES_USERNAME, CES_PASSWORD }, '--write', empty);
  expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining(`${empty} is not written: no fixture is given`) });
  expect(existsSync(empty)).toBe(false);
  const nowhere = await consult(variables, '--write', join(newFolder(), 'no', 'such', '.env'));
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringMatching(/cannot be written: ENOENT/) });
});

test('without a target the embedded service is examined, and it is said what to set; a .env is then a form to fill in', async () => {
  const file = join(newFolder(), '.env');
  const { code, stdout } = await consult({}, '--write', file);
  expect(code).toBe(0);
  fits(stdout);
  expect(stdout).toContain('(the embedded reference service)');
  expect(stdout).toContain('For your own server, set CES_BASE_URL, CES_USERNAME and CES_PASSWORD');
  const set = readFileSync(file, 'utf8').match(/^CES_\w+/gm) ?? [];
  expect(set.filter((name) => name !== 'CES_REPORT_DIR')).toEqual([]);
});

test('provider states are not set up without leave to write, and are taken back with it', async ({ target, states }) => {
  const { CES_SEGMENT_ID = '', ...rest } = (await target()).variables;
  const { url, changes } = await states({ CES_SEGMENT_ID });
  const given = { ...rest, CES_PROVIDER_STATES_URL: url };
  const reading = await consult(given);
  expect(changes).toEqual([]);
  expect(row(reading.stdout, 'CES_PROVIDER_STATES_URL')).toMatch(/– .* not tried: it sets records up, which is$/);
  const file = join(newFolder(), 'own.env');
  const writing = await consult(given, '--allow-writes', '--write', file);
  expect(changes.map(({ action }) => action)).toEqual(['setup', 'teardown']);
  expect(row(writing.stdout, 'CES_SEGMENT_ID')).toMatch(/✓ CES_SEGMENT_ID +provider states +found$/);
  expect(readFileSync(file, 'utf8')).toMatch(/^# CES_SEGMENT_ID=/m);
});

/** Has endpoint 14 answer the flags that are read out of the query. */
function answeringFlags(read: (query: URLSearchParams) => readonly string[]) {
  return (reply: Reply, { path, headers }: Seen): Reply => {
    const [where = '', query] = path.split('?');
    if (!where.endsWith('/feature_flags/statuses') || headers.authorization === undefined) return reply;
    const names = read(new URLSearchParams(query)).filter((name) => FLAGS.includes(name));
    return json({ feature_flags: names.map((name) => ({ feature_flag_name: name, enabled: true })) });
  };
}

function json(body: object): Reply {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
}
