import type { Client } from '../client/client.ts';
import { jsonOf, mediaTypeOf } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Fixtures } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';
import { type Tried, tryCall } from './tried.ts';

type Verdict = Pick<Tried, 'outcome' | 'words'>;

/** A fixture that one read can tell. */
interface FixtureRead {
  readonly variable: VariableName;
  readonly endpoint: number;
  id(fixtures: Fixtures): string | null;
  judge(exchange: Exchange, id: string): Verdict;
}

const READS: readonly FixtureRead[] = [
  { variable: 'CES_BUSINESS_ID', endpoint: 9, id: ({ businessId }) => businessId, judge: list('email_addresses') },
  { variable: 'CES_SEGMENT_ID', endpoint: 13, id: ({ segmentId }) => segmentId, judge: record },
  { variable: 'CES_EMAIL_TEMPLATE_ID', endpoint: 16, id: ({ emailTemplateId }) => emailTemplateId, judge: list('variables') },
  { variable: 'CES_SMS_TEMPLATE_ID', endpoint: 17, id: ({ smsTemplateId }) => smsTemplateId, judge: page },
  { variable: 'CES_SENT_EMAIL_ID', endpoint: 8, id: ({ sentEmailId }) => sentEmailId, judge: record },
  { variable: 'CES_EMAIL_ADDRESS_ID', endpoint: 11, id: ({ emailAddressId }) => emailAddressId, judge: record },
  { variable: 'CES_PROJECT_EMAIL_ADDRESS_ID', endpoint: 10, id: ({ projectEmailAddressId }) => projectEmailAddressId, judge: record },
  { variable: 'CES_EMAIL_BLAST_ID', endpoint: 12, id: ({ emailBlastId }) => emailBlastId, judge: list('executions') },
  { variable: 'CES_PROJECT_DEFINED_EVENT_ID', endpoint: 15, id: ({ projectDefinedEventId }) => projectDefinedEventId, judge: record },
  { variable: 'CES_EVENT_ID', endpoint: 1, id: ({ eventId }) => eventId, judge: record },
];

/** Tries each given fixture that a GET can tell, all at once. */
export function readFixtures(client: Client, fixtures: Fixtures): Promise<Tried[]> {
  const tries = READS.flatMap(({ variable, endpoint, id: idOf, judge }) => {
    const id = idOf(fixtures);
    return id === null ? [] : [tryCall(client, [variable], endpoint, { id }, (exchange) => judge(exchange, id))];
  });
  return Promise.all(tries);
}

function record(exchange: Exchange, id: string): Verdict {
  const { id: answered } = objectIn(exchange);
  if (answered === id) return { outcome: 'found', words: 'found' };
  const found = typeof answered === 'string' ? `another record, ${JSON.stringify(answered)}` : 'something that is no record';
  return { outcome: 'wrong', words: `the answer is ${found}` };
}

function list(member: string): FixtureRead['judge'] {
  return (exchange) => {
    const { [member]: entries } = objectIn(exchange);
    if (!Array.isArray(entries)) return { outcome: 'wrong', words: `the answer holds no list \`${member}\`` };
    return { outcome: 'found', words: `found, ${member}: ${entries.length === 0 ? 'none, so nothing of them is seen' : entries.length}` };
  };
}

function page({ answer }: Exchange): Verdict {
  const type = answer && mediaTypeOf(answer);
  return type === 'text/html'
    ? { outcome: 'found', words: 'found' }
    : { outcome: 'wrong', words: `the answer is ${type ?? 'nothing'}, not HTML` };
}

/** The members of an answered JSON object; none where the answer is something else. */
export function objectIn({ answer }: Exchange): Readonly<Record<string, unknown>> {
  const json = answer && jsonOf(answer);
  return json && 'value' in json && typeof json.value === 'object' && json.value !== null ? (json.value as Record<string, unknown>) : {};
}
