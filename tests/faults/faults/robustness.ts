import { CRASH, insteadOf, type JsonObject, onAnswer, onRecordsKeeping, onRequest, onSuccess, sentJson, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';

const UNKNOWN = 'robustness.unknown-ids';
const HOSTILE = 'robustness.hostile-ids';
const QUERY = 'robustness.query-garbage';
const SURVIVED = 'robustness.non-json-survived';
const REFUSED = 'robustness.non-json-refused';
const TYPES = 'robustness.wrong-types';
const MEDIA = 'robustness.wrong-media-type';
const UNUSUAL = 'robustness.unusual-json';
const GENERATED = 'robustness.generated-input';
const SAFE = 'robustness.reading-is-safe';
const MARK = 'robustness.no-byte-order-mark';

const HANG: Misbehaviour = { misbehaviour: 'hang' };
const RESET: Misbehaviour = { misbehaviour: 'reset' };

const text = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString('utf8');
const isJson = (request: PassingRequest): boolean => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
    return true;
  } catch {
    return false; // that is the question
  }
};
const falls = (endpoint: number, when: (request: PassingRequest) => boolean, how: PassingAnswer | Misbehaviour = CRASH) =>
  insteadOf([endpoint], (request) => (when(request) ? how : null));
const unknown = ({ id }: PassingRequest) => id.endsWith('-unknown');
const idHas = (part: string) => (request: PassingRequest) => request.id.includes(part);
const queryHas = (part: string) => (request: PassingRequest) => request.target.includes('?') && request.target.includes(part);
const notJson = (request: PassingRequest) => !isJson(request);
const bodyHas = (part: string) => (request: PassingRequest) => text(request).includes(part);
const typedAs = (type: string) => (request: PassingRequest) => request.headers['content-type'] === type;
const member = (name: string, is: (value: unknown) => boolean) => (request: PassingRequest) => {
  const sent = sentJson(request);
  return sent !== null && Object.hasOwn(sent, name) && is(sent[name]);
};
const takenFor = (endpoint: number, body: (request: PassingRequest) => JsonObject) =>
  onRequest([endpoint], (request) =>
    isJson(request)
      ? request
      : withJson({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }, body(request)),
  );
const wire = (endpoint: number, bytes: (answer: PassingAnswer) => Misbehaviour) => onSuccess([endpoint], bytes);
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

export const ROBUSTNESS_FAULTS: readonly Fault[] = [
  ...[1, 2, 3, 4, 6, 7].map((endpoint) =>
    fault(`unknown-id-500-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id is answered with 500', falls(endpoint, unknown)),
  ),
  ...[8, 9, 10].map((endpoint) =>
    fault(
      `unknown-id-502-at-${endpoint}`,
      endpoint,
      UNKNOWN,
      'An unknown id brings the backend down',
      falls(endpoint, unknown, { ...CRASH, status: 502 }),
    ),
  ),
  ...[11, 12].map((endpoint) =>
    fault(`unknown-id-hangs-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id is never answered', falls(endpoint, unknown, HANG)),
  ),
  ...[14, 15, 16, 17, 18].map((endpoint) =>
    fault(`unknown-id-reset-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id breaks the connection', falls(endpoint, unknown, RESET)),
  ),
  fault('alone-unknown-ids', 13, UNKNOWN, 'An unknown id is answered with 500', falls(13, unknown), ONLY),
  fault('hostile-nul', 8, HOSTILE, 'A NUL in an id falls through to the database', falls(8, idHas('\0')), ONLY),
  fault('hostile-quote', 10, HOSTILE, 'A quote in an id ends a query', falls(10, idHas("'"))),
  fault(
    'hostile-long',
    12,
    HOSTILE,
    'A long id breaks the connection',
    falls(12, ({ id }) => id.length > 1000, RESET),
  ),
  fault(
    'hostile-escape',
    13,
    HOSTILE,
    'A malformed escape is not caught',
    falls(13, ({ target }) => /%(?![0-9a-f]{2})/i.test(target)),
  ),
  fault('hostile-line-break', 15, HOSTILE, 'A line break in an id hangs', falls(15, idHas('\n'), HANG)),
  fault('hostile-emoji', 11, HOSTILE, 'An emoji in an id is not caught', falls(11, idHas('😀'))),
  fault(
    'hostile-prototype',
    16,
    HOSTILE,
    "An id is a name of an object's own",
    falls(16, ({ id }) => id in {}),
  ),
  fault(
    'hostile-surrogate',
    17,
    HOSTILE,
    'Bytes that are no UTF-8 are not caught',
    falls(17, ({ target }) => /%(ff|c3|c0%ae)$/i.test(target)),
  ),
  fault(
    'hostile-number',
    3,
    HOSTILE,
    'An id that is a large number is not caught',
    falls(3, ({ id }) => /^9{20,}$/.test(id)),
  ),
  fault('query-prototype', 9, QUERY, 'A nested query is not caught', falls(9, queryHas('__proto__')), ONLY),
  fault('query-escape', 13, QUERY, 'A malformed escape in a query is not caught', falls(13, queryHas('%zz'))),
  fault(
    'query-long',
    8,
    QUERY,
    'A long query breaks the connection',
    falls(8, ({ target }) => target.length > 2500, RESET),
  ),
  fault('query-number', 12, QUERY, 'A huge offset is not caught', falls(12, queryHas('offset=9999'))),
  fault(
    'query-any',
    17,
    QUERY,
    'Any query hangs',
    falls(17, ({ target }) => target.includes('?'), HANG),
  ),
  ...[2, 3, 4, 6, 7, 18].map((endpoint, index) =>
    fault(
      `non-json-500-at-${endpoint}`,
      endpoint,
      SURVIVED,
      'A body that is not JSON is not caught',
      falls(endpoint, notJson, [CRASH, RESET][index % 2]),
    ),
  ),
  fault('alone-non-json-survived', 5, SURVIVED, 'A body that is not JSON is not caught', falls(5, notJson), ONLY),
  fault(
    'alone-non-json-refused',
    5,
    REFUSED,
    'A body that is not JSON is taken for an empty one',
    takenFor(5, () => ({})),
    ONLY,
  ),
  fault(
    'non-json-tracked',
    18,
    REFUSED,
    'A body that is not JSON is taken for an event',
    takenFor(18, (request) => ({ event: 'unreadable', data: { text: text(request) } })),
  ),
  fault(
    'non-json-default-embed',
    7,
    REFUSED,
    'A body that is not JSON gets the default',
    takenFor(7, () => ({ expires_in: 60 })),
  ),
  fault(
    'non-json-campaign',
    2,
    REFUSED,
    'A body that is not JSON makes an empty campaign',
    takenFor(2, () => ({ name: 'unnamed' })),
  ),
  fault(
    'non-json-batch',
    3,
    REFUSED,
    'A body that is not JSON is an empty batch',
    takenFor(3, () => ({ customers: [] })),
  ),
  fault(
    'non-json-trailing',
    5,
    REFUSED,
    'What follows the JSON is not looked at',
    onRequest([5], (request) => (text(request) === '{"a":1} {"b":2}' ? withJson(request, { a: 1 }) : request)),
  ),
  fault(
    'wrong-type-top-list',
    5,
    TYPES,
    'A list at the top is not caught',
    falls(5, (request) => text(request).startsWith('[')),
  ),
  fault(
    'wrong-type-null-name',
    2,
    TYPES,
    'A null name is not caught',
    falls(
      2,
      member('name', (value) => value === null),
    ),
  ),
  fault(
    'wrong-type-customers',
    3,
    TYPES,
    'Customers that are no list are not caught',
    falls(
      3,
      member('customers', (value) => !Array.isArray(value)),
    ),
  ),
  fault(
    'wrong-type-expires-in',
    7,
    TYPES,
    'A text for a number is not caught',
    falls(
      7,
      member('expires_in', (value) => typeof value === 'string'),
    ),
  ),
  fault('wrong-type-data', 18, TYPES, 'Data that is a list hangs', falls(18, member('data', Array.isArray), HANG)),
  fault(
    'wrong-type-business',
    4,
    TYPES,
    'A number for an id is not caught',
    falls(
      4,
      member('business', (value) => typeof value === 'number'),
    ),
  ),
  fault(
    'alone-wrong-types',
    5,
    TYPES,
    'A truth for a text is not caught',
    falls(
      5,
      member('name', (value) => typeof value === 'boolean'),
    ),
    ONLY,
  ),
  fault('media-type-xml', 2, MEDIA, 'XML is handed to a parser that is not there', falls(2, typedAs('application/xml'))),
  fault('media-type-form', 3, MEDIA, 'A form breaks the connection', falls(3, typedAs('application/x-www-form-urlencoded'), RESET)),
  fault('media-type-nonsense', 4, MEDIA, 'A media type without a slash is not caught', falls(4, typedAs('nonsense'))),
  fault(
    'media-type-multipart',
    6,
    MEDIA,
    'A form of several parts hangs',
    falls(6, ({ headers }) => headers['content-type']?.startsWith('multipart') ?? false, HANG),
  ),
  fault(
    'media-type-charset',
    7,
    MEDIA,
    'An unknown character set is not caught',
    falls(7, ({ headers }) => headers['content-type']?.includes('utf-7') ?? false),
  ),
  fault('media-type-text', 18, MEDIA, 'Text is not caught', falls(18, typedAs('text/plain'))),
  fault('alone-wrong-media-type', 5, MEDIA, 'Text is not caught', falls(5, typedAs('text/plain')), ONLY),
  fault('unusual-prototype', 3, UNUSUAL, '`__proto__` is not caught', falls(3, bodyHas('__proto__'))),
  fault('unusual-surrogate', 2, UNUSUAL, 'Half a character is not caught', falls(2, bodyHas('\\ud800'))),
  fault('unusual-depth', 18, UNUSUAL, 'Deep nesting overflows the stack', falls(18, bodyHas('['.repeat(1000)), RESET)),
  fault('unusual-many', 5, UNUSUAL, 'Thousands of members hang', falls(5, bodyHas('"k1999"'), HANG)),
  fault('alone-unusual-json', 5, UNUSUAL, 'A number beyond all is not caught', falls(5, bodyHas('1e400')), ONLY),
  fault(
    'generated-astral',
    5,
    GENERATED,
    'A character beyond the basic plane is not caught',
    falls(5, (request) => /[\u{10000}-\u{10ffff}]/u.test(text(request))),
  ),
  fault(
    'generated-large-expiry',
    7,
    GENERATED,
    'A large number overflows',
    falls(
      7,
      member('expires_in', (value) => Number.isInteger(value) && Number(value) > 2 ** 31),
    ),
  ),
  fault(
    'generated-long-name',
    2,
    GENERATED,
    'A long name overflows its column',
    falls(
      2,
      member('name', (value) => String(value).length > 255),
      RESET,
    ),
  ),
  fault(
    'generated-empty-business',
    4,
    GENERATED,
    'An empty id is not caught',
    falls(
      4,
      member('business', (value) => value === ''),
    ),
  ),
  fault('generated-depth', 18, GENERATED, 'Five levels overflow the indexer', falls(18, bodyHas('"e":{"f"'))),
  fault(
    'alone-generated-input',
    5,
    GENERATED,
    'A script in a name makes the filter fall over',
    falls(
      5,
      member('name', (value) => String(value).includes('<script>')),
    ),
    ONLY,
  ),
  fault(
    'reading-counts',
    8,
    SAFE,
    'Each read changes the subject',
    onRecordsKeeping([8], () => ({ reads: 0 }), counted('subject')),
  ),
  fault(
    'reading-renames',
    10,
    SAFE,
    'Each read changes the display name',
    onRecordsKeeping([10], () => ({ reads: 0 }), counted('display_name')),
  ),
  fault(
    'reading-marks',
    12,
    SAFE,
    'A read moves `finished_at`',
    onRecordsKeeping(
      [12],
      () => ({ reads: 0 }),
      (execution, memory) => {
        memory.reads += 1;
        return { ...execution, finished_at: new Date(1.7e12 + memory.reads * 1000).toISOString() };
      },
    ),
  ),
  fault(
    'reading-adds-variables',
    16,
    SAFE,
    'Each read adds a variable',
    onRecordsKeeping(
      [16],
      () => ({ reads: 0 }),
      (answer, memory) => {
        memory.reads += 1;
        return { ...answer, variables: [...(answer.variables as string[]), `read${memory.reads}`] };
      },
    ),
  ),
  fault(
    'alone-reading-is-safe',
    13,
    SAFE,
    'Each read changes the name',
    onRecordsKeeping([13], () => ({ reads: 0 }), counted('name')),
    ONLY,
  ),
  fault('byte-order-mark-at-8', 8, MARK, 'JSON begins with a byte order mark', onSuccess([8], marked), ONLY),
  fault('byte-order-mark-at-2', 2, MARK, 'JSON begins with a byte order mark', onSuccess([2], marked)),
  fault(
    'hang-at-8',
    8,
    'http.success-is-200',
    'A read is never answered',
    insteadOf([8], () => HANG),
  ),
  fault(
    'reset-at-9',
    9,
    'http.success-is-200',
    'A read breaks the connection',
    insteadOf([9], () => RESET),
  ),
  fault(
    'truncated-at-10',
    10,
    'http.success-is-200',
    'The body ends before its length',
    wire(10, ({ body }) => raw(`${HEAD}content-length: ${body.length}\r\n\r\n`, body.subarray(0, -5))),
  ),
  fault(
    'truncated-chunk-at-11',
    11,
    'http.success-is-200',
    'The last chunk never comes',
    wire(11, ({ body }) => raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body)),
  ),
  fault(
    'length-too-small-at-12',
    12,
    ['http.success-is-200', 'http.json-body'],
    'The length is ten less than the body',
    wire(12, ({ body }) => raw(`${HEAD}content-length: ${body.length - 10}\r\n\r\n`, body)),
  ),
  fault(
    'invalid-utf-8-at-13',
    13,
    'http.json-body',
    'A byte of the body is no UTF-8',
    onSuccess([13], (answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) })),
  ),
  fault(
    'endless-at-15',
    15,
    'http.success-is-200',
    'The body never ends',
    wire(15, () => ({ misbehaviour: 'raw', chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')], endless: true })),
  ),
  fault(
    'not-http-at-16',
    16,
    'http.success-is-200',
    'What comes back is not HTTP',
    wire(16, () => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array())),
  ),
  fault(
    'wrong-coding-at-17',
    17,
    'http.success-is-200',
    'The body is called compressed and is not',
    onAnswer([17], (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } })),
  ),
];

function raw(head: string, body: Uint8Array): Misbehaviour {
  return { misbehaviour: 'raw', chunks: [Buffer.from(head), body] };
}

function marked(answer: PassingAnswer): PassingAnswer {
  return { ...answer, body: Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), answer.body]) };
}

function counted(name: string) {
  return (record: JsonObject, memory: { reads: number }): JsonObject => {
    memory.reads += 1;
    return { ...record, [name]: `${record[name]} (${memory.reads})` };
  };
}
