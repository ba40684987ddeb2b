import {
  boundedLifetimeDeviations,
  defaultLifetime,
  isDatedByClock,
  type Lifetime,
  lifetimeDeviations,
  reusedWords,
} from '../src/checks/expiry.ts';
import { RIGHT_ALONE } from '../src/checks/run-history.ts';
import { type Deviation, differences, foundIn, pathDeviations } from './judging.ts';
import { type Exchange, type Implementation, isSuccess, mediaTypeOf, sleep } from './library.ts';
import { takesNothingOver } from './scenarios/members-taken-over.ts';
import { firstBrokenAtOnce, mostInFlight } from './scenarios/under-load.ts';
import { usualOf } from './scenarios/usual.ts';
import { ifPossible, type Judged, NotAssessed, need, recordOf, scenario, test } from './suite.ts';

for (const name of ['createSmsTemplateEmbed', 'previewSmsTemplate'] as const)
  for (const [claim, covered] of usualOf(name)) test(`${name}: ${claim}`, covered);

test('createSmsTemplateEmbed: a request takes over no member that only the service writes', takesNothingOver('createSmsTemplateEmbed'));

test(
  'a preview is answered when only JSON is accepted',
  scenario('previewSmsTemplate', 'templates.preview-as-json', async ({ implementation, observe }) => {
    const { answer } = await implementation.client.send('previewSmsTemplate', {
      id: smsTemplateId(implementation),
      headers: { accept: 'application/json' },
    });
    observe({ 'templates.preview-as-json': answer && { status: answer.status, mediaType: mediaTypeOf(answer) } });
  }),
);

test(
  'an embed is of the template in the path',
  scenario(
    'createSmsTemplateEmbed',
    ['sms-template-embed.template-is-path', 'sms-template-embed.business-is-steady', 'templates.embed-is-renewed'],
    async ({ implementation, check, observe, notAssessed }) => {
      const first = await implementation.example('createSmsTemplateEmbed');
      const second = await implementation.another('createSmsTemplateEmbed');
      const [embed, other] = [recordOf(first), recordOf(second)];
      // A template may have one embed, which is made anew under its id (docs/reading-rules.md, rule 8).
      observe({ 'templates.embed-is-renewed': other.id === embed.id ? 'no, it is renewed under its id' : 'yes' });
      if (Object.hasOwn(embed, 'business') && Object.hasOwn(other, 'business')) {
        const differing = differences(embed.business, other.business, '/business');
        check({ 'sms-template-embed.business-is-steady': foundIn(second, differing) }, first, second);
      } else notAssessed('sms-template-embed.business-is-steady', 'The answers do not hold `business`');
      if (!Object.hasOwn(embed, 'sms_template')) throw new NotAssessed('The answer does not hold `sms_template`');
      const deviations = foundIn(first, pathDeviations(embed, 'sms_template', smsTemplateId(implementation)));
      check({ 'sms-template-embed.template-is-path': deviations }, first);
    },
  ),
);

/** Lifetimes in seconds to ask for; the bounds are not shown, so a pair that is refused or held to a bound gives way to the next. */
const LIFETIMES = [
  [600, 1800],
  [300, 600],
  [3600, 7200],
  [86_400, 172_800],
  [60, 240],
  [604_800, 1_209_600],
] as const;

test(
  'an embed lives as long as asked',
  scenario('createSmsTemplateEmbed', 'sms-template-embed.expires-as-asked', async ({ implementation, session, check }) => {
    const id = smsTemplateId(implementation);
    const made = await ifPossible(implementation.example('createBusiness'));
    const isOneClock = made !== null && isDatedByClock(made);
    const apart = () => session.run.ledger.creationTimes.apartMs;
    let broken: Judged | null = null;
    for (const lifetimes of LIFETIMES) {
      const embeds = [];
      for (const seconds of lifetimes) embeds.push({ seconds, exchange: await embedFor(implementation, id, seconds) });
      const exchanges = embeds.map(({ exchange }) => exchange);
      if (!exchanges.every(isSuccess)) continue;
      const deviations = lifetimeDeviations(embeds, { isOneClock, apartMs: apart() });
      if (deviations.length === 0) {
        // One that lives long enough already is none that lives as long as asked.
        const again = await embedFor(implementation, id, lifetimes[0]);
        if (!isSuccess(again)) return check({ 'sms-template-embed.expires-as-asked': [] }, ...exchanges);
        const shorter = { seconds: lifetimes[0], exchange: again };
        return check(
          { 'sms-template-embed.expires-as-asked': lifetimeDeviations([...embeds.slice(1), shorter], { apartMs: apart() }) },
          ...exchanges,
          again,
        );
      }
      const [earlier = {}, later = {}] = exchanges.map(recordOf);
      const contrast = reusedWords(earlier, later);
      broken ??= { deviations, exchanges, ...(contrast !== undefined && { contrast }) };
    }
    if (broken === null) throw new NotAssessed('Every lifetime that was asked for was refused');
    check({ 'sms-template-embed.expires-as-asked': broken });
  }),
);

/** Around the units in which lifetimes are counted (minutes, hours, days, weeks, half a year, in which clocks are changed), and where milliseconds leave 31 and 32 bits. */
const MANY_LIFETIMES = [60, 5400, 43_200, 90_000, 604_800, 700_000, 2_147_000, 2_148_000, 4_300_000, 15_552_000, 15_700_000];

/** Until noon of the last day of this year, and of the first of the next: who takes the year of the week for that of the day is a year off. */
const untilNewYear = () =>
  [31, 32]
    .map((day) => Math.round((Date.UTC(new Date().getUTCFullYear(), 11, day, 12) - Date.now()) / 1000))
    .filter((seconds) => seconds > 60);

/** Asked for one after another, and so often again, until no other request touched them. */
const [MOST_TRIES, PAUSE_MS] = [3, 300];
const KNOWN_LIFETIMES = [600, 3600] as const;

/** Beyond what a service may take: whether it does, is recorded. */
const AT_THE_LIMITS = [-1, 0, 31_536_000, 2_147_483_648];

test(
  'embeds made at once have templates and lifetimes of their own',
  scenario(
    'createSmsTemplateEmbed',
    [
      ...(['sms-template-embed.template-is-path', 'sms-template-embed.expires-as-asked'] as const),
      ...(['templates.default-expiry', 'templates.expiry-bounds'] as const),
    ],
    { optional: true },
    async ({ implementation, session, check, observe, all }) => {
      const first = smsTemplateId(implementation);
      const templates = [first, await secondTemplateId(implementation, first)];
      const make = async (seconds: number, template = first, alone = false) => {
        const exchange = await embedFor(implementation, template, seconds, alone);
        return { template, seconds, exchange };
      };
      const makeKnown = async () => {
        const made = [];
        for (const seconds of KNOWN_LIFETIMES) made.push(await make(seconds));
        return made;
      };
      let known = await makeKnown();
      // What the run asks for beside it may have come between, where a service mixes requests up.
      for (let time = 0; time < MOST_TRIES && !isAsAsked(known); time += 1) {
        await sleep(PAUSE_MS);
        known = await makeKnown();
      }
      const without = await implementation.client.send('createSmsTemplateEmbed', { id: first, body: {} });
      const lifetime = defaultLifetime(without, known.at(-1));
      observe({ 'templates.default-expiry': Number.isNaN(lifetime) ? `status ${without.answer?.status}` : `${lifetime} s` });
      const limits = await all(AT_THE_LIMITS.map((seconds) => make(seconds)));
      const atOnce = await all([...MANY_LIFETIMES, ...untilNewYear()].map((seconds, index) => make(seconds, templates[index % 2])));
      // What depends on the day would drift from run to run.
      const fixed = [...limits, ...known, ...atOnce.slice(0, MANY_LIFETIMES.length)];
      const statuses = fixed.map(({ seconds, exchange }) => [seconds, exchange.answer?.status ?? null] as const);
      observe({ 'templates.expiry-bounds': Object.fromEntries(statuses) });
      const accepted = [...known, ...atOnce]
        .filter(({ exchange }) => isSuccess(exchange))
        .map((one) => ({ ...one, embed: recordOf(one.exchange) }));
      // A template may have one embed, which is made anew under its id: its last expiry is any of them.
      const idsOf = (embeds: readonly Lifetime[]) => new Set(embeds.map(({ exchange }) => recordOf(exchange).id)).size;
      const areRenewed = idsOf(known) < known.length || !known.every(({ exchange }) => isSuccess(exchange));
      if (areRenewed && idsOf(accepted) < accepted.length) throw new NotAssessed('Embeds made at once share an id');
      const mixed = await firstBrokenAtOnce(
        accepted,
        { most: 1 },
        async (one) => ({ ...one, ...(await make(one.seconds, one.template, true)) }),
        ({ template, exchange }) => {
          const embed = recordOf(exchange);
          return Object.hasOwn(embed, 'sms_template') ? foundIn(exchange, pathDeviations(embed, 'sms_template', template)) : [];
        },
      );
      check({ 'sms-template-embed.template-is-path': mixed });
      const { apartMs } = session.run.ledger.creationTimes;
      // One that is as far from another as was asked lies between the bounds.
      const within = accepted.find((embed) => accepted.some((other) => other !== embed && areApart(embed, other, apartMs)));
      if (within === undefined) throw new NotAssessed('No two lifetimes are as far apart as was asked; another check tells why');
      const deviations = boundedLifetimeDeviations(within, accepted, apartMs);
      // Those that the service held to its own bounds are not as asked.
      const right = accepted.filter((embed) => embed === within || areApart(within, embed, apartMs));
      const asAsked = `as asked: ${right.map(({ seconds }) => `${seconds} s`).join(', ')}`;
      const wrong = deviations.length === 0 ? undefined : accepted.find((embed) => !right.includes(embed));
      const alone = wrong && (await ifPossible(make(wrong.seconds, wrong.template, true)));
      const isOfLoad = alone && isSuccess(alone.exchange) && areApart(within, alone, apartMs);
      const exchanges = isOfLoad ? atOnce.map(({ exchange }) => exchange) : [];
      const sharing = accepted.filter(({ embed }) => accepted.some((other) => other.embed !== embed && other.embed.id === embed.id)).length;
      const shared = sharing > 0 ? `; ${sharing} share an id with another one` : '';
      const load = `${RIGHT_ALONE}${mostInFlight(exchanges)} in flight: ${accepted.length - right.length} of ${accepted.length} wrong${shared}`;
      const asAskedBut = (found: readonly Deviation[]) =>
        isOfLoad ? load : `${asAsked}; not so: ${found.slice(0, MOST_TOLD).map(lifeOf).join(', ')}`;
      check({ 'sms-template-embed.expires-as-asked': { deviations, exchanges, contrast: asAskedBut(deviations) } });
      // A lifetime may be cut, or left to the service. It does not come out shorter than a short one, as where a number has too few bits.
      const long = limits.filter(({ seconds, exchange }) => seconds > within.seconds && isSuccess(exchange));
      const cut = long.flatMap((one) => boundedLifetimeDeviations(within, [within, one], apartMs));
      check({ 'sms-template-embed.expires-as-asked': { deviations: cut, contrast: asAskedBut([...deviations, ...cut]) } });
    },
  ),
);

const MOST_TOLD = 4;

/** *90000 s (3600 s, 1 day too early)* */
const lifeOf = ({ expected, actual }: Deviation): string => `${/\d+ s/.exec(expected)?.[0]} (${actual.replace(/^"[^"]*", /, '')})`;

/** Whether two that were made one after the other live as long as was asked. */
function isAsAsked(known: readonly Lifetime[]): boolean {
  const [one, other] = known.filter(({ exchange }) => isSuccess(exchange));
  return one === undefined || other === undefined || areApart(one, other);
}

function smsTemplateId({ settings }: Implementation): string {
  return need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
}

/** The other template, if an embed of it alone is its own: where it is not, another check tells. Else the first. */
async function secondTemplateId(implementation: Implementation, first: string): Promise<string> {
  const { otherSmsTemplateId: other } = implementation.settings.fixtures;
  if (other === null) return first;
  const exchange = await embedFor(implementation, other, 3600);
  return isSuccess(exchange) && recordOf(exchange).sms_template === other ? other : first;
}

function embedFor({ client }: Implementation, id: string, seconds: number, alone = false): Promise<Exchange> {
  return client.send('createSmsTemplateEmbed', { id, body: { expires_in: seconds }, ...(alone && { alone }) });
}

/** Whether two embeds expire as far apart as was asked; not so where their times do not show it. */
function areApart(one: Lifetime, other: Lifetime, apartMs = 0): boolean {
  try {
    return lifetimeDeviations([one, other], { apartMs }).length === 0;
  } catch (error) {
    if (error instanceof NotAssessed) return false;
    throw error;
  }
}
