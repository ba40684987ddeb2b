import { Measurements } from '../../../src/engine/evidence/measurements.ts';
import { latencies } from '../../../src/result/measurements.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';
import { EXAMPLES } from '../specification/examples.ts';
import { evidence } from './evidence.ts';

test('notes times by endpoint, and waits', () => {
  const measurements = new Measurements();
  measurements.note('getSegment', exchange({ durationMs: 5 }));
  measurements.note('getSegment', exchange({ durationMs: 9, waits: [{ status: 429, milliseconds: 10 }] }));
  measurements.note('getSentEmail', exchange({ durationMs: 2, status: 500 }));
  measurements.note(null, exchange({ durationMs: 70, waits: [{ status: 503, milliseconds: 10 }] }));
  measurements.note('getSentEmail', failed('timeout', { durationMs: 9999, waits: [{ status: 503, milliseconds: 10 }] }));
  expect(measurements.drain()).toMatchObject({
    latencies: { getSegment: { count: 2, maxMs: 9, sample: [5, 9] }, getSentEmail: { count: 1, maxMs: 2, sample: [2] } },
    requests: 5,
    waits: 3,
  });
});

test('samples a long run over all its length, and forgets neither count nor maximum', () => {
  const measurements = new Measurements();
  for (let index = 0; index < 1000; index += 1) measurements.note('getSegment', exchange({ durationMs: index === 3 ? 5000 : index }));
  const times = measurements.drain().latencies.getSegment;
  expect(times).toMatchObject({ count: 1000, maxMs: 5000 });
  expect(times?.sample).toHaveLength(200);
  expect(Math.max(...(times?.sample ?? []))).toBe(999);
});

test('notes documented fields that were answered, null ones too', () => {
  const measurements = new Measurements();
  measurements.saw('getSegment', { id: 's1', name: null, filter: null, other: 1 });
  for (const filter of ['x', null]) measurements.saw('getSegment', { id: 's1', filter });
  measurements.saw('listEmailAddresses', EXAMPLES['email-address-list']);
  measurements.saw('previewSmsTemplate', '<p></p>');
  const { answeredResources, seenFields } = measurements.drain();
  expect(answeredResources).toEqual(['segment', 'email-address']);
  expect(seenFields.filter(({ resource }) => resource === 'segment')).toEqual([
    { resource: 'segment', pointer: '/id', endpoint: 'getSegment' },
    { resource: 'segment', pointer: '/name', endpoint: 'getSegment', onlyNull: true },
    { resource: 'segment', pointer: '/filter', endpoint: 'getSegment' },
  ]);
  expect(seenFields).toContainEqual({ resource: 'email-address', pointer: '/one_off', endpoint: 'listEmailAddresses' });
});

test('begins anew after each piece of evidence', () => {
  const measurements = new Measurements();
  const nothing = new Measurements().drain();
  measurements.note('getSegment', exchange({ waits: [{ status: 429, milliseconds: 1 }] }));
  measurements.saw('getSegment', { id: 's1' });
  measurements.properties.push({ title: 'any', endpoint: 'createBusiness', tried: 1, accepted: 1 });
  measurements.timelines.push({ title: 'x', outcome: 'resolved', visibleAfterMs: 1, resolvedAfterMs: 2, polls: [] });
  expect(measurements.drain()).not.toEqual(nothing);
  expect(measurements.drain()).toEqual(nothing);
});

const times = (...sample: number[]) => ({ count: sample.length, maxMs: Math.max(...sample), sample });

test('puts the times of all tests together, by endpoint and in order', () => {
  const all = latencies([
    evidence({ latencies: { getSegment: times(1, 2), createCampaign: times(7) } }),
    evidence({ latencies: { getSegment: times(100, 3) } }),
  ]);
  expect(all).toEqual([
    { endpoint: 2, count: 1, medianMs: 7, p95Ms: 7, maxMs: 7 },
    { endpoint: 13, count: 4, medianMs: 2, p95Ms: 100, maxMs: 100 },
  ]);
});

test('takes the 95th of a hundred, whatever their order', () => {
  const sample = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
  expect(latencies([evidence({ latencies: { getEvent: times(...sample) } })])).toEqual([
    { endpoint: 1, count: 100, medianMs: 50, p95Ms: 95, maxMs: 100 },
  ]);
});
