import { show } from '../src/checks/finding.ts';
import { askedIdFindings, distinctIdFindings } from '../src/checks/identity.ts';
import { differences } from '../src/checks/json-equality.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { burstIsReadBack } from './scenarios/concurrency/burst.ts';
import { matchesOfBurstAreResolved } from './scenarios/concurrency/matching-burst.ts';
import { type ReadableCall, readableCalls } from './scenarios/concurrency/readable-calls.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { ECHOED_MEMBERS } from './scenarios/echoed-members.ts';
import { firstBroken } from './scenarios/first-broken.ts';
import { recordOf } from './scenarios/records.ts';

/** Requests under way at once, and how often the lot is repeated. */
const IN_FLIGHT = 48;
const ROUNDS = 3;

test(
  'many reads at once answer the records that were asked for',
  covers(null, 'record.id-is-asked-id', { category: 'properties' }),
  scenario(async ({ implementation, record, all }) => {
    const calls = await readableCalls(implementation);
    if (calls.length < 2)
      throw new NotAssessed('Fewer than two records can be read', ['CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID', 'CES_PROJECT_DEFINED_EVENT_ID']);
    const read = async ({ name, call }: ReadableCall) => ({
      name,
      id: call.id ?? '',
      exchange: await implementation.client.send(name, call),
    });
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: IN_FLIGHT }, (_, index) => calls[(index * 7 + round) % calls.length]);
      answers.push(...(await all(asked.filter((call) => call !== undefined).map(read))));
    }
    for (const { name } of calls) {
      const wrong = firstBroken(
        3,
        answers.filter((answer) => answer.name === name),
        ({ id, exchange }) =>
          isSuccess(exchange)
            ? askedIdFindings(recordOf(exchange), id)
            : [{ expected: `${show(id)}, as when it is asked for alone`, actual: outcome(exchange) }],
        ({ exchange }) => [exchange],
      );
      record.check('record.id-is-asked-id', wrong.findings, { endpoint: name, exchanges: wrong.exchanges });
    }
  }),
);

for (const name of ['createBusiness', 'createCampaign'] as const) {
  const [nameComesBack] = ECHOED_MEMBERS[name].name;
  test(
    `${name}: creations at once make different records, each with its own name`,
    covers(name, [nameComesBack, 'record.ids-are-distinct'], { category: 'properties' }),
    scenario(async ({ implementation, check, notAssessed, all }) => {
      const { call } = await creationWith(implementation, name, 'name');
      const created: { sent: unknown; exchange: Exchange }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const batch = Array.from({ length: IN_FLIGHT / 2 }, async () => {
          const body = renewed(implementation, call.body);
          return { sent: body.name, exchange: await implementation.client.send(name, { ...call, body }) };
        });
        created.push(...(await all(batch)));
      }
      const accepted = created
        .filter(({ exchange }) => isSuccess(exchange))
        .map(({ sent, exchange }) => ({ sent, exchange, answered: recordOf(exchange) }));
      if (accepted.length === 0) throw new NotAssessed('None of the creations at once was accepted');
      const named = accepted.filter(({ answered }) => Object.hasOwn(answered, 'name'));
      const mixed = firstBroken(
        3,
        named,
        ({ sent, answered }) => differences(sent, answered.name, '/name'),
        ({ exchange }) => [exchange],
      );
      if (named.length === 0) notAssessed(nameComesBack, 'The answers do not hold `name`');
      else check({ [nameComesBack]: mixed.findings }, ...mixed.exchanges);
      const findings = distinctIdFindings(accepted.map(({ answered }) => answered)).slice(0, 3);
      check({ 'record.ids-are-distinct': findings }, ...accepted.slice(0, 2).map(({ exchange }) => exchange));
    }),
  );
}

test('every event of a burst can be read, with its own data', ...burstIsReadBack());
test('those events of a burst that match a customer are resolved, and no others', ...matchesOfBurstAreResolved());
