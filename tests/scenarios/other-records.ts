import { doubtOf, OF_OTHER_KIND } from '../../src/checks/given-ids.ts';
import { stableReadDeviations, withInstants } from '../../src/checks/stability.ts';
import { copyDeviations, hasCopyContent } from '../../src/checks/templates.ts';
import { isGone } from '../../src/http/exchange.ts';
import { documentedFields, timestampFields } from '../../src/specification/schemas.ts';
import { type Deviation, differences, foundIn, ID_OF_ITS_OWN, jsonValue, recordsOf, type StatementId, show } from '../judging.ts';
import {
  type Call,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isRefusal,
  isSuccess,
  memberPointer,
  objectIn,
  outcome,
  refusalOf,
} from '../library.ts';
import { NotAssessed, need, recordOf, scenario } from '../suite.ts';
import { copyId, readVariables } from './template-variables.ts';
import { foreignAddressDeviations } from './two-businesses.ts';
import { firstBrokenAtOnce } from './under-load.ts';

/** A request for one record, and what the same endpoint answers of another. Both succeeded. */
export interface Asked {
  readonly implementation: Implementation;
  readonly id: string;
  readonly exchange: Exchange;
  /** Of the other record. */
  readonly otherId: string;
  readonly other: Exchange;
}

type Judge = (asked: Asked) => readonly Deviation[] | Promise<readonly Deviation[]>;

/** What an answer shows of another record than the one that was asked for. */
const CONTENT_OF_ANOTHER: Readonly<Partial<Record<EndpointName, Judge>>> = {
  createCampaign: (asked) => namesAnother('business', asked),
  batchUpdateCustomers: ({ id, exchange }) => {
    const [customer] = recordsOf('batchUpdateCustomers', jsonValue(exchange));
    const expected = `nobody: ${show(id)} has no customers`;
    return customer ? [{ pointer: '/customers', expected, actual: `${show(customer.id)} was updated` }] : [];
  },
  copyProjectEmailTemplate: copyOfAnother,
  copyEmailTemplate: copyOfAnother,
  createSmsTemplateEmbed: (asked) => [...namesAnother('sms_template', asked), ...hasIdOfAnother(asked)],
  getSentEmail: recordOfAnother('getSentEmail'),
  listEmailAddresses: ({ implementation, id, exchange }) => foreignAddressDeviations(implementation, id, exchange),
  getProjectEmailAddress: recordOfAnother('getProjectEmailAddress'),
  listEmailBlastExecutions: executionsOfAnother,
  getSegment: recordOfAnother('getSegment'),
  getProjectDefinedEvent: recordOfAnother('getProjectDefinedEvent'),
  listEmailTemplateVariables: variablesOfAnother,
  previewSmsTemplate: textOfAnother,
};

/** Where an answer shows another record than the one that was asked for. */
export async function contentOfAnother(name: EndpointName, asked: Asked): Promise<readonly Deviation[]> {
  const judge = CONTENT_OF_ANOTHER[name];
  if (judge === undefined) throw new Error(`${name} lacks its row in CONTENT_OF_ANOTHER, tests/scenarios/other-records.ts.`);
  return judge(asked);
}

/** An answer that names neither of the two is wrong for the first one too, which other checks report. */
function namesAnother(member: string, { id, exchange, otherId }: Asked): Deviation[] {
  const named = recordOf(exchange)[member];
  return named === otherId ? [{ pointer: `/${member}`, expected: `${show(id)}, the id in the path`, actual: show(named) }] : [];
}

function hasIdOfAnother({ exchange, other }: Asked): Deviation[] {
  const { id } = recordOf(exchange);
  if (id === undefined || id !== recordOf(other).id) return [];
  return [{ pointer: '/id', expected: ID_OF_ITS_OWN, actual: `${show(id)}, as for another template` }];
}

function copyOfAnother({ id, exchange, other }: Asked): Deviation[] {
  const [copy, known] = [recordOf(exchange), recordOf(other)];
  // Two templates may differ in nothing but their names.
  if (!hasCopyContent(known) || copyDeviations(known, copy).length > 0 || copy.name !== known.name) return [];
  const actual = `all content is that of another: ${show({ name: copy.name, subject: copy.subject })}`;
  return [{ expected: `no copy of another template than ${show(id)}`, actual }];
}

function recordOfAnother(name: EndpointName): Judge {
  return ({ id, exchange, otherId, other }) => {
    const record = recordOf(exchange);
    if (recordOf(other).id !== otherId) return [];
    if (record.id !== id) return [{ pointer: '/id', expected: show(id), actual: show(record.id) }];
    const onlyIdDiffers = stableReadDeviations(name, other, exchange).every(({ pointer }) => pointer === '/id');
    // Further members may be the same for every record.
    const held = documentedFields(endpoint(name).resources[0] ?? '').filter((pointer) => Object.hasOwn(record, pointer.slice(1)));
    const isOther = onlyIdDiffers && held.length > 2;
    return isOther ? [{ expected: `the content of ${show(id)}`, actual: `all but the id is that of ${show(otherId)}` }] : [];
  };
}

/** Executions may be numbered within their blast, so one is the same only if it is so in all that it shows. */
function executionsOfAnother({ id, exchange, otherId, other }: Asked): Deviation[] {
  const [own = [], known = []] = [exchange, other].map((one) => recordsOf('listEmailBlastExecutions', jsonValue(one)));
  const isIn = (list: typeof own) => (execution: (typeof own)[number]) => list.some((one) => differences(one, execution).length === 0);
  // The list that holds another one and more has taken it in.
  const isOther = own.every(isIn(known)) && !known.every(isIn(own));
  const isOwn = known.every(isIn(own)) && !own.every(isIn(known));
  const [list, others, blast] = isOther ? [known, own, otherId] : [own, known, id];
  const foreign = list.findIndex(isIn(others));
  if (foreign < 0) return [];
  const words = isOther || isOwn ? 'an execution of another blast' : `in the list of ${show(otherId)} as well: one of the two is wrong`;
  const said = { expected: `an execution of the blast ${show(blast)}`, actual: `${show(list[foreign]?.id)}, ${words}` };
  return [{ pointer: `/executions/${foreign}`, ...said, ...(isOther && { exchange: other }) }];
}

function variablesOfAnother({ id, exchange, other }: Asked): Deviation[] {
  const [variables, known] = [exchange, other].map((one) => {
    const list = objectIn(one)?.variables;
    return Array.isArray(list) ? show([...new Set(list)].sort()) : undefined;
  });
  if (variables === undefined || variables !== known || variables === '[]') return [];
  const expected = `no variables of another template than ${show(id)}`;
  return [{ pointer: '/variables', expected, actual: `${variables}, those of another` }];
}

function textOfAnother({ id, exchange, other }: Asked): Deviation[] {
  const [text, known] = [exchange, other].map(textIn);
  if (text === '' || text !== known) return [];
  return [{ expected: `no preview of another template than ${show(id)}`, actual: `that of another, to the letter: ${show(text)}` }];
}

const SAFE: StatementId = 'robustness.reading-is-safe';

type Fixtures = Implementation['settings']['fixtures'];

/** Where no answer of the API gives a second record, a setting names it. */
export const SECOND_RECORDS: Readonly<Partial<Record<EndpointName, readonly [keyof Fixtures & `other${string}`, variable: string]>>> = {
  copyProjectEmailTemplate: ['otherProjectEmailTemplateId', 'CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID'],
  createSmsTemplateEmbed: ['otherSmsTemplateId', 'CES_OTHER_SMS_TEMPLATE_ID'],
  getSentEmail: ['otherSentEmailId', 'CES_OTHER_SENT_EMAIL_ID'],
  getProjectEmailAddress: ['otherProjectEmailAddressId', 'CES_OTHER_PROJECT_EMAIL_ADDRESS_ID'],
  listEmailBlastExecutions: ['otherEmailBlastId', 'CES_OTHER_EMAIL_BLAST_ID'],
  getSegment: ['otherSegmentId', 'CES_OTHER_SEGMENT_ID'],
  getProjectDefinedEvent: ['otherProjectDefinedEventId', 'CES_OTHER_PROJECT_DEFINED_EVENT_ID'],
  previewSmsTemplate: ['otherSmsTemplateId', 'CES_OTHER_SMS_TEMPLATE_ID'],
};

/** Where its records are unknown: whoever keeps what was read by nothing but its id answers them there once they were read here. */
const UNKNOWN_AT: Readonly<Partial<Record<EndpointName, EndpointName>>> = { getProjectEmailAddress: 'getEmailAddress' };

export function secondIsItsOwn(name: EndpointName) {
  const elsewhere = UNKNOWN_AT[name];
  const statements = ['record.second-is-its-own' as const, ...(elsewhere === undefined ? [] : [SAFE])];
  return scenario(name, statements, async ({ implementation, check, record }) => {
    const [fixture] = SECOND_RECORDS[name] ?? [];
    const id = fixture === undefined ? null : implementation.settings.fixtures[fixture];
    const askElsewhere = async () => (elsewhere === undefined || id === null ? null : implementation.client.send(elsewhere, { id }));
    const before = await askElsewhere();
    const [exchange, asked] = await (name === 'copyEmailTemplate' ? copyOfCopy(implementation) : secondOf(implementation, name));
    const after = before && (await askElsewhere());
    if (elsewhere && before && after) {
      const isFound = isRefusal(before) && isSuccess(after) && recordOf(after).id === id;
      const actual = `${OF_OTHER_KIND} that was read in between, where it belongs`;
      const found = foundIn(after, [{ expected: `${outcome(before)}, as before`, actual }]);
      const exchanges = [before, asked.exchange, after];
      if (isFound) record.alsoFailed(SAFE, elsewhere, found, exchanges);
      else check({ [SAFE]: [] }, ...exchanges);
    }
    const deviations = await contentOfAnother(name, asked);
    check({ 'record.second-is-its-own': deviations }, exchange, asked.exchange);
    // It may move on, so that no later read is compared with its first.
    if (name !== 'getSentEmail' || deviations.length > 0) return;
    const { call, exchange: first } = await implementation.accepted(name);
    const again = await implementation.client.send(name, call);
    if (isSuccess(first) && isSuccess(again))
      check({ 'record.second-is-its-own': takenOver(asked, first, again) }, first, asked.exchange, again);
  });
}

/** Reads of each of the two records at once. */
const TURNS = 8;

/** Under load as well, where the answer names no record that would tell: what comes is that of the record asked for, and not the other's to the letter. */
export function secondIsItsOwnAtOnce(name: EndpointName) {
  return scenario(name, 'record.second-is-its-own', { optional: true, category: 'properties' }, async (context) => {
    const { implementation, check, all } = context;
    const [exchange, { id, otherId, exchange: second }] = await ofSetting(implementation, name);
    const texts = new Map([
      [otherId, textIn(exchange)],
      [id, textIn(second)],
    ]);
    if (texts.get(id) === texts.get(otherId)) throw new NotAssessed('The two records are answered alike');
    const { call } = await implementation.accepted(name);
    const read = async (asked: string, alone = false) => ({
      asked,
      exchange: await implementation.client.send(name, { ...call, id: asked, ...(alone && { alone }) }),
    });
    // One twice, and the other behind it: who reads several at once may count them.
    const reads = Array.from({ length: TURNS / 2 }, () => [read(otherId), read(otherId), read(id), read(id)]).flat();
    const answered = (await all(reads)).filter((one) => isSuccess(one.exchange));
    // One that holds the time, say, is never what it was.
    if (!answered.some(({ asked, exchange }) => texts.get(asked) === textIn(exchange)))
      throw new NotAssessed('No answer at once is what either record answers alone');
    const judged = await firstBrokenAtOnce(
      answered,
      { most: 1 },
      ({ asked }) => read(asked, true),
      ({ asked, exchange }) => {
        const other = asked === id ? otherId : id;
        const isOther = textIn(exchange) === texts.get(other);
        return isOther
          ? foundIn(exchange, [{ expected: `the answer of ${show(asked)}`, actual: `the answer of ${show(other)}, to the letter` }])
          : [];
      },
    );
    check({ 'record.second-is-its-own': judged });
  });
}

const textIn = ({ answer }: Exchange): string => new TextDecoder().decode(answer?.body).trim();

/** Times of a sent e-mail that it did not have at its first read, and another one does. */
function takenOver({ id, exchange }: Asked, first: Exchange, again: Exchange): Deviation[] {
  const [before, after, other] = [first, again, exchange].map((read) => withInstants('sent-email', recordOf(read)));
  const times = timestampFields('sent-email').filter((member) => typeof after?.[member] === 'string');
  return times
    .filter((member) => after?.[member] === other?.[member] && after?.[member] !== before?.[member])
    .map((member) => ({
      pointer: memberPointer(member),
      expected: show(before?.[member]),
      actual: `${show(after?.[member])}, which ${show(id)} has: it was read in between`,
    }));
}

/** Asked for once: at some endpoints each request makes a record. */
export const secondOf = (implementation: Implementation, name: EndpointName): Promise<readonly [Exchange, Asked]> =>
  implementation.once(`second record at ${name}`, () => ofSetting(implementation, name));

/** The request for the record that a setting names, after the one for the first record. */
async function ofSetting(implementation: Implementation, name: EndpointName): Promise<readonly [Exchange, Asked]> {
  const setting = SECOND_RECORDS[name];
  if (setting === undefined) throw new Error(`${name} lacks its row in SECOND_RECORDS, tests/scenarios/other-records.ts.`);
  const [fixture, variable] = setting;
  const id = need(implementation.settings.fixtures[fixture], variable);
  const { call, exchange: accepted } = await implementation.accepted(name);
  // A cache that confuses the two may keep the first one for seconds only, so it is read right before the second.
  const other = endpoint(name).method === 'GET' && isSuccess(accepted) ? await implementation.client.send(name, call) : accepted;
  if (!isSuccess(other)) throw new NotAssessed(`The request for the first record does not succeed: ${outcome(other)}`);
  const ask = (how: Call = {}) => implementation.client.send(name, { ...call, id, ...how });
  const first = await ask();
  // One of several connections of the service to its store may not find it.
  const exchange = isGone(first) ? await ask({ freshConnection: true }) : first;
  if (!isSuccess(exchange)) {
    const doubt = isRefusal(exchange) ? `: ${doubtOf([[variable, id]], isGone(exchange) ? 'is not found' : 'is refused')}` : '';
    throw new NotAssessed(`The request for the second record does not succeed: ${outcome(exchange)}${doubt}`, [variable]);
  }
  return [other, { implementation, id, exchange, otherId: call.id ?? '', other }];
}

/** A copy of the project's template is a second template, and its creation showed its content. */
async function copyOfCopy(implementation: Implementation): Promise<readonly [Exchange, Asked]> {
  const [other, second] = [await implementation.example('copyEmailTemplate'), await implementation.example('copyProjectEmailTemplate')];
  const both = ['CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID'];
  if (copyDeviations(recordOf(other), recordOf(second)).length === 0)
    throw new NotAssessed(`The templates of ${both.join(' and ')} have the same content`, both);
  const id = copyId(second, 'copyProjectEmailTemplate');
  // A copy may be made in the background: it can be copied once it can be read.
  await readVariables(implementation, id);
  const exchange = await implementation.client.send('copyEmailTemplate', { id, body: {} });
  if (!isSuccess(exchange)) throw new NotAssessed(`A copy is not copied: ${refusalOf(exchange)}`);
  return [second, { implementation, id, exchange, otherId: await implementation.emailTemplateId(), other }];
}
