import { echoFindings, type Likeness } from '../../../src/checks/echo.ts';
import { foundIn } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { customersOf, ownedCustomers, update } from '../batch-update.ts';
import { creationWith, renewed } from '../echo.ts';
import { ECHOED_MEMBERS } from '../echoed-members.ts';
import { changesIn, exchangesOf, trackAndRead } from '../event-story.ts';
import { recordOf } from '../records.ts';

/** Lists of one item, of several, within each other and within objects. */
const LISTS = { one: ['a'], several: [1, 2, 2, 'b'], within: [[1, [2, 3]], { deep: ['x', 'y'] }], nested: { list: [true, null] } };

/** Sends the same twice, one after the other: lists that are appended to show in the second answer. */
async function lastOfTwo(send: () => Promise<Exchange>): Promise<Exchange> {
  const first = await send();
  if (!isSuccess(first)) throw new NotAssessed(`Lists in a free object are refused: ${outcome(first)}`);
  return send();
}

function checkLists(
  { check }: ScenarioContext,
  statement: StatementId,
  likeness: Likeness,
  answered: unknown,
  pointer: string,
  exchange: Exchange,
): void {
  if (answered === undefined) throw new NotAssessed('The answer does not hold `metadata`');
  check({ [statement]: foundIn(exchange, echoFindings(likeness, LISTS, answered, pointer)) }, exchange);
}

export function listsOfCreationComeBack(name: 'createBusiness' | 'createCampaign') {
  const [statement, likeness] = ECHOED_MEMBERS[name].metadata;
  return scenario(covers(name, statement, { optional: true }), async (context) => {
    const { implementation } = context;
    const { call } = await creationWith(implementation, name, 'metadata');
    const exchange = await lastOfTwo(() =>
      implementation.client.send(name, { ...call, body: { ...renewed(implementation, call.body), metadata: LISTS } }),
    );
    checkLists(context, statement, likeness, recordOf(exchange).metadata, '/metadata', exchange);
  });
}

export function listsOfUpdateComeBack() {
  const [statement, likeness] = ECHOED_MEMBERS.batchUpdateCustomers.metadata;
  return scenario(covers('batchUpdateCustomers', statement, { optional: true }), async (context) => {
    const [id = ''] = ownedCustomers(context.implementation);
    const exchange = await lastOfTwo(() => update(context.implementation, [{ id, metadata: LISTS }]));
    checkLists(context, statement, likeness, customersOf(exchange).get(id)?.metadata, '/customers/0/metadata', exchange);
  });
}

export const listsOfEventComeBack = scenario(
  covers('trackEvent', 'event.extra-is-tracked-data', { optional: true }),
  async ({ implementation, check }) => {
    const data = { ...implementation.settings.tracking.unmatchedData, ...LISTS };
    await trackAndRead(implementation, data);
    const second = await trackAndRead(implementation, data);
    const changes = changesIn(second, 'extra');
    if (changes === null) throw new NotAssessed('The event that was tracked could not be read');
    check({ 'event.extra-is-tracked-data': changes }, ...exchangesOf(second));
  },
);
