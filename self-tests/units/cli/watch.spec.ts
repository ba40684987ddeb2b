import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Rounds, type RunEnded } from '../../../src/cli/watch/rounds.ts';
import { versionSource } from '../../../src/cli/watch/version.ts';
import { leftIn, Wishes } from '../../../src/cli/watch.ts';
import { createdOf } from '../../../src/result/left-behind.ts';
import type { CheckResult, RequirementResult, Status } from '../../../src/result/result.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { newFolder } from '../../folders.ts';
import { listen } from '../../servers.ts';
import { expect, test } from '../../test.ts';
import { expectTranscript } from '../../transcript.ts';
import { check, NULL, resultOf } from '../result/samples.ts';

/** What a check has beside its status, by its title where it did not pass, or by the word behind its status. */
const BY_TITLE: Readonly<Record<string, Partial<CheckResult>>> = { any: { counterexample: 1 }, met: { met: true } };
const BY_WORD: Readonly<Record<string, Partial<CheckResult>>> = {
  name: { findings: [NULL] },
  id: { findings: [{ pointer: '/id', expected: 'a string', actual: 'a number' }] },
  flaky: { flaky: true },
  'at-5': { endpoint: 5 },
};

/** A run of one statement, written *1 typical:failed*: its exit code (`-`: interrupted), and its checks by title and status. Without checks, no result. */
function ended(text: string, given: Partial<RequirementResult> = {}): RunEnded {
  const [code = '', ...checks] = text.split(' ');
  const sampled = checks.map((each) => {
    const [title = '', status, word = ''] = each.split(':');
    const message = status === 'not-assessed' && { message: 'The budget is spent' };
    return check(status as Status, { title, ...message, ...(status !== 'passed' && BY_TITLE[title]), ...BY_WORD[word] });
  });
  return { code: code === '-' ? null : Number(code), result: checks.length === 0 ? null : { ...resultOf(sampled, given), seed: 7 } };
}

/** Rounds whose runs end like this, one after the other, and what they were asked to run. */
function rounds(...runs: readonly RunEnded[]) {
  const asked: (readonly string[] | null)[] = [];
  const seeds: (number | null)[] = [];
  const left = [...runs];
  const own = new Rounds(async (titles, seed) => {
    asked.push(titles);
    seeds.push(seed);
    return left.shift() ?? Promise.reject(new Error('one run too many'));
  });
  return { own, asked, seeds };
}

test('what a round of failed checks runs, says and leaves, was approved', () =>
  expectTranscript('cli/watch.txt', async (line) => {
    const runs = (JSON.parse(line.slice(line.indexOf('['))) as Parameters<typeof ended>[]).map((run) => ended(...run));
    const { own, asked, seeds } = rounds(...runs);
    expect(await own.all()).toBe('');
    const said = await own.failed();
    const [first, ...round] = asked;
    expect([first, seeds]).toEqual([null, [null, ...round.map(() => 7)]]);
    return [
      `runs: ${round.join(', then ') || 'nothing'}`,
      said,
      `exit code ${own.code}; the next round begins with: ${own.failing.join() || 'nothing'}`,
    ];
  }));

test('a whole round shows what is no longer seen again, with the same seed', async () => {
  const { own, seeds } = rounds(ended('1 typical:failed any:failed'), ended('0 typical:passed'), ended('1 typical:passed any:failed'));
  await own.all();
  await own.failed();
  expect(await own.all()).toMatch(/^0 fixed, 0 no longer seen, 1 still there, 0 new/);
  expect([seeds.at(-1), own.failing]).toEqual([7, ['any']]);
});

test('without a first result, a round of failed checks runs everything', async () => {
  const { own, asked } = rounds(ended('2'), ended('0 typical:passed'));
  expect(await own.all()).toContain('No verdict');
  await own.failed();
  expect(asked).toEqual([null, null]);
});

test('single keys are wishes of whoever waits, others are none, and the end of the input is one to quit', async () => {
  const modes: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), { setRawMode: (mode: boolean) => modes.push(mode) });
  const wishes = new Wishes(keyboard);
  const typed = async (keys: string) => {
    const wish = wishes.next();
    keyboard.write(keys);
    return wish;
  };
  for (const [keys, wish] of Object.entries({ '\r': 'failed', '\n': 'failed', xa: 'all', A: 'all' })) expect(await typed(keys)).toBe(wish);
  expect(await wishes.next(async () => 'failed')).toBe('failed');
  expect(wishes.over.aborted).toBe(false);
  const last = wishes.next();
  keyboard.end();
  expect([await last, wishes.over.aborted, await wishes.next()]).toEqual(['quit', true, 'quit']);
  wishes.close();
  expect(modes).toEqual([true, false]);
});

for (const key of ['q', 'Q', '\u0003', '\u0004'])
  test(`${JSON.stringify(key)} ends the watch, though nobody waits for a key`, async () => {
    const keyboard = new PassThrough();
    const wishes = new Wishes(keyboard);
    const over = new Promise((resolve) => wishes.over.addEventListener('abort', resolve));
    keyboard.write(key);
    await over;
    wishes.close();
  });

test('the version is asked for with credentials, and never twice in two seconds; what keeps it from showing is said', async () => {
  const seen: (string | undefined)[] = [];
  const target = { version: '3', body: 'gone', isAway: false };
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    if (target.isAway) response.destroy();
    else response.writeHead(404, { 'X-Version': target.version }).end(target.body);
  });
  const port = await listen(server);
  const source = (place: string, further: Readonly<Record<string, string>> = {}) => {
    const given = { CES_BASE_URL: `http://127.0.0.1:${port}/api`, CES_USERNAME: 'u', CES_PASSWORD: 'p', CES_VERSION_URL: place };
    return versionSource(readSettings({ ...given, ...further }));
  };
  const sources = [source('/v#X-Version'), source('/v'), source('/v#etag')];
  const another = () => Promise.all(sources.map((each) => each.isAnother()));
  expect(await another()).toEqual([true, true, true]);
  expect(await another()).toEqual([false, false, false]);
  expect([...sources, source('/v', { CES_MAX_RPS: '0.1' })].map(({ pauseMs }) => pauseMs)).toEqual([2000, 2000, 2000, 10_000]);
  expect(sources.map(({ problem }) => problem)).toEqual([
    null,
    'CES_VERSION_URL does not show the version: it answers 404.',
    'CES_VERSION_URL does not show the version: its answer (status 404) has no header etag.',
  ]);
  expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from('u:p').toString('base64')}`]));
  for (const [change, changed] of [
    [{ version: '4' }, [true, false, false]],
    [{ body: 'other' }, [false, true, false]],
    [{ isAway: true }, [false, false, false]],
    [{}, [false, false, false]],
    [{ isAway: false }, [true, true, true]],
  ] as const) {
    Object.assign(target, change);
    expect(await another()).toEqual(changed);
  }
  for (const each of sources) await each.close();
  server.close();
});

test('a list of several runs is counted by kind, a customer once', () => {
  const file = join(newFolder(), 'left-behind.jsonl');
  expect(leftIn(file, 0)).toEqual([]);
  const rows = [
    { endpoint: 5, kind: 'businesses', id: 'b1' },
    { endpoint: 5, kind: 'businesses', name: 'b2', unanswered: true },
    { endpoint: 3, kind: 'updated customers', id: 'c1' },
    { endpoint: 3, kind: 'updated customers', id: 'c1' },
  ];
  const earlier = `${JSON.stringify({ endpoint: 5, kind: 'businesses', id: 'bücher' })}\n`;
  writeFileSync(file, earlier + rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const left = leftIn(file, Buffer.byteLength(earlier));
  expect(left).toEqual([
    { endpoint: 3, kind: 'updated customers', count: 1, examples: ['c1'] },
    { endpoint: 5, kind: 'businesses', count: 1, unanswered: 1, examples: ['b1'] },
  ]);
  expect(createdOf(left)).toBe(2);
});
