import type { Client } from '../client/client.ts';
import { jsonOf, mediaTypeOf } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { FIXTURE_VARIABLES, type FixtureSetting, type ListSetting } from '../settings/fixtures/fixture-variables.ts';
import type { Fixtures } from '../settings/settings.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { type Tried, tryCall } from './tried.ts';

type Verdict = Pick<Tried, 'outcome' | 'words'>;
/** @param id of the record that was asked for */
type Judge = (exchange: Exchange, id: string) => Verdict;
type IdSetting = Exclude<FixtureSetting, ListSetting>;

/** Fixtures that one read can check. */
const READS: readonly (readonly [IdSetting, EndpointName, Judge])[] = [
  ['businessId', 'listEmailAddresses', list('email_addresses')],
  ['segmentId', 'getSegment', record],
  ['emailTemplateId', 'listEmailTemplateVariables', list('variables')],
  ['smsTemplateId', 'previewSmsTemplate', page],
  ['sentEmailId', 'getSentEmail', record],
  ['emailAddressId', 'getEmailAddress', record],
  ['projectEmailAddressId', 'getProjectEmailAddress', record],
  ['emailBlastId', 'listEmailBlastExecutions', list('executions')],
  ['projectDefinedEventId', 'getProjectDefinedEvent', record],
  ['eventId', 'getEvent', record],
  ['otherSegmentId', 'getSegment', record],
  ['otherSmsTemplateId', 'previewSmsTemplate', page],
  ['otherSentEmailId', 'getSentEmail', record],
  ['otherProjectEmailAddressId', 'getProjectEmailAddress', record],
  ['otherEmailBlastId', 'listEmailBlastExecutions', list('executions')],
  ['otherProjectDefinedEventId', 'getProjectDefinedEvent', record],
];

/** Tries each given fixture that a GET can check, all at once. */
export function readFixtures(client: Client, fixtures: Fixtures): Promise<Tried[]> {
  const tries = READS.flatMap(([setting, endpoint, judge]) => {
    const id = fixtures[setting];
    return id === null ? [] : [tryCall(client, [FIXTURE_VARIABLES[setting]], endpoint, { id }, (exchange) => judge(exchange, id))];
  });
  return Promise.all(tries);
}

function record(exchange: Exchange, id: string): Verdict {
  const { id: answered } = objectIn(exchange);
  if (answered === id) return { outcome: 'found', words: 'found' };
  return typeof answered === 'string'
    ? { outcome: 'wrong', words: `the answer is another record, ${JSON.stringify(answered)}` }
    : but('is no record');
}

function list(member: string): Judge {
  return (exchange) => {
    const { [member]: entries } = objectIn(exchange);
    if (!Array.isArray(entries)) return but(`holds no list \`${member}\``);
    return { outcome: 'found', words: `found, ${member}: ${entries.length === 0 ? 'none, so nothing of them is seen' : entries.length}` };
  };
}

function page({ answer }: Exchange): Verdict {
  const type = answer && mediaTypeOf(answer);
  return type === 'text/html' ? { outcome: 'found', words: 'found' } : but(`is ${type ?? 'nothing'}, not HTML`);
}

/** The id opens a record, so what is wrong with the answer is no fault of the setting. */
function but(answer: string): Verdict {
  return { outcome: 'found', words: `found, but the answer ${answer}: a run will report this` };
}

/** The members of an answered JSON object; none where the answer is something else. */
export function objectIn({ answer }: Exchange): Readonly<Record<string, unknown>> {
  const json = answer && jsonOf(answer);
  return json && 'value' in json && typeof json.value === 'object' && json.value !== null ? (json.value as Record<string, unknown>) : {};
}
