import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boundList, LeftBehindNotes } from '../../../src/engine/evidence/left-behind.ts';
import { leftBehindOf } from '../../../src/result/left-behind.ts';
import { MARKER_MEMBER } from '../../../src/settings/parsing/event-data.ts';
import { newFolder } from '../../folders.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

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
  own.note('createBusiness', post({ name: 'conformance-2' }, {}, 503));
  own.note('createBusiness', failed('refused'));
  own.note('batchUpdateCustomers', failed('timeout', { method: 'POST', sent: { customers: [{ id: 'c1' }] } }));
  expect(leftBehindOf(own.drain())).toEqual([{ endpoint: 5, kind: 'businesses', count: 0, unanswered: 2, examples: [] }]);
});

test('updated customers are those that were named and answered, each once over the whole run', () => {
  const own = notes();
  const update = (asked: string[], answered: unknown) =>
    own.note('batchUpdateCustomers', post({ customers: asked.map((id) => ({ id })) }, answered));
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
  own.note('batchUpdateCustomers', post({ customers: [{ id: 'c1' }] }));
  own.note('batchUpdateCustomers', post({ customers: [{ id: 'c1' }] }));
  own.note('createCampaign', post({ name: 'refused' }, {}, 400));
  const at = '2027-01-15T08:00:00.000Z';
  const [business, lost, customer, ...others] = lines(file);
  expect(business).toMatchObject({
    at,
    run: 'k3',
    endpoint: 5,
    kind: 'businesses',
    name: 'conformance-[redacted]',
    url: 'http://127.0.0.1:4010/here',
  });
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
