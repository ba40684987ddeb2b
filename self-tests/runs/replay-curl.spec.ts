import { spawnSync } from 'node:child_process';
import { onRecords } from '../../mutation/answers.ts';
import { type Replay, replayCurl } from '../../mutation/replay-curl.ts';
import { openTestService } from '../../mutation/test-service.ts';
import { inOneCall } from '../../src/http/curl.ts';
import type { ConformanceResult, Finding, Sequence, StoredExchange } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';

test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');

const FOUND = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":null}', bytes: 13, cut: false };

/** What became of a finding about a service whose segments have no name. */
async function replayed(path: string, answer: Partial<typeof FOUND>, exchanges = 1): Promise<Replay> {
  const service = await openTestService({ interpose: onRecords(['getSegment'], (segment) => ({ ...segment, name: null })) });
  try {
    const { CES_BASE_URL: base, CES_SEGMENT_ID: id } = service.variables;
    const curl = `curl -sS -i --globoff --path-as-is -u "$CES_USERNAME:$CES_PASSWORD" '${base}${path.replace('{id}', encodeURIComponent(id ?? ''))}'`;
    const exchange = { curl, answer: { ...FOUND, ...answer } } as Partial<StoredExchange> as StoredExchange;
    const finding = { requirement: 'segment.fields', title: 'a', at: '/name', curl, exchange } as Finding;
    const check = { title: 'a', status: 'failed', exchanges: Array<StoredExchange>(exchanges).fill(exchange) };
    return await replayCurl(
      finding,
      { requirements: [{ id: 'segment.fields', checks: [check] }] } as unknown as ConformanceResult,
      service,
    );
  } finally {
    await service.close();
  }
}

test('the line of the guilty exchange shows the failure again', async () => {
  expect(await replayed('/segments/{id}', {})).toEqual({ outcome: 'shown' });
});

const ROWS: readonly (readonly [string, string, Partial<typeof FOUND>, string])[] = [
  ['another exchange', '/segments/unknown', {}, 'the fault does not come into play'],
  ['another value', '/segments/{id}', { body: '{"name":5}' }, 'null at /name, and 0 before'],
  ['another status', '/segments/{id}', { status: 500 }, 'status 200, and 500 before'],
];
for (const [what, path, answer, why] of ROWS)
  test(`a line that shows ${what} does not show the failure`, async () => {
    expect(await replayed(path, answer)).toEqual({ outcome: 'not shown', why });
    expect(await replayed(path, answer, 2)).toEqual({ outcome: 'not for one request', why: 'the check compares several answers' });
  });

/** What became of a finding that takes a request before, about a service whose events have no name. */
async function replayedSequence(sequence: (base: string) => Sequence): Promise<Replay> {
  const service = await openTestService({ interpose: onRecords(['getEvent'], (event) => ({ ...event, name: null })) });
  try {
    const given = sequence(service.variables.CES_BASE_URL ?? '');
    const exchange = { curl: 'false', answer: FOUND } as Partial<StoredExchange> as StoredExchange;
    const finding = { requirement: 'event.fields', title: 'a', at: '/name', curl: 'false', exchange, sequence: given } as Finding;
    return await replayCurl(finding, { requirements: [] } as unknown as ConformanceResult, service);
  } finally {
    await service.close();
  }
}

const CURL = 'curl -sS -i -u "$CES_USERNAME:$CES_PASSWORD"';
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
  const byHand = { id: 'evt_gone', from: 'look-up', marker: 'm-1' } as const;
  expect(await replayedSequence((base) => ({ commands: [track(base), `${CURL} '${base}/events/evt_gone'`], byHand }))).toEqual({
    outcome: 'shown',
  });
  const answered = { id: 'evt_gone', from: 'answer' } as const;
  expect(
    await replayedSequence((base) => ({ commands: [`${CURL} '${base}${SEEDED}'`, `${CURL} '${base}/events/evt_gone'`], byHand: answered })),
  ).toEqual({ outcome: 'shown' });
});
