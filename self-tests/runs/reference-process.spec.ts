import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { readArguments } from '../../reference/cli-arguments.ts';
import { basic } from '../../src/http/authorization.ts';
import { expect } from '../test.ts';
import { type Runs, type Started, test, type Variables } from './run.ts';

const MAIN = 'reference/main.ts';
const NODE_ARGUMENTS = ['--import', 'tsx'];

const ask = ({ CES_BASE_URL, CES_USERNAME = '', CES_PASSWORD = '' }: Variables, path: string) =>
  fetch(`${CES_BASE_URL}${path}`, { headers: { authorization: basic(CES_USERNAME, CES_PASSWORD) } });

test('prints variables that dotenv and sh read alike, and which work', async ({ runs }) => {
  const started = start(runs, ['--port', '0'], { REFERENCE_PASSWORD: "it's ä:pass" });
  const printed = await printedBy(started);
  const variables = parse(printed);
  expect(variables).toMatchObject({ CES_PASSWORD: "it's ä:pass", CES_TRACK_MATCHING_DATA: '{"customer_external_id":"crm-1008"}' });
  expect((await ask(variables, `/events/${encodeURIComponent(variables.CES_EVENT_ID ?? '')}`)).status).toBe(200);

  const file = test.info().outputPath('reference.env');
  writeFileSync(file, printed);
  const script = 'set -a; . "$1"; exec "$2" -p "JSON.stringify(process.env)"';
  expect(JSON.parse(execFileSync('sh', ['-c', script, 'sh', file, process.execPath], { encoding: 'utf8' }))).toMatchObject(variables);
  started.child.kill('SIGINT');
  expect(await started.ended).toMatchObject({ code: 0, stderr: '' });
});

test('with a channel it sends its variables, prints nothing, and ends with the channel', async () => {
  const child = forkProcess(['--port', '0']);
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const [message] = (await once(child, 'message')) as [{ type: string; variables: Variables }];
  expect(message.type).toBe('ready');
  expect((await ask(message.variables, '/events/x')).status).toBe(404);
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect(printed).toBe('');
});

test('a parent that goes before the service is ready leaves no orphan', async () => {
  const child = forkProcess(['--port', '0']);
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

test('credentials differ from run to run, and SIGTERM ends it cleanly', async ({ runs }) => {
  const both = [start(runs, ['--port', '0']), start(runs, ['--port', '0'])];
  const [first, second] = await Promise.all(both.map(async (run) => parse(await printedBy(run))));
  expect(first?.CES_PASSWORD?.length).toBeGreaterThan(20);
  expect(first?.CES_PASSWORD).not.toBe(second?.CES_PASSWORD);
  for (const run of both) run.child.kill('SIGTERM');
  expect((await Promise.all(both.map((run) => run.ended))).map(({ code }) => code)).toEqual([0, 0]);
});

test('a port in use is reported, exit 1', async ({ runs }) => {
  const first = start(runs, ['--port', '0']);
  const { port } = new URL(parse(await printedBy(first)).CES_BASE_URL ?? '');
  const second = await start(runs, ['--port', port]).ended;
  expect(second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('The port is taken: choose another with --port') });
  first.child.kill('SIGTERM');
  await first.ended;
});

test('arguments that are wrong are named; so is a wrong environment, with the usage and exit 2', async ({ runs }) => {
  for (const [args, message] of [
    [['--port', 'x'], '--port: expected a whole number from 0 to 65535, found "x"'],
    [['--port', '65536'], '--port: expected a whole number from 0 to 65535'],
    [['--host', ''], '--host: expected a host name or an address'],
    [['--unknown'], "Unknown option '--unknown'"],
    [['file'], "Unexpected argument 'file'"],
  ] as const)
    expect(() => readArguments([...args])).toThrow(message);
  const ended = await start(runs, [], { REFERENCE_USERNAME: 'a:b' }).ended;
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('expected text without a colon') });
  expect(ended.stderr).toContain('usage: npm run reference');
});

/** Starts the service as a process of its own, as `npm run reference` does. */
const start = (runs: Runs, args: readonly string[], variables: Variables = {}) =>
  runs.start(args, variables, { program: [...NODE_ARGUMENTS, MAIN] });

/** All that was printed up to the last variable. */
function printedBy({ child, ended }: Started): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (/^CES_TRACK_UNMATCHED_DATA=.*\n/m.test(printed)) resolve(printed);
    });
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before it was ready: ${stderr}`)), reject);
  });
}

/** Starts the service with a channel to this process. Await its `exit`: Node emits no `close` once the parent has disconnected. */
function forkProcess(args: readonly string[]): ChildProcess {
  return fork(MAIN, args, { execArgv: NODE_ARGUMENTS, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}
