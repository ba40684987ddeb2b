import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { onRecords } from '../../../../mutation/answers.ts';
import { type Replay, replayCurl } from '../../../../mutation/replay-curl.ts';
import { openTestService } from '../../../../mutation/test-service.ts';
import type { Finding } from '../../../../src/result/finding.ts';
import type { ConformanceResult, StoredExchange } from '../../../../src/result/result.ts';

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
