import type { Category, CheckResult, ConformanceResult, RequirementResult } from '../../src/result/result.ts';
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
const EVENT = 'A tracked event that matches a customer';
const SEEN = 'Each documented field was seen at least once.';

/** Id, sentence and source. */
const SENTENCES: readonly (readonly [id: string, text: string, source: string])[] = [
  ['endpoint.success-status', 'A successful call answers with the status that the endpoint table gives.', 'Endpoints, rule 6'],
  ['endpoint.json-media-type', 'The answer is labelled as JSON.', 'What the service does, second point'],
  ['sms-template.preview-is-html', 'The preview of an SMS template is labelled as HTML.', 'Endpoints, row 17'],
  ['record.id-is-asked-id', 'The record that comes back is the record that was asked for.', 'Endpoints, path parameters'],
  ['created.echo', 'What a creation accepted comes back as it was sent.', 'Endpoints, rows 2, 5 and 7'],
  ['authentication.required', `${REFUSES} that does not carry valid Basic credentials.`, 'Authentication, points 1 and 2'],
  ['event.customer-is-resolved', `${EVENT} comes to hold the id of that customer.`, 'States and transitions'],
  ['event.extra-is-tracked-data', 'The data that was tracked is the data that the event holds.', 'Resources, Event, row extra'],
  ['business.round-trip', 'A business that was accepted comes back as it was sent.', 'Endpoints, row 5'],
  ['robustness.hostile-ids', 'No id in a path makes the service fail.', 'RFC 9110, section 15.6'],
  ['robustness.body-is-json', 'A body that is not JSON is not accepted.', 'RFC 8259, section 2'],
  ...ALL.map((number) => [`endpoint-${number}.shape`, SHAPE, `Endpoints, row ${number}, and the resource's table`] as const),
  ...SPARSE.map((number) => [`completeness.endpoint-${number}`, SEEN, `The resource's table, endpoint ${number}`] as const),
];

/** The titles make one check an endpoint each. */
type Row = readonly [id: string, Category, endpoints: readonly number[], ...titles: string[]];

const SHAPES = ['the answer fits its schema', 'a second record fits too'];
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
