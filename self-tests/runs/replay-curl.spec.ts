import { spawnSync } from 'node:child_process';
import { type Replay, replayCurl } from '../../mutation/replay-curl.ts';
import { at, set } from '../../mutation/rows.ts';
import { openTestService, type TestService } from '../../mutation/test-service.ts';
import { inOneCall } from '../../src/http/curl.ts';
import type { ConformanceResult, Finding, Sequence, StoredExchange } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';

test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');

const FOUND = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":null}', bytes: 13, cut: false };

type Found = Pick<Finding, 'requirement' | 'curl' | 'sequence'> & { readonly answer?: Partial<typeof FOUND>; readonly exchanges?: number };

/** What became of a finding at `/name`, about a service whose segments and events have no name. */
async function outcomeOf(found: (variables: TestService['variables']) => Found): Promise<Replay> {
  const service = await openTestService({ interpose: at(['getSegment', 'getEvent'])(set({ name: null })) });
  try {
    const { answer, exchanges = 0, ...given } = found(service.variables);
    const exchange = { request: { url: '' }, curl: given.curl, answer: { ...FOUND, ...answer } } as unknown as StoredExchange;
    const check = { title: 'a', status: 'failed', exchanges: Array<StoredExchange>(exchanges).fill(exchange) };
    const result = { requirements: [{ id: given.requirement, checks: [check] }] } as unknown as ConformanceResult;
    return await replayCurl({ ...given, title: 'a', at: '/name', exchange } as Finding, result, service);
  } finally {
    await service.close();
  }
}

const CURL = 'curl -sS -i --globoff --path-as-is -u "$CES_USERNAME:$CES_PASSWORD"';

/** Of one request. */
const replayed = (path: string, answer: Partial<typeof FOUND>, exchanges = 1) =>
  outcomeOf(({ CES_BASE_URL: base, CES_SEGMENT_ID: id = '' }) => {
    const curl = `${CURL} '${base}${path.replace('{id}', encodeURIComponent(id))}'`;
    return { requirement: 'segment.fields', curl, answer, exchanges };
  });

test('the line of the guilty exchange shows the failure again', async () => {
  expect(await replayed('/segments/{id}', {})).toEqual({ outcome: 'shown' });
});

test('what goes on outside of the group of its shell is no mistake of the run', async () => {
  const curl = `"${process.execPath}" -e 'child_process.spawn("sleep", ["4"], { detached: true, stdio: "inherit" }).unref()'`;
  expect(await outcomeOf(() => ({ requirement: 'segment.fields', curl }))).toMatchObject({ outcome: 'not shown' });
});

const ROWS: readonly (readonly [string, string, Partial<typeof FOUND>, string])[] = [
  ['another exchange', '/segments/unknown', {}, 'the fault does not come into play'],
  ['another value', '/segments/{id}', { body: '{"name":5}' }, 'null at /name, and 0 before'],
  ['another status', '/segments/{id}', { status: 500 }, 'status 200, and 500 before'],
];
for (const [what, path, answer, why] of ROWS)
  test(`a line that shows ${what} does not show the failure`, async () => {
    expect(await replayed(path, answer)).toEqual({ outcome: 'not shown', why });
    const compares = expect.stringContaining('the check compares several answers: ');
    expect(await replayed(path, answer, 2)).toMatchObject({ outcome: 'not for one request', why: compares });
  });

/** Of one that takes a request before. */
const replayedSequence = (sequence: (base: string) => Sequence) =>
  outcomeOf(({ CES_BASE_URL: base = '' }) => ({ requirement: 'event.fields', curl: 'false', sequence: sequence(base) }));

const SEEDED = '/events/evt_seeded%231';

test('the last answer of a sequence counts', async () => {
  const last = (paths: readonly string[]) =>
    replayedSequence((base) => ({ commands: inOneCall(paths.map((path) => `${CURL} '${base}${path}'`)) }));
  expect(await last(['/events/unknown', SEEDED])).toEqual({ outcome: 'shown' });
  expect(await last([SEEDED, '/events/unknown'])).toEqual({ outcome: 'not shown', why: 'status 404, and 200 before' });
});

test('an id that is for people to take over is taken over', async () => {
  const track = (base: string) =>
    `${CURL} -H 'content-type: application/json' --data-raw '{"event":"a","data":{"conformance_marker":"m-1"}}' '${base}/businesses/biz_k%C3%A4rnten/track'`;
  const seeded = (base: string) => `${CURL} '${base}${SEEDED}'`;
  const lookedUp = { id: 'evt_gone', from: 'look-up', marker: 'm-1' } as const;
  for (const [first, byHand] of [
    [track, lookedUp],
    [seeded, { id: 'evt_gone', from: 'answer' }],
  ] as const) {
    const sequence = (base: string) => ({ commands: [first(base), `${CURL} '${base}/events/evt_gone'`], byHand });
    expect(await replayedSequence(sequence)).toEqual({ outcome: 'shown' });
  }
});
