import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { type JsonObject, pause, withoutDate } from '../answers.ts';
import { breaking, type Fault, fault, faults, ONLY } from '../fault.ts';
import { answers, both, byFirst, counting, here, recordsKeeping, type Spoil, set, text } from '../rows.ts';
import { isTracked } from './event-content.ts';

const COPY_TIME = 'email-template.created-at-is-creation-time';
const BUSINESS_TIME = 'business.created-at-is-creation-time';
const TAKEN_OVER = 'A copy takes over when its source was created';
const ofTheSource = set({ created_at: '2024-02-01T08:00:00.000Z' });
const shifted = (hours: number) => (time: string) => new Date(Date.parse(time) + hours * 3_600_000).toISOString();

/** 7 ms as `.7`. */
const unpadded = (time: string) => time.replace(/\.0{1,2}(?=[1-9])/, '.');

/** From April to October clocks are an hour ahead. */
const isSummer = (date: Date) => [3, 4, 5, 6, 7, 8, 9].includes(date.getUTCMonth());
const bySeason = (time: string) => shifted(Number(isSummer(new Date())) - Number(isSummer(new Date(time))))(time);

/** How services get a time wrong. */
const MISTAKES: readonly (readonly [name: string, description: string, write: (time: string) => string])[] = [
  ['half-a-day-off', 'a clock of twelve hours without its half', shifted(-12)],
  ['epoch', '1970', () => '1970-01-01T00:00:00.000Z'],
  ['seconds-as-milliseconds', 'seconds taken for milliseconds', (time) => new Date(Date.parse(time) / 1000).toISOString()],
  ['no-zone-a-year-ago', 'last year without a zone', (time) => shifted(-365 * 24)(time).slice(0, -1)],
];

const LOCAL: (typeof MISTAKES)[number] = ['local-as-utc', 'local time marked `Z`', shifted(2)];

/** Both times of a campaign follow one clock. */
const KINDS: readonly (readonly [kind: string, endpoint: EndpointName, statement: StatementId, members: readonly string[]])[] = [
  ['event', 'getEvent', 'event.created-at-is-tracking-time', ['created_at']],
  ['campaign', 'createCampaign', 'campaign.created-at-is-creation-time', ['created_at', 'updated_at']],
  ['business', 'createBusiness', BUSINESS_TIME, ['created_at']],
  ['project-copy', 'copyProjectEmailTemplate', COPY_TIME, ['created_at']],
  ['copy', 'copyEmailTemplate', COPY_TIME, ['created_at']],
];

/** A record of the run's own. */
const isOwn = (record: JsonObject, kind: string) => kind !== 'event' || isTracked(record);
const ofFirst = (record: JsonObject, { created_at }: JsonObject) => ({ ...record, created_at });
const standingStill = (kind: string) => byFirst(ofFirst, (record) => isOwn(record, kind));
const withoutClock = (inner: Spoil) => both(inner, answers(withoutDate));

/** Every third record is made as a second begins, so that its milliseconds have zeros. */
const atFullSeconds = here(
  counting(async (count, request, forward) => {
    if (count % 3 === 0) await pause(1005 - (Date.now() % 1000));
    return forward(request);
  }),
);

/** The first one answers the first request. */
const stillAtOneOfTwo = recordsKeeping({ made: 0, time: null as unknown }, (business, machine) => {
  machine.made += 1;
  if (machine.made % 2 === 1) return business;
  machine.time ??= business.created_at;
  return { ...business, created_at: machine.time };
});

export const CLOCK_FAULTS: readonly Fault[] = [
  ...KINDS.flatMap(([kind, endpoint, statement, members], index) =>
    // Two of the others each, in turn.
    [LOCAL, ...MISTAKES.filter((_, place) => (place + index) % 2 === 0)].map(([name, mistake, write]) => {
      const description = `\`created_at\` of a ${kind.replace('-', ' ')} is ${mistake}`;
      const times = (record: JsonObject) => members.map((member) => [member, write(String(record[member]))]);
      const wrong = set((record) => (isOwn(record, kind) ? Object.fromEntries(times(record)) : {}));
      // Each fault that has to be alone takes a whole run, so one of each kind does.
      return fault(`${kind}-time-${name}`, endpoint, statement, description, wrong, name === LOCAL[0] ? ONLY : {});
    }),
  ),
  // The service read its clock once, and no answer has a `Date`: only that time passes shows it.
  ...KINDS.map(([kind, endpoint, statement]) => {
    const description = `Each ${kind.replace('-', ' ')} was created when the first one was, and no answer has a clock`;
    return fault(`${kind}-time-stands-still`, endpoint, statement, description, withoutClock(standingStill(kind)));
  }),
  ...faults('createBusiness', BUSINESS_TIME, [
    ['business-time-of-the-start-of-one-of-two', 'One of two machines read its clock once', stillAtOneOfTwo],
    ['business-time-unpadded', 'Milliseconds lack their zeros', both(text('created_at', unpadded), atFullSeconds), ONLY],
  ]),
  ...breaking(COPY_TIME, [
    ['project-copy-time-of-the-source', 'copyProjectEmailTemplate', TAKEN_OVER, ofTheSource, ONLY],
    ['copy-time-of-the-source', 'copyEmailTemplate', TAKEN_OVER, ofTheSource, ONLY],
  ]),
  ...faults('createCampaign', 'campaign.updated-at-is-last-update', [
    ['campaign-updated-before-created', 'The last update is an hour before the creation', text('updated_at', shifted(-1)), ONLY],
    ['campaign-updated-never', 'What nobody updated was updated in 1970', set({ updated_at: '1970-01-01T00:00:00Z' })],
  ]),
  ...faults('createSmsTemplateEmbed', 'sms-template-embed.expires-as-asked', [
    ['embed-expiry-on-the-clock-of-today', 'An hour is lost where clocks are changed until `expires_at`', text('expires_at', bySeason)],
    ['embed-expiry-local-as-utc', '`expires_at` is local time marked `Z`', text('expires_at', shifted(2)), ONLY],
  ]),
];
