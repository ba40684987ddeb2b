import type { ConformanceResult, FieldResult, LostTarget } from '../../src/result/result.ts';
import { ENDPOINTS } from './sample-statements.ts';

const observed = (id: string, endpoint: number | null, question: string, answer: unknown) => ({ id, endpoint, question, answer });

/** Questions that one answer settles, and one that endpoints answer differently. */
const observations: ConformanceResult['observations'] = [
  ...ENDPOINTS.map(({ number }) =>
    observed('authentication.missing-credentials-status', number, 'Which status answers missing credentials?', number === 17 ? 403 : 401),
  ),
  observed('authentication.challenge', null, 'Does a refusal name the scheme?', 'Basic realm="api"'),
  observed('errors.unknown-id', 13, 'How is an unknown id answered?', { status: 404, members: ['error', 'message'] }),
  observed('campaign.create-status', 2, 'Which status answers a created campaign?', 201),
  observed('campaign.required-fields', 2, 'Which fields does a campaign need?', ['name']),
];

const poll = (atMs: number, customer: string | null = null, status = 200) => ({ atMs, status, customer });

const timelines: ConformanceResult['timelines'] = [
  {
    ...{ title: 'matching event 1', outcome: 'resolved', visibleAfterMs: 42, resolvedAfterMs: 910 },
    polls: [poll(20, null, 404), poll(60), poll(180), poll(430), poll(910, 'cus_1'), poll(1900, 'cus_1')],
  },
  {
    ...{ title: 'matching event 2', outcome: 'resolved', visibleAfterMs: 30, resolvedAfterMs: 410 },
    polls: [poll(55), poll(410, 'cus_1')],
  },
  {
    ...{ title: 'event that matches nobody', outcome: 'stayed-null', visibleAfterMs: 35, resolvedAfterMs: null },
    polls: [100, 300, 700, 1300, 2000].map((atMs) => poll(atMs)),
  },
];

const latencies = ENDPOINTS.map(({ number }) => ({
  ...{ endpoint: number, count: 40 + number * 3 },
  ...{ medianMs: 1.2 + number, p95Ms: 6 + number * 2.2, maxMs: 30 + number * 5 },
}));

/** Half a second in which the target was away. */
const traffic = [
  [40, 12, 0, 0],
  [55, 9, 1, 0],
  [2, 0, 0, 6],
  [48, 15, 0, 0],
].map(([succeeded = 0, refused = 0, failed = 0, unanswered = 0], index) => ({
  ...{ atMs: index * 500, forMs: 500 },
  ...{ succeeded, refused, failed, unanswered },
}));
const disturbances = [{ atMs: 1000, forMs: 500, words: 'took no connections' }];

const properties = [
  { title: 'tracked data comes back', endpoint: 18, tried: 100, accepted: 100 },
  { title: 'a created business comes back', endpoint: 5, tried: 100, accepted: 83 },
];

const notCovered = [
  {
    ...{ id: 'transport.https', text: 'The service is reached over HTTPS.', source: 'What the service does' },
    reason: 'The base URL is a setting: a local target has none.',
  },
];

const settings = [
  ['CES_BASE_URL', 'https://staging.example.com/api/v1', 'environment'],
  ['CES_USERNAME', 'set', '.env'],
  ['CES_PASSWORD', 'set, not shown', '.env'],
  ['CES_SMS_TEMPLATE_ID', '', 'default'],
  ['CES_PROPERTY_RUNS', '100', 'default'],
].map(([name = '', value = '', source = '']) => ({ name, value, source }));

const field = (resource: string, state: FieldResult['state'], ...pointers: readonly string[]) =>
  pointers.map((pointer): FieldResult => ({ resource, pointer, state }));

const fields = [
  ...field('email-template', 'seen', '/id', '/name', '/subject', '/attachments', '/attachments/*/id'),
  ...field('email-template', 'only-null', '/body', '/new_template_html'),
  ...field('sent-email', 'seen', '/id', '/customer', '/sent_at'),
  ...field('sent-email', 'never-seen', '/failed_reason'),
  ...field('sms-template-embed', 'not-assessed', '/id', '/expires_at'),
];

/** Of many only the first hundred ids are kept; of some requests nobody knows what they did. */
const leftBehind = [
  { endpoint: 2, kind: 'campaigns', count: 2, examples: ['cmp_81', 'cmp_82'] },
  { endpoint: 3, kind: 'updated customers', count: 1, examples: ['cus_1'] },
  { endpoint: 5, kind: 'businesses', count: 212, examples: Array.from({ length: 100 }, (_, n) => `biz_${n + 7}`) },
  { endpoint: 18, kind: 'tracked events', count: 1, unanswered: 3, examples: ['conformance-mf3k2v9a-1'] },
];

const later = ['a-fault-of-a-later-version'];
const ofTemplates = [
  ...['status-203-at-7', 'status-202-at-17', 'status-500-at-7', 'status-500-at-17'],
  ...['unprotected-7', 'unprotected-17', 'hang-at-7', 'reset-at-17'],
];
const sensitivity = {
  ...{ sentence: 'this run would have noticed 812 of 824 faults', noticed: 812, assessed: 824, measuredAt: '2026-03-04T09:20:31.000Z' },
  unseen: [
    { variables: ['CES_SMS_TEMPLATE_ID'], hint: 'no `CES_SMS_TEMPLATE_ID`: 8 faults unseen', faults: ofTemplates },
    { variables: ['CES_UNMATCHED_WINDOW_MS'], hint: '`CES_UNMATCHED_WINDOW_MS` as it is set: 1 fault unseen', faults: later },
  ],
};

/** All that a result says beside its statements. */
export const SURROUNDINGS = {
  ...{ observations, timelines, latencies, traffic, disturbances, properties, fields, leftBehind },
  ...{ notCovered, settings, sensitivity, endpoints: ENDPOINTS, runIds: ['mf3k2v9a'] },
} satisfies Partial<ConformanceResult>;

/** What a reader should know of a run before its findings. */
export const CAVEATS = {
  notices: ['The run reached its limit of 10 min (CES_MAX_MINUTES): what had not been looked at by then is not assessed.'],
  waiverProblems: ['The waiver of segment.fields (TICKET-9) expired on 2026-02-01: mend the deviation, or renew the waiver.'],
};

/** A target that stopped answering, with text of its own that must not act. */
export const LOST: LostTarget = {
  reason: 'The target stopped answering at 00:21:38 UTC: no connection to http://localhost:1 (ECONNREFUSED)',
  requests: [
    {
      endpoint: 13,
      test: 'getSegment: hostile ids are answered in order',
      intent: 'hostile',
      brokenOff: true,
      outcome: 'the connection was closed before any byte of the answer (UND_ERR_SOCKET)',
      endedAt: '2026-11-22T00:21:38.000Z',
      title: 'GET /segments/%00<b>\u001b[2J → no answer: reset',
      curl: "curl -sS -i 'http://localhost:1/segments/%00<b>'",
    },
  ],
};
