import type { CheckResult, StoredExchange } from '../../src/result/result.ts';

/** What replaces one passed check of the sample register. */
export type Outcome = Partial<CheckResult> & { readonly id: string; readonly endpoint: number; readonly title: string };

const BASE = 'https://staging.example.com/api/v1';

interface Sketch {
  readonly status: number;
  readonly body: string;
  readonly sent?: string;
  readonly headers?: Record<string, string>;
  readonly cut?: boolean;
}

/** A stored exchange, filled up from what matters. */
export function exchange(method: string, path: string, { status, body, sent, headers, cut = false }: Sketch): StoredExchange {
  return {
    title: `${method} ${path} → ${status}, 12 ms`,
    request: {
      method,
      url: `${BASE}${path}`,
      headers: { authorization: 'Basic (credentials)', ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
      body: sent ?? null,
    },
    answer: {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      bytes: cut ? 5_242_880 : Buffer.byteLength(body),
      cut,
    },
    failure: null,
    startedAt: '2026-03-04T09:08:09.001Z',
    durationMs: 12,
    curl: `curl -u "$CES_USERNAME:$CES_PASSWORD"${sent === undefined ? '' : ` -H 'content-type: application/json' -d '${sent}'`} '${BASE}${path}'`,
  };
}

function carrying(authorization: string, { request, ...stored }: StoredExchange): StoredExchange {
  return { ...stored, request: { ...request, headers: { ...request.headers, authorization } } };
}

const campaign = {
  id: 'cmp_81',
  business: 'biz_7',
  name: 'Spring',
  status: 'draft',
  created_at: '2026-03-04T09:08:09Z',
  statistics: { emails: { sent: '0', delivered: 0 }, total_customers_enrolled: null },
  enrolled_customers: ['cus_1'],
};

const SEGMENT = exchange('GET', '/segments/seg_3', { status: 200, body: '{"id":"seg_3","name":"Everyone"}' });

/** Six failures, a waived one and four that were not assessed. */
export const VARIED_FAILURES: readonly Outcome[] = [
  {
    id: 'endpoint-2.shape',
    endpoint: 2,
    title: 'the answer fits its schema',
    status: 'failed',
    findings: [
      { pointer: '/statistics/emails/sent', expected: 'an integer', actual: 'the string "0"' },
      { pointer: '/statistics/total_customers_enrolled', expected: 'an integer', actual: 'null' },
    ],
    curl: `curl -u "$CES_USERNAME:$CES_PASSWORD" -H 'content-type: application/json' -d '{"name":"Spring"}' '${BASE}/businesses/biz_7/campaigns'`,
    replay: 'CES_SEED=1836202117 npx playwright test campaigns.spec.ts -g "fits its schema"',
    exchanges: [
      exchange('POST', '/businesses/biz_7/campaigns', { status: 201, sent: '{"name":"Spring"}', body: JSON.stringify(campaign) }),
    ],
  },
  {
    id: 'authentication.required',
    endpoint: 13,
    title: 'password in another letter case',
    status: 'failed',
    findings: [{ expected: 'no success, and nothing of the record in the answer', actual: 'status 200 with the whole segment' }],
    curl: `curl -u "$CES_USERNAME:HUNTER2" '${BASE}/segments/seg_3'`,
    exchanges: [SEGMENT, carrying('Basic (password in another letter case)', SEGMENT)],
  },
  {
    id: 'event.extra-is-tracked-data',
    endpoint: 18,
    title: 'any JSON object as data',
    status: 'failed',
    findings: [{ pointer: '/extra/a', expected: '9007199254740993', actual: '9007199254740992' }],
    counterexample: { a: 9007199254740992 },
    original: { a: 9007199254740992, 'é/~': [null, { '': 'x' }], b: 'the quick brown fox', c: [1.5, -0, 1e21] },
    shrinks: 14,
    replay: 'CES_SEED=1836202117 CES_REPLAY_PATH=37:1:0:4 npx playwright test track.spec.ts -g "any JSON object"',
    exchanges: [
      exchange('POST', '/businesses/biz_7/track', {
        status: 200,
        sent: '{"event":"conformance.tracked","data":{"a":9007199254740993}}',
        body: '{}',
      }),
      exchange('GET', '/events/evt_55', {
        status: 200,
        body: '{"id":"evt_55","name":"conformance.tracked","extra":{"a":9007199254740992},"created_at":"2026-03-04T09:08:09Z","customer":null}',
      }),
    ],
  },
  {
    id: 'endpoint-8.shape',
    endpoint: 8,
    title: 'the answer fits its schema',
    status: 'failed',
    flaky: true,
    message: 'Expected: an answer within 10000 ms\nActual: none; the connection was closed after 10000 ms (ETIMEDOUT)',
    exchanges: [
      {
        ...exchange('GET', '/sent_emails/em_2', { status: 200, body: '' }),
        title: 'GET /sent_emails/em_2 → no answer, 10000 ms',
        answer: null,
        failure: { kind: 'timeout', message: 'No answer within 10000 ms (ETIMEDOUT).' },
      },
    ],
  },
  {
    id: 'robustness.hostile-ids',
    endpoint: 10,
    title: 'a NUL in the id',
    status: 'failed',
    findings: [{ expected: 'any status below 500', actual: 'status 500' }],
    exchanges: [exchange('GET', '/project_email_addresses/%00', { status: 500, body: '<h1>Internal Server Error</h1>' })],
  },
  {
    id: 'completeness.endpoint-8',
    endpoint: 8,
    title: 'every documented field',
    status: 'failed',
    findings: [{ pointer: '/failed_reason', expected: 'the field in at least one answer', actual: 'absent from all 12 answers' }],
  },
  {
    id: 'endpoint-15.shape',
    endpoint: 15,
    title: 'the answer fits its schema',
    status: 'waived',
    findings: [{ pointer: '/event', expected: 'a string', actual: 'null' }],
    waiver: {
      reason: 'Events defined before 2024 have no name; they are migrated with release 12',
      owner: 'TICKET-118',
      expires: '2026-09-30',
    },
  },
  ...['the answer fits its schema', 'a second record fits too'].map((title) =>
    needs('endpoint-17.shape', 17, title, 'CES_SMS_TEMPLATE_ID'),
  ),
  needs('sms-template.preview-is-html', 17, 'the media type of the preview', 'CES_SMS_TEMPLATE_ID'),
  needs('event.customer-is-resolved', 1, 'a matching event resolves', 'CES_TRACK_MATCHING_DATA'),
];

function needs(id: string, endpoint: number, title: string, variable: string): Outcome {
  return { id, endpoint, title, status: 'not-assessed', message: `No record is known for this: set ${variable}.`, variables: [variable] };
}
