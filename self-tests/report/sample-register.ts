import type { Category, CheckResult, ConformanceResult, Level, RequirementResult } from '../../src/result/result.ts';
import { endpoint, ENDPOINTS as SPECIFIED } from '../../src/specification/endpoints.ts';

/** Number, method and path of the endpoints up to this one. Those that come later change no sample. */
const LAST = endpoint('trackEvent');
export const ENDPOINTS: ConformanceResult['endpoints'] = SPECIFIED.filter(({ number }) => number <= LAST.number).map(
  ({ number, method, path }) => ({ number, method, path }),
);

const ALL = ENDPOINTS.map(({ number }) => number);
const WRITING = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ number }) => number);
const but = (endpoint: number) => ALL.filter((number) => number !== endpoint);

/** The titles make one check an endpoint each. */
type Row = readonly [id: string, text: string, source: string, Category, endpoints: readonly number[], ...titles: string[]];

const REQUIREMENTS: readonly Row[] = [
  [
    'endpoint.success-status',
    'A successful call answers with the status that the endpoint table gives.',
    'Endpoints, rule 6',
    'status and media type',
    ALL,
    'a good request is answered with success',
  ],
  [
    'endpoint.json-media-type',
    'The answer is labelled as JSON.',
    'What the service does, second point',
    'status and media type',
    but(17),
    'the media type of the answer',
  ],
  [
    'sms-template.preview-is-html',
    'The preview of an SMS template is labelled as HTML.',
    'Endpoints, row 17',
    'status and media type',
    [17],
    'the media type of the preview',
  ],
  ...ALL.map(
    (number): Row => [
      `endpoint-${number}.shape`,
      'Every documented field that is present has the documented type.',
      `Endpoints, row ${number}, and the resource's table`,
      'shape',
      [number],
      ...['the answer fits its schema', 'a second record fits too'],
    ],
  ),
  [
    'record.id-is-asked-id',
    'The record that comes back is the record that was asked for.',
    'Endpoints, path parameters',
    'identity and echo',
    [1, 8, 10, 11, 13, 15],
    'the id answered is the id asked for',
  ],
  [
    'created.echo',
    'What a creation accepted comes back as it was sent.',
    'Endpoints, rows 2, 5 and 7',
    'identity and echo',
    WRITING,
    ...['the fields sent come back', 'two creations have two ids'],
  ],
  [
    'authentication.required',
    'Every operation refuses a request that does not carry valid Basic credentials.',
    'Authentication, points 1 and 2',
    'authentication',
    ALL,
    ...['no header', 'wrong password', 'password in another letter case', 'another scheme', 'a value that is not base64'],
  ],
  [
    'event.customer-is-resolved',
    'A tracked event that matches a customer comes to hold the id of that customer.',
    'States and transitions',
    'resolution',
    [1],
    ...['a matching event resolves', 'an event that matches nobody stays null', 'a resolved event stays resolved'],
  ],
  [
    'event.extra-is-tracked-data',
    'The data that was tracked is the data that the event holds.',
    'Resources, Event, row extra',
    'properties',
    [18],
    'any JSON object as data',
  ],
  [
    'business.round-trip',
    'A business that was accepted comes back as it was sent.',
    'Endpoints, row 5',
    'properties',
    [5],
    'any name, metadata, external id and website',
  ],
];

const ROBUSTNESS: readonly Row[] = [
  [
    'robustness.hostile-ids',
    'No id in a path makes the service fail.',
    'RFC 9110, section 15.6',
    'robustness',
    but(5),
    ...['a NUL in the id', 'a path that climbs'],
  ],
  [
    'robustness.body-is-json',
    'A body that is not JSON is not accepted.',
    'RFC 8259, section 2',
    'robustness',
    WRITING,
    'a body that breaks off',
  ],
];

const COMPLETENESS = [2, 5, 8, 13].map(
  (number): Row => [
    `completeness.endpoint-${number}`,
    'Each documented field was seen at least once.',
    `The resource's table, endpoint ${number}`,
    'completeness',
    [number],
    'every documented field',
  ],
);

/** A register of a realistic size in which every check passed. */
export function passedRequirements(): RequirementResult[] {
  const levels: Readonly<Record<Level, readonly Row[]>> = { requirement: REQUIREMENTS, robustness: ROBUSTNESS, completeness: COMPLETENESS };
  return (Object.keys(levels) as Level[]).flatMap((level) =>
    levels[level].map(([id, text, source, category, endpoints, ...titles]) => ({
      ...{ id, level, text, source, endpoints, status: 'passed' },
      checks: endpoints.flatMap((endpoint) => titles.map((title): CheckResult => ({ title, endpoint, category, status: 'passed' }))),
    })),
  );
}
