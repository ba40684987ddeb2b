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
  ...{ id: 'cmp_81', business: 'biz_7', name: 'Spring', status: 'draft', created_at: '2026-03-04T09:08:09Z' },
  statistics: { emails: { sent: '0', delivered: 0 }, total_customers_enrolled: null },
  enrolled_customers: ['cus_1'],
};

const EVENT =
  '{"id":"evt_55","name":"conformance.tracked","extra":{"a":9007199254740992},"created_at":"2026-03-04T09:08:09Z","customer":null}';
const SEGMENT = exchange('GET', '/segments/seg_3', { status: 200, body: '{"id":"seg_3","name":"Everyone"}' });

const failed = (id: string, endpoint: number, title: string, given: Partial<CheckResult>): Outcome => ({
  ...{ status: 'failed', ...given, id, endpoint, title },
});
const found = (expected: string, actual: string, pointer?: string) => ({ ...(pointer && { pointer }), expected, actual });
const SHAPE = 'the answer fits its schema';

/** Six failures, a waived one and four that were not assessed. */
export const VARIED_FAILURES: readonly Outcome[] = [
  failed('endpoint-2.shape', 2, SHAPE, {
    findings: [
      found('an integer', 'the string "0"', '/statistics/emails/sent'),
      found('an integer', 'null', '/statistics/total_customers_enrolled'),
    ],
    curl: `curl -u "$CES_USERNAME:$CES_PASSWORD" -H 'content-type: application/json' -d '{"name":"Spring"}' '${BASE}/businesses/biz_7/campaigns'`,
    replay: 'CES_SEED=1836202117 npx playwright test campaigns.spec.ts -g "fits its schema"',
    exchanges: [
      exchange('POST', '/businesses/biz_7/campaigns', { status: 201, sent: '{"name":"Spring"}', body: JSON.stringify(campaign) }),
    ],
  }),
  failed('authentication.required', 13, 'password in another letter case', {
    findings: [found('no success, and nothing of the record in the answer', 'status 200 with the whole segment')],
    curl: `curl -u "$CES_USERNAME:HUNTER2" '${BASE}/segments/seg_3'`,
    exchanges: [SEGMENT, carrying('Basic (password in another letter case)', SEGMENT)],
  }),
  failed('event.extra-is-tracked-data', 18, 'any JSON object as data', {
    findings: [found('9007199254740993', '9007199254740992', '/extra/a')],
    counterexample: { a: 9007199254740992 },
    original: { a: 9007199254740992, 'é/~': [null, { '': 'x' }], b: 'the quick brown fox', c: [1.5, -0, 1e21] },
    shrinks: 14,
    replay: 'CES_SEED=1836202117 CES_REPLAY_PATH=37:1:0:4 npx playwright test track.spec.ts -g "any JSON object"',
    exchanges: [
      exchange('POST', '/businesses/biz_7/track', {
        ...{ status: 200, body: '{}', sent: '{"event":"conformance.tracked","data":{"a":9007199254740993}}' },
      }),
      exchange('GET', '/events/evt_55', { status: 200, body: EVENT }),
    ],
  }),
  failed('endpoint-8.shape', 8, SHAPE, {
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
  }),
  failed('robustness.hostile-ids', 10, 'a NUL in the id', {
    findings: [found('any status below 500', 'status 500')],
    exchanges: [exchange('GET', '/project_email_addresses/%00', { status: 500, body: '<h1>Internal Server Error</h1>' })],
  }),
  failed('completeness.endpoint-8', 8, 'every documented field', {
    findings: [found('the field in at least one answer', 'absent from all 12 answers', '/failed_reason')],
  }),
  failed('endpoint-15.shape', 15, SHAPE, {
    status: 'waived',
    findings: [found('a string', 'null', '/event')],
    waiver: {
      reason: 'Events defined before 2024 have no name; they are migrated with release 12',
      ...{ owner: 'TICKET-118', expires: '2026-09-30' },
    },
  }),
  ...[SHAPE, 'a second record fits too'].map((title) => needs('endpoint-17.shape', 17, title, 'CES_SMS_TEMPLATE_ID')),
  needs('sms-template.preview-is-html', 17, 'the media type of the preview', 'CES_SMS_TEMPLATE_ID'),
  needs('event.customer-is-resolved', 1, 'a matching event resolves', 'CES_TRACK_MATCHING_DATA'),
];

function needs(id: string, endpoint: number, title: string, variable: string): Outcome {
  return { id, endpoint, title, status: 'not-assessed', message: `No record is known for this: set ${variable}.`, variables: [variable] };
}
