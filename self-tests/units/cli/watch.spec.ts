import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Rounds, type RunEnded } from '../../../src/cli/watch/rounds.ts';
import { versionSource } from '../../../src/cli/watch/version.ts';
import { leftIn, Wishes } from '../../../src/cli/watch.ts';
import { createdOf } from '../../../src/result/left-behind.ts';
import type { RequirementResult, Status } from '../../../src/result/result.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { newFolder } from '../../folders.ts';
import { listen } from '../../servers.ts';
import { expect, test } from '../../test.ts';
import { check, NULL, resultOf } from '../result/samples.ts';

const OTHER = { pointer: '/id', expected: 'a string', actual: 'a number' };

/** A run of one statement, written *1 typical:failed*: its exit code (`-`: interrupted), and its checks by title and status. Without checks, no result. */
function ended(text: string, given: Partial<RequirementResult> = {}): RunEnded {
  const [code = '', ...checks] = text.split(' ');
  const sampled = checks.map((each) => {
    const [title = '', status] = each.split(':');
    const special = status !== 'passed' && { any: { counterexample: 1 }, met: { met: true as const } }[title];
    return check(status as Status, { title, ...(status === 'not-assessed' && { message: 'The budget is spent' }), ...special });
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

const STRANGER = { code: 1, result: { ...resultOf([check('failed', { title: 'typical', findings: [OTHER] })]), seed: 7 } };
const WAIVED = { code: 0, result: resultOf([check('waived', { findings: [NULL] })]) };
const UNSTEADY = { code: 1, result: resultOf([check('failed', { title: 'typical', findings: [NULL], flaky: true })]) };
const AT_ANOTHER = [check('not-assessed', { title: 'typical' }), check('passed', { title: 'typical', endpoint: 5 })];
const ELSEWHERE = { code: 0, result: resultOf(AT_ANOTHER) };
const [FIXED, SEEN, UNSEEN] = [/^1 fixed, 0 no longer seen, 0 still/, /^0 fixed, 0 no longer seen, 1 still/, /^0 fixed, 1 no longer/];
const AT_TIMES = /^0 fixed, 1 no longer.*not fail each time before/s;
const [TYPICAL, BOTH] = ['1 typical:failed', '1 typical:failed other:failed'];
const PASSED = '0 typical:passed';

type Row = readonly [
  title: string,
  first: string | RunEnded,
  round: readonly (string | RunEnded)[],
  /** Tests of each run of the round. */
  asked: string,
  said: RegExp,
  code: number,
  /** Tests with which the next round begins. */
  failing: string,
];
const ROWS: readonly Row[] = [
  ['one that still fails is run alone', BOTH, [TYPICAL], 'typical', SEEN, 1, 'typical'],
  ['it is fixed when all that looked for the same pass', BOTH, [PASSED, '0 other:passed'], 'typical other', FIXED, 0, ''],
  ['one that another test sees is still there', BOTH, [PASSED, '1 other:failed'], 'typical other', SEEN, 1, 'other'],
  ['what generated input found too is no longer seen', `${TYPICAL} any:failed`, [PASSED], 'typical', UNSEEN, 0, ''],
  ['what had failed only at times is no longer seen', UNSTEADY, [PASSED], 'typical', AT_TIMES, 0, ''],
  ['what others merely met is gone with it', `${TYPICAL} met:failed`, [PASSED], 'typical', FIXED, 0, ''],
  ['what generated input showed too is not', `${TYPICAL} met:failed any:failed`, [PASSED], 'typical', UNSEEN, 0, ''],
  ['what was met, and not met again, is gone', '1 met:failed', [ended('0 met:passed', { id: 'other' })], 'met', /^0.* 0 still/, 0, ''],
  ['what it met anew is new', TYPICAL, [STRANGER], 'typical', /^1 fixed.*1 new\n\nfixed:\n.*\/name.*\n\nnew:\n.*\/id/, 1, 'typical'],
  ['a round that could not look says why', TYPICAL, ['2 typical:not-assessed'], 'typical', /1 still.*not looked at: The b/s, 2, 'typical'],
  ['so does one that could look elsewhere only', TYPICAL, [ELSEWHERE], 'typical', SEEN, 0, 'typical'],
  ['one without a verdict leaves what is known', TYPICAL, ['2'], 'typical', /^No verdict/, 2, 'typical'],
  ['an interrupted one leaves the exit code too', TYPICAL, ['-'], 'typical', /^No verdict/, 1, 'typical'],
  ['so does one that is interrupted on its way', BOTH, [PASSED, '-'], 'typical other', /^No verdict/, 1, 'typical'],
  ['what is waived is not run', WAIVED, [], '', /^Nothing had failed/, 0, ''],
  ['nor is completeness', ended(TYPICAL, { level: 'completeness' }), [], '', /^Nothing had failed/, 1, ''],
];
for (const [title, first, round, asked, said, code, failing] of ROWS)
  test(`a round of failed checks: ${title}`, async () => {
    const runs = [first, ...round].map((each) => (typeof each === 'string' ? ended(each) : each));
    const { own, asked: titles, seeds } = rounds(...runs);
    expect(await own.all()).toBe('');
    const seed = runs[0]?.result?.seed;
    expect(await own.failed()).toMatch(said);
    expect(titles).toEqual([null, ...listed(asked).map((test) => [test])]);
    expect(seeds).toEqual([null, ...listed(asked).map(() => seed)]);
    expect([own.code, own.failing]).toEqual([code, listed(failing)]);
  });

const listed = (text: string) => text.split(' ').filter((word) => word !== '');

test('a whole round shows what is no longer seen again, with the same seed', async () => {
  const { own, seeds } = rounds(ended(`${TYPICAL} any:failed`), ended(PASSED), ended(`1 typical:passed any:failed`));
  await own.all();
  await own.failed();
  expect(await own.all()).toMatch(/^0 fixed, 0 no longer seen, 1 still there, 0 new/);
  expect([seeds.at(-1), own.failing]).toEqual([7, ['any']]);
});

test('without a first result, a round of failed checks runs everything', async () => {
  const { own, asked } = rounds(ended('2'), ended(PASSED));
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
