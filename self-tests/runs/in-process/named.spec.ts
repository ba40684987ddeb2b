import { answerOf, CRASH, jsonOf, sentJson } from '../../../mutation/answers.ts';
import type { Fault } from '../../../mutation/fault.ts';
import { OPEN_DOORS } from '../../../mutation/faults/doors.ts';
import { FAULTS } from '../../../mutation/faults/index.ts';
import type { Difference, PassingRequest } from '../../../mutation/interposition.ts';
import { answersKeeping, at, cachedFor, instead, sending, text } from '../../../mutation/rows.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { findingsOf, play, shownIn } from './play.ts';

test.describe.configure({ timeout: 120_000 });

const STEPS = 'several steps come back, each with its own template and custom step';
const FLAGS = 'flags are answered as asked, each alone and all together in two orders';

/** What the finding of each fault says. */
const ORDER: readonly (readonly [fault: string, title: string, actual: RegExp])[] = [
  ['campaign-steps-reversed', STEPS, /^reversed: \[/],
  ['campaign-templates-of-first', STEPS, /^all equal the first: \[/],
  ['campaign-address-of-first', 'the address of a campaign is the one that was named, not the first of its business', /^"ema_bookings"/],
  ['batch-names-swapped', 'the answer to a batch lists its customers, whatever their number and order', /^1 and 2 swapped: \[/],
  ['flags-status-of-first', FLAGS, /^all equal the first: "new_inbox" true, "beta-reports" true, "sms.two_way" true$/],
  ['flags-states-by-position', FLAGS, /^by position, not by name: "new_inbox" false, /],
  ['flags-inverted-in-another-order', FLAGS, /^"beta-reports" true, "sms.two_way" true, "new_inbox" true$/],
];

function faultOf(name: string): Fault {
  const fault = FAULTS.find((candidate) => candidate.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return fault;
}

for (const [name, title, actual] of ORDER)
  test(`${name}: one finding says what happened`, async () => {
    const fault = faultOf(name);
    const findings = (await findingsOf(title, fault)).filter(({ level }) => level === 'requirement');
    expect(findings.map(({ requirement }) => requirement)).toEqual([fault.breaks[0]]);
    expect(findings[0]?.actual).toMatch(actual);
  });

test('whatever a request carries behind good credentials, their connection is to blame', async () => {
  const [door] = OPEN_DOORS.filter(({ name }) => name === 'open-connection');
  if (door === undefined) throw new Error('no such door');
  for (const title of ['getSegment: wrong credentials are rejected', 'getSegment: further wrong credentials are rejected'])
    expect((await findingsOf(title, door)).map(({ requirement }) => requirement)).toEqual(['authentication.rejects-after-good']);
});

const IDS = 'getSegment: several hostile ids in one are answered in order';
const NAMES = 'whatever name is accepted is the name of the event';
const OTHER_BUSINESS = 'an update through one business changes no customer of another';
const ALONE = '; alone: 500 again; the typical request: 200; \\d+ of \\d+ are in order$';

function answering(endpoint: EndpointName, answer: Parameters<typeof instead>[0]): Difference {
  return { interpose: at(endpoint)(instead(answer)) };
}

/** A segment whose id `breaks` is answered with 500. */
const falling = (breaks: (id: string) => boolean) => answering('getSegment', ({ id }) => (breaks(id) ? CRASH : null));

/** Some names of events are shown as another. */
const renaming = (isRenamed: (name: string) => boolean): Difference => ({
  interpose: at('getEvent')(text('name', (name) => (isRenamed(name) ? 'renamed' : name))),
});

/** A batch update of a new business answers these customers, and nothing else happens. */
const updating = (answered: (sent: Record<string, unknown>) => Record<string, unknown>) =>
  answering('batchUpdateCustomers', (request) => {
    const { customers } = (sentJson(request) ?? {}) as { customers?: Record<string, unknown>[] };
    return customers === undefined || request.id === 'biz_kärnten' ? null : answerOf(200, { customers: customers.map(answered) });
  });

const lacksWebsite: Parameters<typeof instead>[0] = (request) =>
  Object.hasOwn(sentJson(request) ?? { website: 1 }, 'website') ? null : CRASH;

/** An event that matches nobody is deleted ten seconds after its first read. */
const goneUnmatched = answersKeeping(new Map<string, number>(), (answer, readAt, { id }) => {
  const isUnmatched = answer.status === 200 && jsonOf(answer).customer === null;
  if (!readAt.has(id)) readAt.set(id, Date.now());
  return isUnmatched && Date.now() - (readAt.get(id) ?? 0) > 10_000 ? answerOf(404, {}) : answer;
});

interface Named {
  readonly requirement: StatementId;
  readonly contrast?: RegExp;
  readonly expected?: RegExp | string;
  readonly [member: string]: unknown;
}

const ONE_NAME = '"o\'neil & <b>sons</b>"';
const RENAMED = { requirement: 'event.name-is-tracked-name', actual: '"renamed"' } as const;

const bothLost = renaming((name) => name.includes('&') && name.includes('😀'));
/** What alone is to blame, of several that went together; null for nothing. */
const BLAMED: readonly (readonly [what: string, title: string | RegExp, difference: Difference, named: Named | null])[] = [
  ['an odd input that fails alone', IDS, falling((id) => id.includes("'")), blamed("'", new RegExp(`^${ALONE.slice(2)}`))],
  [
    'one of several odd parts of an id',
    IDS,
    falling((id) => id.includes('😀')),
    { ...blamed('😀', new RegExp(ALONE.slice(2))), curl: expect.stringContaining("/segments/%F0%9F%98%80'") },
  ],
  [
    'odd parts of an id that break only together',
    IDS,
    falling((id) => id.includes('😀') && id.includes('日本語')),
    blamed(
      '{{7*7}}${7*7}-\u202Eabc-\uFEFF-日本語-😀-a?b',
      /^only together: each part alone is in order; alone: 500 again; the typical request: 200; /,
    ),
  ],
  [
    'an odd part of an id beside one that is refused',
    IDS,
    answering('getSegment', ({ id }) =>
      id.includes('日本語') ? answerOf(404, { error: { code: 'invalid_id' } }) : id.includes('😀') ? CRASH : null,
    ),
    blamed('😀'),
  ],
  [
    'an answer that is remembered for a body',
    'batchUpdateCustomers: `full_name` comes back',
    faultOf('batch-is-answered-as-an-equal-one'),
    { requirement: 'customer.update-is-kept', contrast: /^right with a blank behind the body: / },
  ],
  [
    'an answer that is remembered for what a body says',
    'batchUpdateCustomers: `full_name` comes back',
    faultOf('batch-is-answered-as-one-that-says-the-same'),
    // The search for what sets it right ends after two seconds, which a busy machine may need for less.
    { requirement: 'customer.update-is-kept', contrast: /^(right with other metadata: |the value before differs from this one)/ },
  ],
  [
    'a member that every body which breaks lacks',
    'createBusiness: JSON of the wrong type is answered in order',
    answering('createBusiness', lacksWebsite),
    { requirement: 'robustness.wrong-types', contrast: /^only when `website` is left out; alone: 500 again; the typical request: 200; / },
  ],
  ['one of several names', NAMES, renaming((name) => name.includes('&')), { ...RENAMED, pointer: '/name', expected: ONE_NAME }],
  ['names that are lost only together', NAMES, bothLost, { ...RENAMED, expected: /^"2nd Order Placed-.*😀"$/ }],
  [
    'a customer of another business that is shown',
    OTHER_BUSINESS,
    updating((sent) => ({ ...sent, email_address: 'customer.1@customers.example', external_id: 'crm-1001' })),
    { requirement: 'customer.update-stays-in-business', pointer: '/customers' },
  ],
  [
    'the template that two steps share',
    'a step that stands twice comes back twice',
    { interpose: at('createCampaign')(sending('steps', (steps) => (Array.isArray(steps) ? steps.slice(-1) : steps))) },
    { requirement: 'campaign.steps-come-back', contrast: /^two steps of one template .* do not come back either$/ },
  ],
  [
    'the question before',
    FLAGS,
    { interpose: at('getFeatureFlagStatuses')(cachedFor(1000, ({ id }) => id)) },
    { requirement: 'feature-flag.only-asked', contrast: /asked for just before, got the very same answer$/ },
  ],
  [
    'a read that came too early',
    'an event that matches a customer is resolved',
    faultOf('event-read-early-stays-so'),
    { requirement: 'event.match-is-resolved', contrast: /^tracked twice more: 5 s later, the event that was read at once is unresolved/ },
  ],
  [
    'what else was asked at that moment',
    'embeds made at once have templates',
    faultOf('embeds-at-once-are-the-newest'),
    { requirement: 'sms-template-embed.expires-as-asked', contrast: /in flight: .* wrong; \d+ share an id with another one/ },
  ],
  [
    'the customer that an event lacks',
    /^(tracked events are still there|an event that matches a customer is resolved)/,
    { interpose: at('getEvent')(goneUnmatched) },
    { requirement: 'event.can-be-read', contrast: /those that are still there have a customer, and the others had none$/ },
  ],
  [
    'no earlier record where a rule names the inputs',
    'any campaign that is accepted comes back',
    { interpose: at('createCampaign')(sending('scheduled_at', (time) => String(time).replace(/[+-]\d\d:?\d\d$/, 'Z'))) },
    { requirement: 'campaign.scheduled-at-comes-back', contrast: /^(?!.*this is what)/s },
  ],
  ['no customer that another business does not know, and may make', OTHER_BUSINESS, updating((sent) => sent), null],
];

function blamed(id: string, contrast?: RegExp): Named {
  return { requirement: 'robustness.hostile-ids', actual: 'status 500', counterexample: { id }, ...(contrast && { contrast }) };
}

for (const [what, title, difference, named] of BLAMED)
  test(`blames ${what}`, async () => {
    const findings = await findingsOf(title, difference);
    if (named === null) return expect(findings).toEqual([]);
    const members = Object.entries(named).map(([name, value]) => [name, value instanceof RegExp ? expect.stringMatching(value) : value]);
    expect(findings).toMatchObject([Object.fromEntries(members)]);
  });

for (const [pages, accepted] of [
  [1, []],
  [2, ['authentication.rejects-after-good']],
] as const)
  test(`where people read pages, ${pages} of them in place of rejections ${pages === 1 ? 'accepts no credentials' : 'is an acceptance'}`, async () => {
    let shown = 0;
    const difference = answering('previewSmsTemplate', ({ headers }) => {
      if (headers.authorization !== undefined || shown === pages) return null;
      shown += 1;
      return answerOf(200, '<h1>Back soon</h1>');
    });
    const { failed } = await play('previewSmsTemplate: wrong credentials are rejected', difference);
    expect(shown).toBe(pages);
    expect(failed.map(({ requirement }) => requirement)).toEqual(expect.arrayContaining([...accepted]));
    if (accepted.length === 0) expect(failed).toEqual([]);
  });

test('ids that are not found for their percent signs are one finding, which doubts no setting', async () => {
  const encoded = ({ target }: PassingRequest) => (/^[^?]*%/.test(target) ? answerOf(404, {}) : null);
  const { result } = await play(/the typical answer|sent in another form/, { interpose: at(ENDPOINT_NAMES)(instead(encoded)) });
  const named =
    /^status 404: no id with a percent sign in the path is found, be it for `\/`, .* or a plain letter: \d of \d are not, \d others are$/;
  expect(shownIn(result)).toMatchObject([
    { requirement: 'http.success-is-200', actual: expect.stringMatching(named), consequences: ['http.success-is-2xx'] },
  ]);
});
