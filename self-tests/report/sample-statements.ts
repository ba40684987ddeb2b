import type { Category, CheckResult, ConformanceResult, RequirementResult, StoredExchange } from '../../src/result/result.ts';
import { LEVELS } from '../../src/specification/categories.ts';
import { endpoint, ENDPOINTS as SPECIFIED } from '../../src/specification/endpoints.ts';

/** Number, method and path of the endpoints up to this one. Those that come later change no sample. */
const LAST = endpoint('trackEvent');
export const ENDPOINTS: ConformanceResult['endpoints'] = SPECIFIED.filter(({ number }) => number <= LAST.number).map(
  ({ number, method, path }) => ({ number, method, path }),
);

const ALL = ENDPOINTS.map(({ number }) => number);
const WRITING = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ number }) => number);
/** Endpoints whose resources may lack fields. */
const SPARSE = [2, 5, 8, 13];
const but = (endpoint: number) => ALL.filter((number) => number !== endpoint);

const SHAPE = 'Every documented field that is present has the documented type.';
const REFUSES = 'Every operation refuses a request';
const MATCHING = 'A tracked event that matches a customer';
const SEEN = 'Each documented field was seen at least once.';

/** Id, sentence and source. */
const SENTENCES: readonly (readonly [id: string, text: string, source: string])[] = [
  ['endpoint.success-status', 'A successful call answers with the status that the endpoint table gives.', 'Endpoints, rule 6'],
  ['endpoint.json-media-type', 'The answer is labelled as JSON.', 'What the service does, second point'],
  ['sms-template.preview-is-html', 'The preview of an SMS template is labelled as HTML.', 'Endpoints, row 17'],
  ['record.id-is-asked-id', 'The record that comes back is the record that was asked for.', 'Endpoints, path parameters'],
  ['created.echo', 'What a creation accepted comes back as it was sent.', 'Endpoints, rows 2, 5 and 7'],
  ['authentication.required', `${REFUSES} that does not carry valid Basic credentials.`, 'Authentication, points 1 and 2'],
  ['event.customer-is-resolved', `${MATCHING} comes to hold the id of that customer.`, 'States and transitions'],
  ['event.extra-is-tracked-data', 'The data that was tracked is the data that the event holds.', 'Resources, Event, row extra'],
  ['business.round-trip', 'A business that was accepted comes back as it was sent.', 'Endpoints, row 5'],
  ['robustness.hostile-ids', 'No id in a path makes the service fail.', 'RFC 9110, section 15.6'],
  ['robustness.body-is-json', 'A body that is not JSON is not accepted.', 'RFC 8259, section 2'],
  ...ALL.map((number) => [`endpoint-${number}.shape`, SHAPE, `Endpoints, row ${number}, and the resource's table`] as const),
  ...SPARSE.map((number) => [`completeness.endpoint-${number}`, SEEN, `The resource's table, endpoint ${number}`] as const),
];

/** The titles make one check an endpoint each. */
type Row = readonly [id: string, Category, endpoints: readonly number[], ...titles: string[]];

const FITS = 'the answer fits its schema';
const SHAPES = [FITS, 'a second record fits too'];
const AUTHENTICATION = ['no header', 'wrong password', 'password in another letter case', 'another scheme', 'a value that is not base64'];
const RESOLUTION = ['a matching event resolves', 'an event that matches nobody stays null', 'a resolved event stays resolved'];

const ROWS: readonly Row[] = [
  ['endpoint.success-status', 'status and media type', ALL, 'a good request is answered with success'],
  ['endpoint.json-media-type', 'status and media type', but(17), 'the media type of the answer'],
  ['sms-template.preview-is-html', 'status and media type', [17], 'the media type of the preview'],
  ...ALL.map((number): Row => [`endpoint-${number}.shape`, 'shape', [number], ...SHAPES]),
  ['record.id-is-asked-id', 'identity and echo', [1, 8, 10, 11, 13, 15], 'the id answered is the id asked for'],
  ['created.echo', 'identity and echo', WRITING, 'the fields sent come back', 'two creations have two ids'],
  ['authentication.required', 'authentication', ALL, ...AUTHENTICATION],
  ['event.customer-is-resolved', 'resolution', [1], ...RESOLUTION],
  ['event.extra-is-tracked-data', 'properties', [18], 'any JSON object as data'],
  ['business.round-trip', 'properties', [5], 'any name, metadata, external id and website'],
  ['robustness.hostile-ids', 'robustness', but(5), 'a NUL in the id', 'a path that climbs'],
  ['robustness.body-is-json', 'robustness', WRITING, 'a body that breaks off'],
  ...SPARSE.map((number): Row => [`completeness.endpoint-${number}`, 'completeness', [number], 'every documented field']),
];

/** A register of a realistic size in which every check passed. */
export function passedRequirements(): RequirementResult[] {
  return ROWS.map(([id, category, endpoints, ...titles]) => {
    const [, text = '', source = ''] = SENTENCES.find(([name]) => name === id) ?? [];
    const level = LEVELS.find((each) => id.startsWith(`${each}.`)) ?? 'requirement';
    const checks = endpoints.flatMap((endpoint) => titles.map((title): CheckResult => ({ title, endpoint, category, status: 'passed' })));
    return { id, level, text, source, endpoints, status: 'passed', checks };
  });
}

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

/** Six failures, a waived one and four that were not assessed. */
export const VARIED_FAILURES: readonly Outcome[] = [
  failed('endpoint-2.shape', 2, FITS, {
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
    exchanges: [
      SEGMENT,
      { ...SEGMENT, request: { ...SEGMENT.request, headers: { authorization: 'Basic (password in another letter case)' } } },
    ],
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
  failed('endpoint-8.shape', 8, FITS, {
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
  failed('endpoint-15.shape', 15, FITS, {
    status: 'waived',
    findings: [found('a string', 'null', '/event')],
    waiver: {
      reason: 'Events defined before 2024 have no name; they are migrated with release 12',
      ...{ owner: 'TICKET-118', expires: '2026-09-30' },
    },
  }),
  ...[FITS, 'a second record fits too'].map((title) => needs('endpoint-17.shape', 17, title, 'CES_SMS_TEMPLATE_ID')),
  needs('sms-template.preview-is-html', 17, 'the media type of the preview', 'CES_SMS_TEMPLATE_ID'),
  needs('event.customer-is-resolved', 1, 'a matching event resolves', 'CES_TRACK_MATCHING_DATA'),
];

function needs(id: string, endpoint: number, title: string, variable: string): Outcome {
  return { id, endpoint, title, status: 'not-assessed', message: `No record is known for this: set ${variable}.`, variables: [variable] };
}
