import { CRASH, type JsonObject, onRequest, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, HANG, isJson, sends as member, RESET, textOf as text } from './hostile-requests.ts';

const SURVIVED = 'robustness.non-json-survived';
const REFUSED = 'robustness.non-json-refused';
const TYPES = 'robustness.wrong-types';
const MEDIA = 'robustness.wrong-media-type';
const UNUSUAL = 'robustness.unusual-json';
const GENERATED = 'robustness.generated-input';

const notJson = (request: PassingRequest) => !isJson(request);
const bodyHas = (part: string) => (request: PassingRequest) => text(request).includes(part);
const typedAs = (type: string) => (request: PassingRequest) => request.headers['content-type'] === type;
/** What is not JSON is taken for something that is. */
const takenFor = (endpoint: number, body: (request: PassingRequest) => JsonObject) =>
  onRequest([endpoint], (request) =>
    isJson(request)
      ? request
      : withJson({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }, body(request)),
  );

/** What the service falls over in the body of a request, or takes though it should not. */
export const ROBUST_BODY_FAULTS: readonly Fault[] = [
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
    'non-json-completed',
    5,
    REFUSED,
    'A body that breaks off is completed',
    onRequest([5], (request) => (text(request) === '{' ? withJson(request, {}) : request)),
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
];
