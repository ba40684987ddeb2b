import { join } from 'node:path';
import { expect } from '@playwright/test';
import { only, PROGRAM, QUICK, type Runs, resultIn, rowsIn, test, type Variables } from './run.ts';
import { changeJson, type Seen, type TargetOptions } from './target.ts';

test.describe.configure({ timeout: 120_000 });

/** The program, which takes a pipe for a terminal. */
const AT_A_TERMINAL = ['--import', 'data:text/javascript,process.stdin.isTTY=true', ...PROGRAM];
/** While it waits. */
const WAITS = 'q ends.';
const isCreation = ({ method, path }: Seen) => method === 'POST' && path === '/businesses';

/** Starts the watch, with a pipe for a keyboard. */
function watching(runs: Runs, args: readonly string[], variables: Variables) {
  const { child, ended, directory } = runs.start(['--watch', ...args], { ...QUICK, ...variables }, { program: AT_A_TERMINAL, keys: true });
  let unread = '';
  let hear = () => {};
  child.stdout?.on('data', (chunk: Buffer) => {
    unread += chunk.toString();
    hear();
  });
  return {
    ended,
    directory,
    press: (keys: string) => child.stdin?.write(keys),
    /** Resolves when a text stands on its standard output, after the last that was seen. */
    saw: (text: string) =>
      new Promise<void>((resolve, reject) => {
        hear = () => {
          const at = unread.indexOf(text);
          if (at < 0) return;
          unread = unread.slice(at + text.length);
          resolve();
        };
        hear();
        ended.then(({ stdout, stderr }) => reject(new Error(`It ended without ${text}:\n${stdout}${stderr}`)), reject);
      }),
  };
}

/** A target that gives a business a name of another type while it is broken, and names its version. */
function breakable() {
  const state = { broken: true, version: '1', askedAt: [] as number[] };
  const change: TargetOptions['change'] = (reply, seen) => {
    if (seen.path === '/version') state.askedAt.push(performance.now());
    const answer = { ...reply, headers: { ...reply.headers, 'x-version': state.version } };
    return state.broken && isCreation(seen) && reply.status < 300 ? changeJson(answer, (body) => ({ ...body, name: 5 })) : answer;
  };
  return { state, change };
}

test('Enter and another version run the failed check again; a budget holds for all rounds', async ({ runs, target }) => {
  const { state, change } = breakable();
  const { variables, seen } = await target({ change });
  const created = () => seen.filter(isCreation).length;
  const watched = watching(runs, only('createBusiness: the typical answer|getSegment: the typical answer'), {
    ...variables,
    CES_VERSION_URL: '/version#X-Version',
    CES_WRITE_BUDGET: '3',
  });
  await watched.saw('1 of CES_WRITE_BUDGET (3) are used');
  await watched.saw(WAITS);
  watched.press('\r');
  await watched.saw('Round 2: 0 fixed, 0 no longer seen, 1 still there, 0 new');
  await watched.saw(WAITS);
  Object.assign(state, { broken: false, version: '2' });
  await watched.saw('The target has another version.');
  await watched.saw('Round 3: 1 fixed, 0 no longer seen, 0 still there, 0 new');
  await watched.saw('No failed check is left; a runs all');
  await watched.saw(WAITS);
  const gaps = state.askedAt.slice(1).map((at, index) => at - (state.askedAt[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(1900);
  // The whole run's report stays, and the list holds what all rounds left.
  expect((await resultIn(watched.directory)).verdict).toBe('nonconformant');
  const tests = [{ title: 'createBusiness: the typical answer is as documented' }];
  expect(await resultIn(join(watched.directory, 'watch'))).toMatchObject({ verdict: 'conformant', tests });
  watched.press('a');
  await watched.saw(WAITS);
  expect(created()).toBe(3);
  const { requirements } = await resultIn(watched.directory);
  const reasons = requirements.flatMap(({ checks }) => checks.flatMap(({ message = '' }) => message));
  expect(reasons).toContainEqual(expect.stringContaining('CES_WRITE_BUDGET'));
  watched.press('\u0003');
  const { code, stdout } = await watched.ended;
  expect(code, stdout).toBe(0);
  expect(rowsIn(watched.directory)).toHaveLength(created());
  // As it appeared, and whole, in the first round; later ones show what changed.
  expect(stdout.match(/✕ /g), stdout).toHaveLength(2);
  expect(stdout).toContain(`Left behind by all rounds: ${created()} businesses`);
  // Once a round; and no exit line beside the sentence on a round.
  expect(stdout.match(/^ *Left behind.*/gm), stdout).toHaveLength(4);
  expect(stdout.match(/^Exit \d/gm), stdout).toHaveLength(1);
});

test('Ctrl-C in the first round ends it, and nothing is known', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const watched = watching(runs, [], { ...variables, CES_READ_ONLY: '1' });
  await expect.poll(() => seen.length, { timeout: 0 }).toBeGreaterThan(20);
  watched.press('\u0003');
  expect((await watched.ended).code).toBe(130);
});
