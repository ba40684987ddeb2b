import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boundList, LeftBehindNotes } from '../../../src/engine/evidence/left-behind.ts';
import { Measurements } from '../../../src/engine/evidence/measurements.ts';
import { credentials, none } from '../../../src/http/authorization.ts';
import { leftBehindOf } from '../../../src/result/left-behind.ts';
import { latencies } from '../../../src/result/measurements.ts';
import { MARKER_MEMBER } from '../../../src/settings/parsing/json.ts';
import { newFolder } from '../../folders.ts';
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

test('counts the pages with which a firewall refuses good credentials', () => {
  const measurements = new Measurements();
  const page = { status: 403, headers: { 'content-type': 'text/html' }, body: '<p>Blocked</p>' };
  for (const answer of [page, { ...page, status: 413 }, { ...page, status: 404 }, { status: 403 }, { status: 200 }])
    for (const authorization of [credentials('user', 'password'), none]) {
      const { request, ...rest } = exchange(answer);
      measurements.note('createBusiness', { ...rest, request: { ...request, authorization } });
    }
  expect(measurements.drain().pages).toEqual({ 403: 1, 413: 1 });
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
  const first = { getSegment: times(1, 2), createCampaign: times(7) };
  const all = latencies([evidence({ latencies: first }), evidence({ latencies: { getSegment: times(100, 3) } })]);
  const slower = { endpoint: 13, count: 4, medianMs: 2, p95Ms: 100, maxMs: 100 };
  expect(all).toEqual([{ endpoint: 2, count: 1, medianMs: 7, p95Ms: 7, maxMs: 7 }, slower]);
});

test('takes the 95th of a hundred, whatever their order', () => {
  const sample = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
  expect(latencies([evidence({ latencies: { getEvent: times(...sample) } })])).toEqual([
    { endpoint: 1, count: 100, medianMs: 50, p95Ms: 95, maxMs: 100 },
  ]);
});

const redact = (text: string) => text.replaceAll('secret', '[redacted]');
const fresh = () => join(newFolder(), 'reports', 'left-behind.jsonl');
const notes = (file: string | null = null) => new LeftBehindNotes({ redact, file, listed: new Set(), run: 'k3' });
const post = (sent: unknown, body: unknown = {}, status = 200) =>
  exchange({ method: 'POST', url: 'http://127.0.0.1:4010/here', sent, body, status });
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('creations are counted and named, by id or, without one, by name or marker; what was refused or only read is not', () => {
  const own = notes();
  own.note('createBusiness', post({ name: 'conformance-1' }, { id: 'b1' }));
  own.note('createBusiness', post({ name: 'conformance-2' }, 'not JSON', 201));
  own.note('createBusiness', post({ name: 'conformance-3' }, { id: 'b3' }, 422));
  for (const method of ['OPTIONS', 'HEAD'] as const) own.note('createBusiness', exchange({ method }));
  own.note('copyEmailTemplate', post({}, { name: 'Copy of Welcome' }));
  own.note('trackEvent', post({ event: 'x', data: { [MARKER_MEMBER]: 'conformance-4' } }));
  own.note('trackEvent', post({ event: 'x' }));
  own.note('getSegment', exchange({ body: { id: 's1' } }));
  own.note(null, exchange({ body: { id: 'e1' } }));
  expect(own.drain()).toEqual([
    { endpoint: 'createBusiness', count: 2, unanswered: 0, examples: ['b1', 'conformance-2'] },
    { endpoint: 'copyEmailTemplate', count: 1, unanswered: 0, examples: ['Copy of Welcome'] },
    { endpoint: 'trackEvent', count: 2, unanswered: 0, examples: ['conformance-4'] },
  ]);
  expect(own.drain()).toEqual([]);
});

test('a creation whose answer is lost is counted apart', () => {
  const own = notes();
  own.note('createBusiness', failed('timeout', { method: 'POST', sent: { name: 'conformance-1' } }));
  own.note('createBusiness', post({ name: 'conformance-2' }, {}, 502));
  // Not carried out, by what it means.
  own.note('createBusiness', post({ name: 'conformance-3' }, {}, 503));
  own.note('createBusiness', failed('refused'));
  own.note('batchUpdateCustomers', failed('timeout', { method: 'POST', sent: { customers: [{ id: 'c1' }] } }));
  expect(leftBehindOf(own.drain())).toEqual([{ endpoint: 5, kind: 'businesses', count: 0, unanswered: 2, examples: [] }]);
});

test('updated customers are those that were named and answered, each once over the whole run', () => {
  const own = notes();
  const update = (asked: string[], answered: unknown) =>
    own.note('batchUpdateCustomers', post({ customers: [...asked.map((id) => ({ id, full_name: 'A' })), { id: 'looked-at' }] }, answered));
  update(['c1', 'unknown'], { customers: [{ id: 'c1' }, { id: 'stranger' }] });
  update(['c1', 'c2'], { customers: [{ id: 'c2' }, { id: 'c1' }] });
  const first = own.drain();
  update(['c2'], { customers: [{ id: 'c2' }] });
  update(['c3'], 'not JSON');
  expect(leftBehindOf([...first, ...own.drain()])).toEqual([
    { endpoint: 3, kind: 'updated customers', count: 3, examples: ['c1', 'c2', 'c3'] },
  ]);
});

test('examples are bounded, counts are not', () => {
  const own = notes();
  const piece = (offset: number) => {
    for (let index = 0; index < 150; index += 1) own.note('createBusiness', post({}, { id: `b${offset + index}` }));
    return own.drain();
  };
  const [entry] = leftBehindOf([...piece(0), ...piece(1000)]);
  expect(entry).toMatchObject({ count: 300 });
  expect(entry?.examples).toHaveLength(100);
});

test('the list holds every record, without secrets and at a bounded length', () => {
  const file = fresh();
  const own = notes(file);
  own.note('createBusiness', post({ name: 'conformance-secret' }, { id: `secret ${'x'.repeat(1000)}` }));
  own.note('createBusiness', failed('timeout', { method: 'POST', url: 'http://127.0.0.1:4010/secret', sent: { name: 'conformance-2' } }));
  own.note('batchUpdateCustomers', post({ customers: [{ id: 'c1', full_name: 'A' }] }));
  own.note('batchUpdateCustomers', post({ customers: [{ id: 'c1', full_name: 'A' }] }));
  own.note('createCampaign', post({ name: 'refused' }, {}, 400));
  const at = '2027-01-15T08:00:00.000Z';
  const [business, lost, customer, ...others] = lines(file);
  expect(business).toMatchObject({ at, run: 'k3', endpoint: 5, kind: 'businesses' });
  expect(business).toMatchObject({ name: 'conformance-[redacted]', url: 'http://127.0.0.1:4010/here' });
  expect(String(business?.id)).toMatch(/^\[redacted\] x{100,200}… \(\d+ more characters\)$/);
  expect(lost).toMatchObject({ name: 'conformance-2', unanswered: true, url: 'http://127.0.0.1:4010/[redacted]' });
  expect(customer).toMatchObject({ endpoint: 3, kind: 'updated customers', id: 'c1' });
  expect(others).toEqual([]);
});

test('a list that has grown too long is put aside before the next run, so that both stay bounded', () => {
  const file = fresh();
  boundList(file, 10);
  mkdirSync(dirname(file));
  writeFileSync(file, 'the first\n');
  boundList(file, 10);
  expect(readFileSync(file, 'utf8')).toBe('the first\n');
  writeFileSync(file, 'too long by now\n');
  boundList(file, 10);
  expect(readdirSync(dirname(file))).toEqual(['left-behind-earlier.jsonl']);
  expect(readFileSync(join(dirname(file), 'left-behind-earlier.jsonl'), 'utf8')).toBe('too long by now\n');
});
