import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, HANG, sends as member, RESET, textOf as text } from './hostile-requests.ts';

const TYPES = 'robustness.wrong-types';
const MEDIA = 'robustness.wrong-media-type';
const UNUSUAL = 'robustness.unusual-json';
const EVERY_REQUEST = 'robustness.every-request';
const GENERATED = 'robustness.generated-input';

const bodyHas = (part: string) => (request: PassingRequest) => text(request).includes(part);
const typedAs = (type: string) => (request: PassingRequest) => request.headers['content-type'] === type;

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

/** Bodies of JSON, and media types, that the service falls over. */
export const ROBUST_BODY_FAULTS: readonly Fault[] = [
  ...(['createCampaign', 'createBusiness', 'trackEvent'] as const).map((endpoint) =>
    fault(
      `nul-in-a-text-500-at-${numberOf(endpoint)}`,
      endpoint,
      UNUSUAL,
      'NUL in the text of a column is not caught',
      falls(
        endpoint,
        member(endpoint === 'trackEvent' ? 'event' : 'name', (value) => String(value).includes('\u0000')),
      ),
    ),
  ),
  fault(
    'nul-in-a-full-name-500',
    'batchUpdateCustomers',
    UNUSUAL,
    'NUL in the text of a column is not caught',
    falls('batchUpdateCustomers', (request) => /"full_name":"[^"]*\\u0000/.test(text(request))),
  ),
  fault(
    'wrong-type-top-list',
    'createBusiness',
    TYPES,
    'A list at the top is not caught',
    falls('createBusiness', (request) => text(request).startsWith('[')),
  ),
  fault(
    'wrong-type-null-name',
    'createCampaign',
    TYPES,
    'A null name is not caught',
    falls(
      'createCampaign',
      member('name', (value) => value === null),
    ),
  ),
  fault(
    'wrong-type-customers',
    'batchUpdateCustomers',
    TYPES,
    'Customers that are no list are not caught',
    falls(
      'batchUpdateCustomers',
      member('customers', (value) => !Array.isArray(value)),
    ),
  ),
  fault(
    'wrong-type-expires-in',
    'createSmsTemplateEmbed',
    TYPES,
    'A text for a number is not caught',
    falls(
      'createSmsTemplateEmbed',
      member('expires_in', (value) => typeof value === 'string'),
    ),
  ),
  fault('wrong-type-data', 'trackEvent', TYPES, 'Data that is a list hangs', falls('trackEvent', member('data', Array.isArray), HANG)),
  ...(['trackEvent', 'createBusiness', 'createCampaign'] as const).map((endpoint) =>
    fault(
      `depth-of-seven-hangs-at-${numberOf(endpoint)}`,
      endpoint,
      [UNUSUAL, GENERATED, EVERY_REQUEST],
      'What nests seven levels deep hangs',
      falls(
        endpoint,
        member(endpoint === 'trackEvent' ? 'data' : 'metadata', (value) => depthOf(value) >= 7),
        HANG,
      ),
    ),
  ),
  fault(
    'wrong-type-business',
    'copyProjectEmailTemplate',
    TYPES,
    'A number for an id is not caught',
    falls(
      'copyProjectEmailTemplate',
      member('business', (value) => typeof value === 'number'),
    ),
  ),
  fault(
    'alone-wrong-types',
    'createBusiness',
    TYPES,
    'A truth for a text is not caught',
    falls(
      'createBusiness',
      member('name', (value) => typeof value === 'boolean'),
    ),
    ONLY,
  ),
  fault(
    'media-type-xml',
    'createCampaign',
    MEDIA,
    'XML is handed to a parser that is not there',
    falls('createCampaign', typedAs('application/xml')),
  ),
  fault(
    'media-type-form',
    'batchUpdateCustomers',
    MEDIA,
    'A form breaks the connection',
    falls('batchUpdateCustomers', typedAs('application/x-www-form-urlencoded'), RESET),
  ),
  fault(
    'media-type-nonsense',
    'copyProjectEmailTemplate',
    MEDIA,
    'A media type without a slash is not caught',
    falls('copyProjectEmailTemplate', typedAs('nonsense')),
  ),
  fault(
    'media-type-multipart',
    'copyEmailTemplate',
    MEDIA,
    'A form of several parts hangs',
    falls('copyEmailTemplate', ({ headers }) => headers['content-type']?.startsWith('multipart') ?? false, HANG),
  ),
  fault(
    'media-type-charset',
    'createSmsTemplateEmbed',
    MEDIA,
    'An unknown character set is not caught',
    falls('createSmsTemplateEmbed', ({ headers }) => headers['content-type']?.includes('utf-7') ?? false),
  ),
  fault('media-type-text', 'trackEvent', MEDIA, 'Text is not caught', falls('trackEvent', typedAs('text/plain'))),
  fault('alone-wrong-media-type', 'createBusiness', MEDIA, 'Text is not caught', falls('createBusiness', typedAs('text/plain')), ONLY),
  fault(
    'unusual-prototype',
    'batchUpdateCustomers',
    UNUSUAL,
    '`__proto__` is not caught',
    falls('batchUpdateCustomers', bodyHas('__proto__')),
  ),
  fault('unusual-surrogate', 'createCampaign', UNUSUAL, 'Half a character is not caught', falls('createCampaign', bodyHas('\\ud800'))),
  fault('unusual-depth', 'trackEvent', UNUSUAL, 'Deep nesting overflows the stack', falls('trackEvent', bodyHas('['.repeat(1000)), RESET)),
  fault('unusual-many', 'createBusiness', UNUSUAL, 'Thousands of members hang', falls('createBusiness', bodyHas('"k1999"'), HANG)),
  fault(
    'alone-unusual-json',
    'createBusiness',
    UNUSUAL,
    'A number beyond all is not caught',
    falls('createBusiness', bodyHas('1e400')),
    ONLY,
  ),
  fault(
    'generated-astral',
    'createBusiness',
    GENERATED,
    'A character beyond the basic plane is not caught',
    falls('createBusiness', (request) => /[\u{10000}-\u{10ffff}]/u.test(text(request))),
  ),
  fault(
    'generated-large-expiry',
    'createSmsTemplateEmbed',
    GENERATED,
    'A large number overflows',
    falls(
      'createSmsTemplateEmbed',
      member('expires_in', (value) => Number.isInteger(value) && Number(value) > 2 ** 31),
    ),
  ),
  fault(
    'generated-long-name',
    'createCampaign',
    GENERATED,
    'A long name overflows its column',
    falls(
      'createCampaign',
      member('name', (value) => String(value).length > 255),
      RESET,
    ),
  ),
  fault(
    'generated-empty-business',
    'copyProjectEmailTemplate',
    GENERATED,
    'An empty id is not caught',
    falls(
      'copyProjectEmailTemplate',
      member('business', (value) => value === ''),
    ),
  ),
  fault('generated-depth', 'trackEvent', GENERATED, 'Five levels overflow the indexer', falls('trackEvent', bodyHas('"e":{"f"'))),
  fault(
    'alone-generated-input',
    'createBusiness',
    GENERATED,
    'A script in a name makes the filter fall over',
    falls(
      'createBusiness',
      member('name', (value) => String(value).includes('<script>')),
    ),
    ONLY,
  ),
];
