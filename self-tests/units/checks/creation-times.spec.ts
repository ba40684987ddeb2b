import { CreationTimes } from '../../../src/checks/creation-times.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

const START = Date.UTC(2030, 0, 1, 9, 30, 17, 250);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const made = (seconds: number) => ({ ...exchange(), startedAt: START + seconds * 1000 });

test('a clock that stands still shows as soon as two records are some seconds apart', () => {
  const times = new CreationTimes();
  const seen = [0, 1, 5].map((seconds) => times.findings('createBusiness', made(seconds), { id: `b${seconds}`, created_at: at(0) }));
  expect(seen.map((findings) => findings.length)).toEqual([0, 0, 1]);
});

test('each endpoint has a first record of its own', () => {
  const times = new CreationTimes();
  times.findings('createBusiness', made(0), { id: 'b1', created_at: at(0) });
  expect(times.findings('createCampaign', made(5), { id: 'c1', created_at: at(0) })).toEqual([]);
});

test('a record that is answered again keeps its time, and one without a time shows nothing', () => {
  const times = new CreationTimes();
  times.findings('createBusiness', made(0), { id: 'b1', created_at: at(0) });
  expect(times.findings('createBusiness', made(60), { id: 'b1', created_at: at(0) })).toEqual([]);
  expect(times.findings('createBusiness', made(60), { id: 'b2' })).toEqual([]);
});
