import { isUtf8 } from 'node:buffer';
import { type EndpointName, numberOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { asJson, HANG, type JsonObject, jsonIn, RESET, sentJson, textOf as text, withJson } from '../answers.ts';
import { atEach, breaking, type Fault, fault, ONLY } from '../fault.ts';
import type { PassingRequest } from '../interposition.ts';
import { text as changeText, depthOf, falls, member, requests, texts } from '../rows.ts';
import { isAuthorised } from './equivalent-requests.ts';

const UNUSUAL = 'robustness.unusual-json';
const GENERATED = 'robustness.generated-input';

/** Requests whose JSON body has this member, and that of a certain kind. */
export const sends = (name: string, is: (value: unknown) => boolean) => (request: PassingRequest) => {
  const sent = sentJson(request);
  return sent !== null && Object.hasOwn(sent, name) && is(sent[name]);
};

const isJson = ({ body }: PassingRequest) => isUtf8(body) && jsonIn(body) !== undefined;

const bodyHas = (part: string) => (request: PassingRequest) => text(request).includes(part);
/** In this member, and not in one beside it. */
const hasIn = (member: string, part: string) => (request: PassingRequest) =>
  new RegExp(`"${member}":"[^"]*${part.replace('\\', '\\\\')}`).test(text(request));
const typedAs = (type: RegExp) => (request: PassingRequest) => type.test(request.headers['content-type'] ?? '');

const DEPTH = 'What nests seven levels deep hangs';
const nestsDeep = (value: unknown) => depthOf(value) >= 7;
const ANY_DEPTH: readonly StatementId[] = [UNUSUAL, GENERATED, 'robustness.every-request'];

const isA = (type: 'string' | 'number' | 'boolean') => (value: unknown) => typeof value === type;
const isNoList = (value: unknown) => !Array.isArray(value);
const isLarge = (value: unknown) => Number.isInteger(value) && Number(value) > 2 ** 31;
const namesType = ({ body }: PassingRequest) => Buffer.from(body).includes('"json_class"');
const isScript = (value: unknown) => String(value).includes('<script>');
const isList = (request: PassingRequest) => text(request).startsWith('[');
const hasAstral = (request: PassingRequest) => /[\u{10000}-\u{10ffff}]/u.test(text(request));

/** Bodies of JSON, and media types, that the service falls over. */
export const ROBUST_BODY_FAULTS: readonly Fault[] = [
  ...breaking('robustness.wrong-types', [
    ['wrong-type-top-list', 'createBusiness', 'A list at the top is not caught', falls(isList)],
    ['wrong-type-customers', 'batchUpdateCustomers', 'Customers that are no list are not caught', falls(sends('customers', isNoList))],
    ['wrong-type-data', 'trackEvent', 'Data that is a list hangs', falls(sends('data', Array.isArray), HANG)],
    ['alone-wrong-types', 'createBusiness', 'A number for a text is not caught', falls(sends('name', isA('number'))), ONLY],
  ]),
  ...atEach([18], ANY_DEPTH, [['depth-of-seven-hangs', DEPTH, falls(sends('data', nestsDeep), HANG)]]),
  ...atEach([5, 2], ANY_DEPTH, [['depth-of-seven-hangs', DEPTH, falls(sends('metadata', nestsDeep), HANG)]]),
  ...breaking('robustness.wrong-media-type', [
    ['media-type-xml', 'createCampaign', 'XML is handed to a parser that is not there', falls(typedAs(/^application\/xml$/))],
    ['media-type-form', 'batchUpdateCustomers', 'A form breaks the connection', falls(typedAs(/x-www-form-urlencoded$/), RESET)],
    ['media-type-charset', 'createSmsTemplateEmbed', 'An unknown character set is not caught', falls(typedAs(/utf-7/))],
    ['alone-wrong-media-type', 'createBusiness', 'Text is not caught', falls(typedAs(/^text\/plain$/)), ONLY],
  ]),
  ...breaking(UNUSUAL, [
    ['unusual-prototype', 'batchUpdateCustomers', '`__proto__` is not caught', falls(bodyHas('__proto__'))],
    ['unusual-surrogate', 'createCampaign', 'Half a character is not caught', falls(bodyHas('\\ud800'))],
    ['unusual-depth', 'trackEvent', 'Deep nesting overflows the stack', falls(bodyHas('['.repeat(1000)), RESET)],
    ['unusual-many', 'createBusiness', 'Thousands of members hang', falls(bodyHas('"k1999"'), HANG)],
    ['alone-unusual-json', 'createBusiness', 'A number beyond all is not caught', falls(bodyHas('1e400')), ONLY],
  ]),
  ...breaking(GENERATED, [
    ['generated-astral', 'createBusiness', 'A character beyond the basic plane is not caught', falls(hasAstral)],
    ['generated-large-expiry', 'createSmsTemplateEmbed', 'A large number overflows', falls(sends('expires_in', isLarge))],
    ['generated-depth', 'trackEvent', 'Five levels overflow the indexer', falls(bodyHas('"b":{'.repeat(4)))],
    ['type-in-metadata', 'createBusiness', 'A decoder looks for a type that metadata names', falls(namesType), ONLY],
    ['alone-generated-input', 'createBusiness', 'A script in a name makes the filter fall over', falls(sends('name', isScript)), ONLY],
  ]),
];

/** A byte that is no UTF-8, once it is read leniently. */
const hasLatinLetter = (request: PassingRequest) => text(request).includes('\uFFFD-after');
/** Texts that the service falls over. */
const FALLEN: readonly (readonly [name: string, endpoint: EndpointName, trips: (request: PassingRequest) => boolean])[] = [
  ['nul-in-name', 'createCampaign', hasIn('name', '\\u0000')],
  ['half-a-pair-in-address', 'batchUpdateCustomers', hasIn('email_address', '\\ud83d')],
  ['nul-in-id', 'batchUpdateCustomers', hasIn('id', '\\u0000')],
  ['latin-letter', 'trackEvent', hasLatinLetter],
];

const WHOLE = 'robustness.odd-texts-are-whole';
const untilNul = texts((value) => value.split('\0')[0]);
/** Texts that end where an encoder or a store stopped. */
const CUT: readonly (readonly [endpoint: EndpointName, member: string, what: string, at: RegExp])[] = [
  ['createBusiness', 'name', 'nul', /\0.*/s],
  ['createCampaign', 'name', 'half-a-pair', /\ud83d(?![\udc00-\udfff]).*/s],
];

export const ODD_TEXT_FAULTS: readonly Fault[] = [
  ...FALLEN.map(([name, endpoint, trips]) =>
    fault(`odd-text-${name}-at-${numberOf(endpoint)}`, endpoint, UNUSUAL, 'A text is not caught', falls(trips), ONLY),
  ),
  ...CUT.map(([endpoint, member, what, at]) => {
    const name = `odd-text-cut-at-${what}-in-${member.replace('_', '-')}-at-${numberOf(endpoint)}`;
    const cut = changeText(member, (value) => value.replace(at, ''));
    return fault(name, endpoint, WHOLE, `${member} ends before what is odd in it`, cut, ONLY);
  }),
  ...atEach([2, 3], WHOLE, [['metadata-end-at-nul', 'A text in the metadata ends at NUL', member('metadata', untilNul), ONLY]]),
];

const SURVIVED = 'robustness.non-json-survived';

const notJson = (request: PassingRequest) => !isJson(request);
const isAuthorisedText = (request: PassingRequest) => notJson(request) && isUtf8(request.body) && isAuthorised(request);
const completed = requests((request) => (text(request) === '{' ? withJson(request, {}) : request));
const asEvent = (request: PassingRequest) => ({ event: 'unreadable', data: { text: text(request) } });

/** What is not JSON is taken for something that is. */
const takenFor = (body: (request: PassingRequest) => JsonObject) =>
  requests((request) => (isJson(request) ? request : withJson(asJson(request), body(request))));

const UNCAUGHT = 'A body that is not JSON is not caught';

/** Bodies that are not JSON: the service falls over them, or takes them. */
export const ROBUST_NON_JSON_FAULTS: readonly Fault[] = [
  ...atEach([2, 4, 7], SURVIVED, [['non-json-500', UNCAUGHT, falls(notJson)]]),
  ...atEach([3, 6, 18], SURVIVED, [['non-json-500', UNCAUGHT, falls(notJson, RESET)]]),
  fault('alone-non-json-survived', 'createBusiness', SURVIVED, UNCAUGHT, falls(isAuthorisedText), ONLY),
  ...breaking('robustness.non-json-refused', [
    ['alone-non-json-refused', 'createBusiness', 'A body that is not JSON is taken for an empty one', takenFor(() => ({})), ONLY],
    ['non-json-tracked', 'trackEvent', 'A body that is not JSON is taken for an event', takenFor(asEvent)],
    ['non-json-completed', 'createBusiness', 'A body that breaks off is completed', completed],
  ]),
];
