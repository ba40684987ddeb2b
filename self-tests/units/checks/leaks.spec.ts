import { leakDeviations } from '../../../src/checks/leaks.ts';
import { test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
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

const CREATION = { name: 'conformance-7-1', metadata: { origin: 'conformance', rank: 1 }, website: 'https://example.com/conformance' };
const CREATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses',
  sent: { ...CREATION, name: 'conformance-7-0' },
  body: { id: 'b-1', ...CREATION, name: 'conformance-7-0', disabled_steps: null, created_at: '2026-11-21T10:00:00Z' },
};
const UPDATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses/b-1/customers/batch_update',
  sent: { customers: [{ id: 'c1', full_name: 'conformance-7-1' }] },
  body: { customers: [{ id: 'c1', full_name: 'conformance-7-1', first_name: 'Ann', unsubscribed: 'no' }] },
};

/** What the rejection of a request like the control's reveals of its answer; the rejection says what is its own. */
const revealed = (control: Said, sent?: unknown) => (rejection: Said) => {
  const { method = 'GET', url = '' } = control;
  return leakDeviations(exchange({ method, url, sent, status: 401, ...rejection }), exchange(control));
};

test('what a rejection reveals was approved', () =>
  expectCalls('checks/leaks.txt', {
    aSegment: revealed({ url: 'http://127.0.0.1:4010/segments/segment-00000001', body: SEGMENT }),
    aCreation: revealed(CREATED, CREATION),
    anUpdate: revealed(UPDATED, { customers: [{ id: 'c1', full_name: 'conformance-7-2' }] }),
    aPreview: revealed({ url: 'http://127.0.0.1:4010/sms_templates/t1/preview', body: '<p>Hello {{ name }}</p>' }),
    leakDeviations: (...all: Said[]) => {
      const [rejection, control, ofAnUnknownId] = all.map(exchange);
      return leakDeviations(rejection ?? exchange(), control ?? exchange(), ofAnUnknownId);
    },
  }));
