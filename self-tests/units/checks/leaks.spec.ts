import { leakFindings } from '../../../src/checks/leaks.ts';
import { expect, test } from '../../test.ts';
import { exchange, type Said } from './exchanges.ts';

const SEGMENT = {
  id: 'segment-00000001',
  name: 'Regulars',
  filter: 'visits > 3',
  description: 'Müller & friends\nof the house',
  metadata: { owner: 'Ann', rank: 1, open: true },
  static_customers: ['customer-00000001'],
  created_at: '2026-11-21T10:00:00Z',
};
const READ: Said = { url: 'http://127.0.0.1:4010/segments/segment-00000001', body: SEGMENT };

const CREATION = { name: 'conformance-7-1', metadata: { origin: 'conformance', rank: 1 }, website: 'https://example.com/conformance' };
const CREATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses',
  sent: { ...CREATION, name: 'conformance-7-0' },
  body: { id: 'b-1', ...CREATION, name: 'conformance-7-0', disabled_steps: null, created_at: '2026-11-21T10:00:00Z' },
};
const UPDATE = { customers: [{ id: 'c1', full_name: 'conformance-7-2' }] };
const UPDATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses/b-1/customers/batch_update',
  sent: { customers: [{ id: 'c1', full_name: 'conformance-7-1' }] },
  body: { customers: [{ id: 'c1', full_name: 'conformance-7-1', first_name: 'Ann', unsubscribed: 'no' }] },
};
const PREVIEW: Said = { url: 'http://127.0.0.1:4010/sms_templates/t1/preview', body: '<p>Hello {{ name }}</p>' };

type Row = readonly [what: string, rejection: Said];

const HARMLESS: readonly (readonly [Said, readonly Row[]])[] = [
  [
    READ,
    [
      ['an empty body', { body: '' }],
      ['an error of its own', { body: { error: { code: 'unauthorized', message: 'Give credentials.' } } }],
      ['an id of the error', { body: { id: 'err-8301', status: 401, title: 'Unauthorised' } }],
      ['the id that was asked for', { body: { error: 'segment-00000001 needs credentials', id: 'segment-00000001' } }],
      ['the URL that was asked for', { body: { instance: '/segments/segment-00000001' } }],
      ['the same moment', { body: { timestamp: '2026-11-21T10:00:00Z' } }],
      ['short words that occur by chance', { body: { message: 'Ann may not, true, 1' } }],
      ['one member alike by chance', { body: { rank: 1, code: 'x' } }],
      ['a challenge', { headers: { 'www-authenticate': 'Basic realm="Customer Engagement", charset="UTF-8"' }, body: '' }],
      ['text', { headers: { 'content-type': 'text/plain' }, body: 'Unauthorised' }],
    ],
  ],
  [
    CREATED,
    [
      ['the request, echoed', { body: { error: 'unauthorised', request: CREATION } }],
      ['a part of the request, echoed', { body: { error: 'unauthorised', metadata: CREATION.metadata } }],
      ['an id of the error beside the request', { body: { id: 'err-8301', request: CREATION } }],
    ],
  ],
  [UPDATED, [['the request, echoed', { body: { error: 'unauthorised', body: UPDATE } }]]],
  [PREVIEW, [['a page of its own', { headers: { 'content-type': 'text/html' }, body: '<h1>Unauthorised</h1>' }]]],
];

const LEAKS: readonly (readonly [Said, readonly (readonly [...Row, actual: RegExp])[]])[] = [
  [
    READ,
    [
      ['the record', { body: SEGMENT }, /holds "Regulars"/],
      ['the record, wrapped', { body: { error: 'no', data: [SEGMENT] } }, /holds "Regulars"/],
      ['one text of it', { body: { error: 'The segment Regulars is closed to you' } }, /holds "Regulars"/],
      ['one text of it, not in JSON', { body: 'visits > 3' }, /holds "visits > 3"/],
      ['one text of it in a header', { body: '', headers: { 'x-segment': 'Regulars' } }, /holds "Regulars"/],
      ['a text of a list in it', { body: { customers: ['customer-00000001'] } }, /holds "customer-00000001"/],
      [
        'a text that JSON escapes',
        { body: '{"error":"M\\u00fcller & friends\\nof the house"}' },
        /holds "Müller & friends\\nof the house"/,
      ],
      ['two short members', { body: { owner: 'Ann', rank: 1 } }, /its owner, rank/],
      ['two members beside others', { body: { error: 'no', details: { open: true, rank: 1, x: 2 } } }, /its rank, open|its open, rank/],
    ],
  ],
  [
    CREATED,
    [
      ['the created record', { body: { id: 'b-2', name: CREATION.name } }, /an id beside what was sent/],
      ['two members that nobody sent', { sent: {}, body: { origin: 'conformance', rank: 1 } }, /holds/],
    ],
  ],
  [UPDATED, [['what was not sent, beside what was', { body: { customers: [{ id: 'c1', first_name: 'Ann' }] } }, /its id, first_name/]]],
  [PREVIEW, [['the preview', { headers: {}, body: 'No. <p>Hello {{ name }}</p>' }, /the whole content/]]],
];

const rejectionOf = (control: Said, rejection: Said) =>
  exchange({
    status: 401,
    ...(control.method && { method: control.method }),
    ...(control.url && { url: control.url }),
    ...(control === CREATED && { sent: CREATION }),
    ...(control === UPDATED && { sent: UPDATE }),
    ...rejection,
  });

for (const [control, rows] of HARMLESS)
  for (const [what, rejection] of rows)
    test(`no leak of ${control.url}: ${what}`, () => expect(leakFindings(rejectionOf(control, rejection), exchange(control))).toEqual([]));

for (const [control, rows] of LEAKS)
  for (const [what, rejection, actual] of rows)
    test(`a leak of ${control.url}: ${what}`, () => {
      const [finding, ...others] = leakFindings(rejectionOf(control, rejection), exchange(control));
      expect(finding?.expected).toBe('nothing of the record');
      expect(finding?.actual).toMatch(actual);
      expect(others).toEqual([]);
    });

const PROBLEM = { type: 'https://mail.example.org/problems/401', title: 'Unauthorised' };
const ADDRESS: Said = {
  url: 'http://127.0.0.1:4010/email_addresses/e-1',
  body: { id: 'e-1', custom_domain: 'mail.example.org', reply_to: 'ann@example.org' },
};
const UNKNOWN: Said = { url: 'http://127.0.0.1:4010/email_addresses/unknown', status: 401 };

test('what a rejection says of an unknown id too reveals nothing of the record', () => {
  const rejection = exchange({ ...ADDRESS, status: 401, body: PROBLEM });
  expect(leakFindings(rejection, exchange(ADDRESS))).toHaveLength(1);
  expect(leakFindings(rejection, exchange(ADDRESS), exchange({ ...UNKNOWN, body: PROBLEM }))).toEqual([]);
});

test('what only the rejection for the record says reveals it, whatever else both say', () => {
  const rejection = exchange({ ...ADDRESS, status: 401, body: { ...PROBLEM, detail: 'ask ann@example.org' } });
  const [finding] = leakFindings(rejection, exchange(ADDRESS), exchange({ ...UNKNOWN, body: { ...PROBLEM, detail: 'ask nobody' } }));
  expect(finding?.actual).toContain('ann@example.org');
});

test('members that the rejection for an unknown id holds too reveal nothing', () => {
  const control = exchange({ url: READ.url ?? '', body: { id: 's', one_off: false, open: true } });
  const rejection = exchange({ url: READ.url ?? '', status: 401, body: { one_off: false, open: true } });
  expect(leakFindings(rejection, control)).toHaveLength(1);
  expect(leakFindings(rejection, control, exchange({ ...UNKNOWN, body: { one_off: false, open: true } }))).toEqual([]);
});

test('a text that was sent is no secret, however JSON writes it', () => {
  const sent = { name: 'A "quoted" name' };
  const control = exchange({ method: 'POST', sent, body: { id: 'b-1', ...sent } });
  const rejection = exchange({ method: 'POST', sent, status: 401, headers: { 'content-type': 'text/plain' }, body: 'No A "quoted" name' });
  expect(leakFindings(rejection, control)).toEqual([]);
});

test('an id that was asked for is no secret, however the URL writes it', () => {
  const url = 'http://127.0.0.1:4010/segments/a%2Fb%20long%20id';
  const control = exchange({ url, body: { id: 'a/b long id' } });
  expect(leakFindings(exchange({ url, status: 401, body: { error: 'a/b long id' } }), control)).toEqual([]);
});

test('an URL with escapes that do not decode is compared as it stands', () => {
  const url = 'http://127.0.0.1:4010/segments/%zz-segment';
  const control = exchange({ url, body: { id: '%zz-segment', name: 'Regulars' } });
  expect(leakFindings(exchange({ url, status: 401, body: { error: '%zz-segment' } }), control)).toEqual([]);
});
