import { jsonValue } from '../../../src/checks/answers.ts';
import { copyFindings, hasCopyContent } from '../../../src/checks/copies.ts';
import { type Finding, show } from '../../../src/checks/finding.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import { recordsOf } from '../../../src/checks/shape.ts';
import { stableReadFindings } from '../../../src/checks/stability.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { documentedFields } from '../../../src/specification/fields.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import { recordOf } from '../records.ts';
import { foreignAddressFindings } from './foreign-addresses.ts';

/** A request for one record, and what the same endpoint answers of another. Both succeeded. */
export interface Asked {
  readonly implementation: Implementation;
  readonly id: string;
  readonly exchange: Exchange;
  /** Of the other record. */
  readonly otherId: string;
  readonly other: Exchange;
}

type Judge = (asked: Asked) => readonly Finding[] | Promise<readonly Finding[]>;

/** What an answer shows of another record than the one that was asked for. */
export const CONTENT_OF_ANOTHER = {
  createCampaign: (asked) => namesAnother('business', asked),
  batchUpdateCustomers: ({ id, exchange }) =>
    recordsOf('batchUpdateCustomers', jsonValue(exchange))
      .slice(0, 1)
      .map((customer) => ({
        pointer: '/customers',
        expected: `nobody: ${show(id)} has no customers`,
        actual: `${show(customer.id)} was updated`,
      })),
  copyProjectEmailTemplate: copyOfAnother,
  copyEmailTemplate: copyOfAnother,
  createSmsTemplateEmbed: (asked) => [...namesAnother('sms_template', asked), ...hasIdOfAnother(asked)],
  getSentEmail: recordOfAnother('getSentEmail'),
  listEmailAddresses: ({ implementation, id, exchange }) => foreignAddressFindings(implementation, id, exchange),
  getProjectEmailAddress: recordOfAnother('getProjectEmailAddress'),
  listEmailBlastExecutions: executionsOfAnother,
  getSegment: recordOfAnother('getSegment'),
  getProjectDefinedEvent: recordOfAnother('getProjectDefinedEvent'),
  listEmailTemplateVariables: variablesOfAnother,
  previewSmsTemplate: textOfAnother,
} as const satisfies Partial<Record<EndpointName, Judge>>;

export type ShowsContent = keyof typeof CONTENT_OF_ANOTHER;

/** An answer that names neither of the two is wrong for the first one too, which other checks report. */
function namesAnother(member: string, { id, exchange, otherId }: Asked): Finding[] {
  const named = recordOf(exchange)[member];
  return named === otherId ? [{ pointer: `/${member}`, expected: `${show(id)}, the id in the path`, actual: show(named) }] : [];
}

function hasIdOfAnother({ exchange, other }: Asked): Finding[] {
  const { id } = recordOf(exchange);
  if (id === undefined || id !== recordOf(other).id) return [];
  return [{ pointer: '/id', expected: 'an id that no other record has', actual: `${show(id)}, as for another template` }];
}

function copyOfAnother({ id, exchange, other }: Asked): Finding[] {
  const [copy, known] = [recordOf(exchange), recordOf(other)];
  if (!hasCopyContent(known) || copyFindings(known, copy).length > 0) return [];
  return [{ expected: `no copy of another template than ${show(id)}`, actual: `all content is that of another: ${shownCopy(copy)}` }];
}

function shownCopy({ name, subject }: Readonly<Record<string, unknown>>): string {
  return show({ name, subject });
}

function recordOfAnother(name: EndpointName): Judge {
  return ({ id, exchange, otherId, other }) => {
    const record = recordOf(exchange);
    if (recordOf(other).id !== otherId) return [];
    if (record.id !== id) return [{ pointer: '/id', expected: show(id), actual: show(record.id) }];
    const onlyIdDiffers = stableReadFindings(name, other, exchange).every(({ pointer }) => pointer === '/0/id');
    return onlyIdDiffers && documentedMembersOf(name, record).length > 2
      ? [{ expected: `the content of ${show(id)}`, actual: `all but the id is that of ${show(otherId)}` }]
      : [];
  };
}

/** Further members may be the same for every record. */
function documentedMembersOf(name: EndpointName, record: Readonly<Record<string, unknown>>): string[] {
  const [resource = ''] = endpoint(name).resources;
  return documentedFields(resource).filter((pointer) => Object.hasOwn(record, pointer.slice(1)));
}

/** Executions may be numbered within their blast, so one is the same only if it is so in all that it shows. */
function executionsOfAnother({ id, exchange, other }: Asked): Finding[] {
  const known = recordsOf('listEmailBlastExecutions', jsonValue(other));
  const executions = recordsOf('listEmailBlastExecutions', jsonValue(exchange));
  const foreign = executions.findIndex((execution) => known.some((one) => differences(one, execution).length === 0));
  if (foreign < 0) return [];
  const actual = `${show(executions[foreign]?.id)}, an execution of another blast`;
  return [{ pointer: `/executions/${foreign}`, expected: `an execution of the blast ${show(id)}`, actual }];
}

function variablesOfAnother({ id, exchange, other }: Asked): Finding[] {
  const [variables, known] = [exchange, other].map((one) => setOfVariables(one));
  if (variables === undefined || variables !== known || variables === '[]') return [];
  return [
    { pointer: '/variables', expected: `no variables of another template than ${show(id)}`, actual: `${variables}, those of another` },
  ];
}

function setOfVariables(exchange: Exchange): string | undefined {
  const value = jsonValue(exchange);
  const list = isObject(value) ? value.variables : null;
  return Array.isArray(list) ? show([...new Set(list)].sort()) : undefined;
}

function textOfAnother({ id, exchange, other }: Asked): Finding[] {
  const [text, known] = [exchange, other].map(({ answer }) => new TextDecoder().decode(answer?.body).trim());
  if (text === '' || text !== known) return [];
  return [{ expected: `no preview of another template than ${show(id)}`, actual: `that of another, to the letter: ${show(text)}` }];
}
