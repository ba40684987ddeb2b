import { boundedLifetimeFindings, type Lifetime, lifetimeFindings } from '../src/checks/expiry.ts';
import { distinctIdFindings, pathFindings } from '../src/checks/identity.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { isSuccess } from '../src/http/outcome.ts';
import { NotAssessed, need } from '../src/settings/not-assessed.ts';
import { answersAsDocumented } from './scenarios/answers.ts';
import { exampleRecord, recordOf } from './scenarios/records.ts';

answersAsDocumented(7);
answersAsDocumented(17);

conformance(
  'the embed is of the template in the path',
  { endpoint: 7, requirements: ['sms-template-embed.template-is-path', 'record.ids-are-distinct'] },
  async ({ implementation, check, record }) => {
    const exchanges = [await implementation.example(7), await implementation.freshExample(7)];
    const embeds = exchanges.map(recordOf);
    check('record.ids-are-distinct', distinctIdFindings(embeds), ...exchanges);
    const [embed] = embeds;
    const template = need(implementation.settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
    if (!embed || !Object.hasOwn(embed, 'sms_template'))
      record.notAssessed('sms-template-embed.template-is-path', 'The answer does not hold `sms_template`');
    else check('sms-template-embed.template-is-path', pathFindings(embed, 'sms_template', template), ...exchanges);
  },
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

conformance(
  'the embed lives as long as asked',
  { endpoint: 7, requirements: ['sms-template-embed.expires-as-asked'] },
  async ({ implementation, check }) => {
    const id = need(implementation.settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
    let firstFindings: { findings: ReturnType<typeof lifetimeFindings>; exchanges: Parameters<typeof recordOf>[0][] } | null = null;
    for (const lifetimes of LIFETIMES) {
      const business = implementation.settings.run.readOnly ? null : await implementation.freshExample(5);
      const exchanges = [];
      for (const seconds of lifetimes) exchanges.push(await implementation.client.send(7, { id, body: { expires_in: seconds } }));
      if (!exchanges.every(isSuccess)) continue;
      const clock = business && isSuccess(business) ? recordOf(business).created_at : undefined;
      const findings = lifetimeFindings(
        exchanges.map((exchange, index) => ({ seconds: lifetimes[index] ?? 0, expiresAt: recordOf(exchange).expires_at })),
        clock,
      );
      if (findings.length === 0) return check('sms-template-embed.expires-as-asked', [], ...exchanges);
      firstFindings ??= { findings, exchanges };
    }
    if (firstFindings === null) throw new NotAssessed('Every lifetime that was asked for was refused');
    check('sms-template-embed.expires-as-asked', firstFindings.findings, ...firstFindings.exchanges);
  },
);

/** Around the units in which lifetimes are counted (minutes, hours, days, weeks), and where milliseconds leave 31 and 32 bits. */
const MANY_LIFETIMES = [
  60, 600, 1800, 3600, 5400, 43_200, 86_400, 90_000, 172_800, 604_800, 700_000, 2_147_000, 2_148_000, 2_592_000, 4_300_000,
];

conformance(
  'no lifetime is taken for another',
  { endpoint: 7, requirements: ['sms-template-embed.expires-as-asked'], further: true },
  async ({ implementation, check }) => {
    const id = need(implementation.settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
    const accepted = [];
    for (const seconds of MANY_LIFETIMES) {
      const exchange = await implementation.client.send(7, { id, body: { expires_in: seconds } });
      if (isSuccess(exchange))
        accepted.push({ exchange, embed: { seconds, expiresAt: recordOf(exchange).expires_at, askedAt: exchange.startedAt } });
    }
    const embeds = accepted.map(({ embed }) => embed);
    // One that is as far from another as was asked lies between the bounds.
    const known = embeds.find((embed) => embeds.some((other) => other !== embed && areApart(embed, other)));
    if (known === undefined) throw new NotAssessed('No two lifetimes are as far apart as was asked; another check tells why');
    check('sms-template-embed.expires-as-asked', boundedLifetimeFindings(known, embeds), ...accepted.map(({ exchange }) => exchange));
  },
);

function areApart(one: Lifetime, other: Lifetime): boolean {
  try {
    return lifetimeFindings([one, other], undefined).length === 0;
  } catch (error) {
    if (error instanceof NotAssessed) return false;
    throw error;
  }
}

const questions = { endpoint: 7, requirements: [], observes: ['templates.default-expiry', 'templates.expiry-bounds'] };

conformance('which lifetimes are accepted', questions, async ({ implementation, observe }) => {
  const id = need(implementation.settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
  await exampleRecord(implementation, 7);
  const statuses = await Promise.all(
    [-1, 0, 1, 60, 86_400, 31_536_000, 2_147_483_648].map(async (seconds) => [
      seconds,
      (await implementation.client.send(7, { id, body: { expires_in: seconds } })).answer?.status ?? null,
    ]),
  );
  observe('templates.expiry-bounds', Object.fromEntries(statuses));
  const without = await implementation.client.send(7, { id, body: {} });
  const hour = await implementation.client.send(7, { id, body: { expires_in: 3600 } });
  const [open, known] = [without, hour].map((exchange) =>
    isSuccess(exchange) ? Date.parse(String(recordOf(exchange).expires_at)) : Number.NaN,
  );
  const seconds = Math.round(((open ?? Number.NaN) - (known ?? Number.NaN)) / 1000) + 3600;
  observe('templates.default-expiry', Number.isNaN(seconds) ? `status ${without.answer?.status}` : `${seconds} s`);
});
