import { MARKER_MEMBER } from '../../src/settings/parsing/json.ts';
import { parseIso8601 } from '../../src/specification/formats.ts';
import { foundIn, type StatementId, show } from '../judging.ts';
import { type Exchange, isSuccess, outcome } from '../library.ts';
import { exampleRecord, NotAssessed, recordOf, type ScenarioContext, scenario } from '../suite.ts';
import { renewed } from './echo.ts';
import { lastRead, storyOf } from './events.ts';
import { anotherBusiness } from './two-businesses.ts';

/** Members that only the service writes, with the statement that it breaks where it takes one from a request. */
const OWN_MEMBERS = {
  createBusiness: { id: 'record.ids-are-distinct', created_at: 'business.created-at-is-creation-time' },
  createCampaign: {
    id: 'record.ids-are-distinct',
    business: 'campaign.business-is-path',
    created_at: 'campaign.created-at-is-creation-time',
  },
  copyProjectEmailTemplate: { id: 'record.ids-are-distinct', created_at: 'email-template.created-at-is-creation-time' },
  copyEmailTemplate: { id: 'record.ids-are-distinct', created_at: 'email-template.created-at-is-creation-time' },
  createSmsTemplateEmbed: { sms_template: 'sms-template-embed.template-is-path', expires_at: 'sms-template-embed.expires-as-asked' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, StatementId>>>>;

const LONG_AGO = '2001-02-03T04:05:06Z';
const UNKNOWN = 'conformance-unknown';

type Members = Readonly<Record<string, unknown>>;

/** A request also holds members that it has no place for. The service may refuse it; what it makes has its own. */
export function takesNothingOver(name: keyof typeof OWN_MEMBERS) {
  const statements: Readonly<Record<string, StatementId>> = OWN_MEMBERS[name];
  return scenario(name, Object.values(statements), { optional: true }, async (context) => {
    const { implementation } = context;
    const { call } = await implementation.accepted(name);
    const { id } = await exampleRecord(implementation, name);
    const business = 'business' in statements ? (await anotherBusiness(implementation)).id : undefined;
    const values: Members = { id, business, created_at: LONG_AGO, expires_at: LONG_AGO, sms_template: UNKNOWN };
    const foreign = Object.fromEntries(Object.keys(statements).map((member) => [member, values[member]]));
    const named = name === 'createBusiness' || name === 'createCampaign';
    const body = { ...(named ? renewed(implementation, call.body) : (call.body as Members)), ...foreign };
    const exchange = await implementation.client.send(name, { ...call, body });
    if (!isSuccess(exchange)) throw new NotAssessed(`A request with further members is refused: ${outcome(exchange)}`);
    checkOwn(context, statements, foreign, recordOf(exchange), exchange);
  });
}

/** The same for an event, which comes back when it is read. */
export const eventTakesNothingOver = scenario(
  'getEvent',
  ['event.unmatched-stays-null', 'event.created-at-is-tracking-time'],
  { optional: true },
  async (context) => {
    const { implementation, session } = context;
    const { fixtures, tracking } = implementation.settings;
    const [business, marker] = [await implementation.businessId(), implementation.unique()];
    // A customer of the business may be found by any member of the data.
    const inData = { customer: UNKNOWN, created_at: '2002-03-04T05:06:07Z' };
    const body = { event: tracking.event, data: { ...tracking.unmatchedData, ...inData, [MARKER_MEMBER]: marker } };
    const foreign = { customer: fixtures.customerIds[0] ?? UNKNOWN, created_at: LONG_AGO };
    const exchange = await implementation.client.send('trackEvent', { id: business, body: { ...body, ...foreign } });
    if (!isSuccess(exchange)) throw new NotAssessed(`An event with further members is refused: ${outcome(exchange)}`);
    const story = await storyOf(implementation, { business, marker, body, exchange });
    const read = lastRead(story);
    if (read === null || story.id === null) throw new NotAssessed('The event cannot be read');
    // Whoever works on events may take it over later.
    session.run.stored.keep({ id: story.id, madeBy: 'trackEvent', value: read.record, read: read.exchange });
    const statements = { customer: 'event.unmatched-stays-null', created_at: 'event.created-at-is-tracking-time' } as const;
    const taken = Object.values(inData).some((value) => Object.values(read.record).some((found) => isSame(found, value)));
    checkOwn(context, statements, taken ? inData : foreign, read.record, read.exchange, exchange);
  },
);

function checkOwn(
  { check }: ScenarioContext,
  statements: Readonly<Record<string, StatementId>>,
  foreign: Members,
  record: Members,
  exchange: Exchange,
  ...before: readonly Exchange[]
): void {
  for (const [member, statement] of Object.entries(statements)) {
    const expected = `the service's own, not ${show(foreign[member])} from the request`;
    const deviation = { pointer: `/${member}`, expected, actual: show(record[member]) };
    check({ [statement]: isSame(record[member], foreign[member]) ? foundIn(exchange, [deviation]) : [] }, ...before, exchange);
  }
}

function isSame(answered: unknown, sent: unknown): boolean {
  if (parseIso8601(sent) === null) return answered !== undefined && answered === sent;
  const instants = [answered, sent].map((text) => (typeof text === 'string' ? parseIso8601(text)?.instantMs : undefined));
  return instants[0] !== undefined && instants[0] === instants[1];
}
