import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureMessage } from '../../src/engine/evidence/evidence.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { newFolder } from '../folders.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { failingResult, passingResult } from './sample-result.ts';

/** A folder of its own, in which the command runs on the result of a run. */
function newDesk() {
  const folder = newFolder();
  const file = join(folder, 'waivers.json');
  const write = (name: string, result: unknown) => writeFileSync(join(folder, name), JSON.stringify(result));
  return {
    file,
    /** Lays down the last whole result. */
    keep: (result: unknown) => write('baseline.json', result),
    waivers: (result: unknown, ...args: string[]) => {
      if (result !== null) write('conformance.json', result);
      return command(['waivers', ...args], { CES_REPORT_DIR: folder, CES_WAIVERS: file });
    },
    read: (): Record<string, unknown>[] => JSON.parse(readFileSync(file, 'utf8')),
  };
}

/** With the messages that a run gives to what it found. */
const FAILING: ConformanceResult = {
  ...failingResult(),
  requirements: failingResult().requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check) => ({ ...check, ...(check.findings && { message: failureMessage(requirement, check) }) })),
  })),
};
const FAILED = 'event.extra-is-tracked-data';
const FILLED = { reason: 'Mended with release 12', owner: 'T-1' };

test('without --write it only shows what it would draft', async () => {
  const desk = newDesk();
  const { code, stdout } = await desk.waivers(FAILING);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Would draft \d+ waivers; npm run waivers -- --write writes .*waivers\.json:$/m);
  expect(stdout).toContain(`${FAILED} at endpoint 18: `);
  expect(existsSync(desk.file)).toBe(false);
});

test('with --write it adds to what is there, which stays as it is', async () => {
  const desk = newDesk();
  const own = { requirement: 'segment.fields', endpoint: 13, ...FILLED, expires: '2020-01-01', message: 'At /filter', extra: 'kept' };
  writeFileSync(desk.file, JSON.stringify([own]));
  const { code, stdout } = await desk.waivers(FAILING, '--write');
  expect(code).toBe(0);
  const [first, ...drafted] = desk.read();
  expect(first).toEqual(own);
  expect(drafted.length).toBeGreaterThan(0);
  const inThreeMonths = new Date(Date.now() + 90 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  expect(drafted).toContainEqual(
    expect.objectContaining({ requirement: FAILED, endpoint: 18, reason: 'TODO', owner: 'TODO', expires: inThreeMonths }),
  );
  expect(stdout).toContain(`after the 1 there`);
  expect(stdout).toContain(`They hold until ${inThreeMonths}.`);
  // Once more: all have one now.
  expect((await desk.waivers(FAILING, '--write')).stdout).toContain('Nothing was drafted');
  expect(desk.read()).toHaveLength(1 + drafted.length);
});

test('shows the state of each waiver', async () => {
  const desk = newDesk();
  const waiver = { ...FILLED, expires: '2099-01-01' };
  const holding = { ...waiver, requirement: FAILED, endpoint: 18, message: 'At /extra' };
  const entries = [
    holding,
    ...[{ message: 'At /elsewhere' }, { expires: '2020-01-01' }, { reason: 'TODO' }, { requirement: 'event.extra-is-tracked-dat' }].map(
      (given) => ({ ...holding, ...given }),
    ),
    'nothing',
  ];
  writeFileSync(desk.file, JSON.stringify(entries));
  const { code, stdout } = await desk.waivers(FAILING);
  expect(code).toBe(0);
  const said = [
    `1. ${FAILED} at endpoint 18: holds`,
    'the failure is another one now',
    'expired on 2020-01-01',
    'a reason that somebody else understands; found the reason "TODO"',
    'Did you mean "event.extra-is-tracked-data"',
    '6. "nothing": expected an object',
  ];
  const lines = stdout.split('\n');
  for (const [index, words] of said.entries()) expect(lines[index]).toContain(words);
});

const result = passingResult();
for (const [name, given, message] of [
  ['a filtered run', { ...result, partial: true }, /filtered.*without filters/],
  ['an interrupted run', { ...result, interrupted: true }, /interrupted.*to its end/],
  ['no verdict', { ...result, verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' }, /no verdict: Nobody answers\..*Run/],
  ['no result at all', null, /no such file/],
] as const)
  test(`${name} is refused, with what to do`, async () => {
    const desk = newDesk();
    const { code, stdout, stderr } = await desk.waivers(given, '--write');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(existsSync(desk.file)).toBe(false);
  });

test('after a replay, the last whole result of the same target is read, and named; a named file is not replaced', async () => {
  const desk = newDesk();
  const replay = { ...FAILING, partial: true, requirements: [] };
  desk.keep({ ...FAILING, startedAt: '2026-03-01T00:00:00.000Z' });
  const { code, stdout } = await desk.waivers(replay);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Read .*baseline\.json, the last whole run \(2026-03-01T.*\), in place of .*conformance\.json: the run was filtered/,
  );
  expect(stdout).toContain(`${FAILED} at endpoint 18: `);
  const refused = { code: 2, stderr: expect.stringContaining('filtered') };
  expect(await desk.waivers(replay, '--result', join(desk.file, '..', 'conformance.json'))).toMatchObject(refused);
  for (const kept of [{ ...FAILING, target: { baseUrl: 'https://elsewhere.example', embedded: false } }, replay]) {
    desk.keep(kept);
    expect(await desk.waivers(replay)).toMatchObject(refused);
  }
});

test('a file that is none of waivers is reported', async () => {
  const desk = newDesk();
  writeFileSync(desk.file, '{}');
  const stderr = expect.stringContaining('a JSON list of waivers');
  expect(await desk.waivers(result, '--write')).toMatchObject({ code: 2, stderr });
});
