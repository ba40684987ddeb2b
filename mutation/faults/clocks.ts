import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { type JsonObject, onRecords, onRecordsKeeping } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { isTracked } from './event-answers.ts';

const HOUR_MS = 3_600_000;
const shifted = (hours: number) => (text: string) => new Date(Date.parse(text) + hours * HOUR_MS).toISOString();

/** How services get a time wrong. Each kind of record gets each of them. */
const MISTAKES: readonly (readonly [name: string, description: string, write: (text: string) => string])[] = [
  ['local-as-utc', 'local time marked `Z`', shifted(2)],
  ['half-a-day-off', 'a clock of twelve hours without its half', shifted(-12)],
  ['epoch', '1970', () => '1970-01-01T00:00:00.000Z'],
  ['seconds-as-milliseconds', 'seconds taken for milliseconds', (text) => new Date(Date.parse(text) / 1000).toISOString()],
  ['no-zone-a-year-ago', 'last year without a zone', (text) => shifted(-365 * 24)(text).slice(0, -1)],
];

interface Dated {
  readonly kind: string;
  readonly endpoint: EndpointName;
  readonly statement: StatementId;
  readonly isOwn?: (record: JsonObject) => boolean;
}

const KINDS: readonly Dated[] = [
  { kind: 'event', endpoint: 'getEvent', statement: 'event.created-at-is-tracking-time', isOwn: isTracked },
  { kind: 'campaign', endpoint: 'createCampaign', statement: 'campaign.created-at-is-creation-time' },
  { kind: 'business', endpoint: 'createBusiness', statement: 'business.created-at-is-creation-time' },
  { kind: 'project-copy', endpoint: 'copyProjectEmailTemplate', statement: 'email-template.created-at-is-creation-time' },
  { kind: 'copy', endpoint: 'copyEmailTemplate', statement: 'email-template.created-at-is-creation-time' },
];

const written = (
  endpoint: EndpointName,
  member: string,
  write: (text: string) => string,
  isOwn: (record: JsonObject) => boolean = () => true,
) =>
  onRecords([endpoint], (record) =>
    typeof record[member] === 'string' && isOwn(record) ? { ...record, [member]: write(record[member]) } : record,
  );

/** Both times of a campaign follow one clock. */
const byOneClock = (write: (text: string) => string) =>
  onRecords(['createCampaign'], (campaign) => ({
    ...campaign,
    created_at: write(String(campaign.created_at)),
    updated_at: write(String(campaign.updated_at)),
  }));

const CREATED: readonly Fault[] = KINDS.flatMap(({ kind, endpoint, statement, isOwn }) =>
  MISTAKES.map(([name, description, write]) =>
    fault(
      `${kind}-time-${name}`,
      endpoint,
      statement,
      `\`created_at\` of a ${kind.replace('-', ' ')} is ${description}`,
      endpoint === 'createCampaign' ? byOneClock(write) : written(endpoint, 'created_at', write, isOwn),
      // Each fault that has to be alone takes a whole run, so one of each kind does.
      name === 'local-as-utc' ? ONLY : {},
    ),
  ),
);

/** The service read its clock once, and no answer has a `Date`: only that time passes shows it. */
const STANDING_STILL: readonly Fault[] = KINDS.map(({ kind, endpoint, statement, isOwn = () => true }) =>
  fault(
    `${kind}-time-stands-still`,
    endpoint,
    statement,
    `Each ${kind.replace('-', ' ')} was created when the first one was, and no answer has a clock`,
    withoutClock(
      onRecordsKeeping(
        [endpoint],
        () => ({ first: null as unknown }),
        (record, memory) => {
          if (!isOwn(record)) return record;
          memory.first ??= record.created_at;
          return { ...record, created_at: memory.first };
        },
      ),
    ),
  ),
);

export const CLOCK_FAULTS: readonly Fault[] = [
  ...CREATED,
  ...STANDING_STILL,
  fault(
    'alone-campaign-creation-time',
    'createCampaign',
    'campaign.created-at-is-creation-time',
    '`created_at` of a campaign is eight hours behind',
    written('createCampaign', 'created_at', shifted(-8)),
    ONLY,
  ),
  ...(['copyProjectEmailTemplate', 'copyEmailTemplate'] as const).map((endpoint) =>
    fault(
      `${endpoint === 'copyEmailTemplate' ? 'copy' : 'project-copy'}-time-of-the-source`,
      endpoint,
      'email-template.created-at-is-creation-time',
      'A copy takes over when its source was created',
      written(endpoint, 'created_at', () => '2024-02-01T08:00:00.000Z'),
      ONLY,
    ),
  ),
  fault(
    'campaign-updated-before-created',
    'createCampaign',
    'campaign.updated-at-is-last-update',
    'The last update is an hour before the creation',
    written('createCampaign', 'updated_at', shifted(-1)),
    ONLY,
  ),
  fault(
    'campaign-updated-never',
    'createCampaign',
    'campaign.updated-at-is-last-update',
    'What nobody updated was updated in 1970',
    written('createCampaign', 'updated_at', () => '1970-01-01T00:00:00Z'),
  ),
  fault(
    'campaign-updated-tomorrow',
    'createCampaign',
    'campaign.updated-at-is-last-update',
    'The last update is half a day ahead',
    written('createCampaign', 'updated_at', shifted(12)),
  ),
  fault(
    'embed-expiry-local-as-utc',
    'createSmsTemplateEmbed',
    'sms-template-embed.expires-as-asked',
    '`expires_at` is local time marked `Z`',
    written('createSmsTemplateEmbed', 'expires_at', shifted(2)),
    ONLY,
  ),
  fault(
    'embed-expiry-half-a-day-off',
    'createSmsTemplateEmbed',
    'sms-template-embed.expires-as-asked',
    '`expires_at` is written by a clock of twelve hours',
    written('createSmsTemplateEmbed', 'expires_at', shifted(-12)),
  ),
];

function withoutClock(inner: () => Interposition): () => Interposition {
  return () => {
    const interposition = inner();
    return async (request, forward) => {
      const answer = await interposition(request, forward);
      if ('misbehaviour' in answer) return answer;
      const { date: _date, ...headers } = answer.headers;
      return { ...answer, headers };
    };
  };
}
