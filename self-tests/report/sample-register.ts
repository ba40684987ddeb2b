import type { Category, CheckResult, ConformanceResult, Level, RequirementResult } from '../../src/result/result.ts';

/** The endpoints of the specification, number, method and path. */
export const ENDPOINTS: ConformanceResult['endpoints'] = [
  [1, 'GET', '/events/{id}'],
  [2, 'POST', '/businesses/{id}/campaigns'],
  [3, 'POST', '/businesses/{id}/customers/batch_update'],
  [4, 'POST', '/project_email_templates/{id}/copy'],
  [5, 'POST', '/businesses'],
  [6, 'POST', '/email_templates/{id}/copy'],
  [7, 'POST', '/sms_templates/{id}/embeds'],
  [8, 'GET', '/sent_emails/{id}'],
  [9, 'GET', '/businesses/{id}/email_addresses'],
  [10, 'GET', '/project_email_addresses/{id}'],
  [11, 'GET', '/email_addresses/{id}'],
  [12, 'GET', '/email_blasts/{id}/executions'],
  [13, 'GET', '/segments/{id}'],
  [14, 'GET', '/businesses/{business_id}/feature_flags/statuses'],
  [15, 'GET', '/project_defined_events/{id}'],
  [16, 'GET', '/email_templates/{id}/variables'],
  [17, 'GET', '/sms_templates/{id}/preview'],
  [18, 'POST', '/businesses/{id}/track'],
].map(([number, method, path]) => ({ number: Number(number), method: String(method), path: String(path) }));

const ALL = ENDPOINTS.map(({ number }) => number);
const WRITING = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ number }) => number);

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly category: Category;
  readonly level?: Level;
  readonly endpoints: readonly number[];
  /** One check an endpoint and title. */
  readonly titles: readonly string[];
}

const REGISTER: readonly Entry[] = [
  {
    id: 'endpoint.success-status',
    text: 'A successful call answers with the status that the endpoint table gives.',
    source: 'Endpoints, rule 6',
    category: 'status and media type',
    endpoints: ALL,
    titles: ['a good request is answered with success'],
  },
  {
    id: 'endpoint.json-media-type',
    text: 'The answer is labelled as JSON.',
    source: 'What the service does, second point',
    category: 'status and media type',
    endpoints: ALL.filter((number) => number !== 17),
    titles: ['the media type of the answer'],
  },
  {
    id: 'sms-template.preview-is-html',
    text: 'The preview of an SMS template is labelled as HTML.',
    source: 'Endpoints, row 17',
    category: 'status and media type',
    endpoints: [17],
    titles: ['the media type of the preview'],
  },
  ...ALL.map(
    (number): Entry => ({
      id: `endpoint-${number}.shape`,
      text: 'Every documented field that is present has the documented type.',
      source: `Endpoints, row ${number}, and the resource's table`,
      category: 'shape',
      endpoints: [number],
      titles: ['the answer fits its schema', 'a second record fits too'],
    }),
  ),
  {
    id: 'record.id-is-asked-id',
    text: 'The record that comes back is the record that was asked for.',
    source: 'Endpoints, path parameters',
    category: 'identity and echo',
    endpoints: [1, 8, 10, 11, 13, 15],
    titles: ['the id answered is the id asked for'],
  },
  {
    id: 'created.echo',
    text: 'What a creation accepted comes back as it was sent.',
    source: 'Endpoints, rows 2, 5 and 7',
    category: 'identity and echo',
    endpoints: WRITING,
    titles: ['the fields sent come back', 'two creations have two ids'],
  },
  {
    id: 'authentication.required',
    text: 'Every operation refuses a request that does not carry valid Basic credentials.',
    source: 'Authentication, points 1 and 2',
    category: 'authentication',
    endpoints: ALL,
    titles: ['no header', 'wrong password', 'password in another letter case', 'another scheme', 'a value that is not base64'],
  },
  {
    id: 'event.customer-is-resolved',
    text: 'A tracked event that matches a customer comes to hold the id of that customer.',
    source: 'States and transitions',
    category: 'resolution',
    endpoints: [1],
    titles: ['a matching event resolves', 'an event that matches nobody stays null', 'a resolved event stays resolved'],
  },
  {
    id: 'event.extra-is-tracked-data',
    text: 'The data that was tracked is the data that the event holds.',
    source: 'Resources, Event, row extra',
    category: 'properties',
    endpoints: [18],
    titles: ['any JSON object as data'],
  },
  {
    id: 'business.round-trip',
    text: 'A business that was accepted comes back as it was sent.',
    source: 'Endpoints, row 5',
    category: 'properties',
    endpoints: [5],
    titles: ['any name, metadata, external id and website'],
  },
  {
    id: 'robustness.hostile-ids',
    text: 'No id in a path makes the service fail.',
    source: 'RFC 9110, section 15.6',
    category: 'robustness',
    level: 'robustness',
    endpoints: ALL.filter((number) => number !== 5),
    titles: ['a NUL in the id', 'a path that climbs'],
  },
  {
    id: 'robustness.body-is-json',
    text: 'A body that is not JSON is not accepted.',
    source: 'RFC 8259, section 2',
    category: 'robustness',
    level: 'robustness',
    endpoints: WRITING,
    titles: ['a body that breaks off'],
  },
  ...[2, 5, 8, 13].map(
    (number): Entry => ({
      id: `completeness.endpoint-${number}`,
      text: 'Each documented field was seen at least once.',
      source: `The resource's table, endpoint ${number}`,
      category: 'completeness',
      level: 'completeness',
      endpoints: [number],
      titles: ['every documented field'],
    }),
  ),
];

/** A register of a realistic size in which every check passed. */
export function passedRequirements(): RequirementResult[] {
  return REGISTER.map(({ id, text, source, category, level = 'requirement', endpoints, titles }) => ({
    id,
    level,
    text,
    source,
    endpoints,
    status: 'passed',
    checks: endpoints.flatMap((endpoint) => titles.map((title): CheckResult => ({ title, endpoint, category, status: 'passed' }))),
  }));
}
