import type { EndpointName } from '../../src/specification/endpoints.ts';
import { onRecords } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, textOf as text } from './hostile-requests.ts';

const ORDER = 'robustness.unusual-json';
const WHOLE = 'robustness.odd-texts-are-whole';

/** A byte that is no UTF-8, once it is read leniently. */
const hasLatinLetter = (request: PassingRequest) => text(request).includes('\uFFFD-after');
/** In this member, and not in one beside it. */
const hasIn = (member: string, part: string) => (request: PassingRequest) =>
  new RegExp(`"${member}":"[^"]*${part.replace('\\', '\\\\')}`).test(text(request));

/** Texts that the service falls over. */
const FALLEN: readonly (readonly [name: string, endpoint: EndpointName, trips: (request: PassingRequest) => boolean])[] = [
  ['nul-in-name', 'createCampaign', hasIn('name', '\\u0000')],
  ['nul-in-segment', 'createCampaign', hasIn('segment', '\\u0000')],
  ['half-a-pair-in-step', 'createCampaign', hasIn('email_template_id', '\\ud83d')],
  ['nul-in-full-name', 'batchUpdateCustomers', hasIn('full_name', '\\u0000')],
  ['half-a-pair-in-address', 'batchUpdateCustomers', hasIn('email_address', '\\ud83d')],
  ['nul-in-id', 'batchUpdateCustomers', hasIn('id', '\\u0000')],
  ['latin-letter', 'copyProjectEmailTemplate', hasLatinLetter],
  ['nul-in-business', 'copyProjectEmailTemplate', hasIn('business', '\\u0000')],
  ['half-a-pair-in-website', 'createBusiness', hasIn('website', '\\ud83d')],
  ['nul-in-external-id', 'createBusiness', hasIn('external_id', '\\u0000')],
  ['latin-letter', 'trackEvent', hasLatinLetter],
  ['half-a-pair-in-event', 'trackEvent', hasIn('event', '\\ud83d')],
];

/** Texts that end where an encoder or a store stopped. */
const CUT: readonly (readonly [endpoint: EndpointName, member: string, what: string, at: RegExp])[] = [
  ['createBusiness', 'name', 'nul', /\0.*/s],
  ['createBusiness', 'external_id', 'half-a-pair', /\ud83d(?![\udc00-\udfff]).*/s],
  ['createCampaign', 'name', 'half-a-pair', /\ud83d(?![\udc00-\udfff]).*/s],
  ['batchUpdateCustomers', 'full_name', 'nul', /\0.*/s],
];

export const ODD_TEXT_FAULTS: readonly Fault[] = [
  ...FALLEN.map(([name, endpoint, trips]) =>
    fault(`odd-text-${name}-at-${numberOf(endpoint)}`, endpoint, ORDER, 'A text is not caught', falls(endpoint, trips), ONLY),
  ),
  ...CUT.map(([endpoint, member, what, at]) =>
    fault(
      `odd-text-cut-at-${what}-in-${member.replace('_', '-')}-at-${numberOf(endpoint)}`,
      endpoint,
      WHOLE,
      `${member} ends before what is odd in it`,
      onRecords([endpoint], (record) =>
        typeof record[member] === 'string' ? { ...record, [member]: record[member].replace(at, '') } : record,
      ),
      ONLY,
    ),
  ),
];
