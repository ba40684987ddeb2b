import { foundIn } from '../src/checks/finding.ts';
import { distinctRecordFindings } from '../src/checks/identity.ts';
import { differences } from '../src/checks/json-equality.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import { isSuccess } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { burstIsReadBack } from './scenarios/concurrency/burst.ts';
import { matchesOfBurstAreResolved } from './scenarios/concurrency/matching-burst.ts';
import { readsAtOnceAnswerTheirRecords } from './scenarios/concurrency/reads-at-once.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { ECHOED_MEMBERS } from './scenarios/echoed-members.ts';
import { firstBroken } from './scenarios/first-broken.ts';
import { recordOf } from './scenarios/records.ts';
import { mostInFlight, reportUnderLoad, sentBeside } from './scenarios/under-load.ts';

test('many reads at once answer the records that were asked for', readsAtOnceAnswerTheirRecords);

/** Under way at once. Each leaves a record. */
const CREATIONS = 10;

for (const name of ['createBusiness', 'createCampaign'] as const) {
  const [nameComesBack] = ECHOED_MEMBERS[name].name;
  test(
    `${name}: creations at once make different records, each with its own name`,
    scenario(
      covers(name, [nameComesBack, 'record.ids-are-distinct'], { category: 'properties' }),
      async ({ implementation, record, check, notAssessed, all }) => {
        const { call } = await creationWith(implementation, name, 'name');
        const created = await all(
          Array.from({ length: CREATIONS }, async () => {
            const body = renewed(implementation, call.body);
            return { sent: body.name, exchange: await sentBeside(() => implementation.client.send(name, { ...call, body })) };
          }),
        );
        const exchanges = created.map(({ exchange }) => exchange);
        const alone = () => implementation.client.send(name, { ...call, body: renewed(implementation, call.body) });
        await reportUnderLoad(record, name, exchanges, alone);
        const accepted = created
          .filter(({ exchange }) => isSuccess(exchange))
          .map(({ sent, exchange }) => ({ sent, exchange, record: recordOf(exchange) }));
        const [first] = accepted;
        if (first === undefined) throw new NotAssessed('None of the creations at once was accepted');
        const named = accepted.filter((creation) => Object.hasOwn(creation.record, 'name'));
        const beside = (wrong: number) => `alone: right; ${mostInFlight(exchanges)} in flight: ${wrong} of ${accepted.length} wrong`;
        const mixed = firstBroken(
          3,
          named,
          (creation) => foundIn(creation.exchange, differences(creation.sent, creation.record.name, '/name')),
          {
            beside,
          },
        );
        if (named.length === 0) notAssessed(nameComesBack, 'The answers do not hold `name`');
        else check({ [nameComesBack]: mixed });
        const repeated = distinctRecordFindings(accepted);
        const contrast = beside(repeated.length);
        check({ 'record.ids-are-distinct': { findings: repeated.slice(0, 3), exchanges: [first.exchange], contrast } });
      },
    ),
  );
}

test('every event of a burst can be read, with its own data', burstIsReadBack);
test('those events of a burst that match a customer are resolved, and no others', matchesOfBurstAreResolved);
