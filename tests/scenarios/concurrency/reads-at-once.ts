import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { askedIdFindings } from '../../../src/checks/identity.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { firstBroken } from '../first-broken.ts';
import { recordOf } from '../records.ts';
import { isBroken, mostInFlight, reportUnderLoad } from '../under-load.ts';
import { type ReadableCall, readableCalls } from './readable-calls.ts';

/** Requests under way at once. */
const IN_FLIGHT = 44;

interface Read {
  readonly name: EndpointName;
  readonly id: string;
  readonly exchange: Exchange;
}

export const readsAtOnceAnswerTheirRecords = scenario(
  covers(null, 'record.id-is-asked-id', { category: 'properties' }),
  async (context) => {
    const { implementation, record, all } = context;
    const calls = await readableCalls(implementation);
    if (calls.length < 2)
      throw new NotAssessed('Fewer than two records can be read', ['CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID', 'CES_PROJECT_DEFINED_EVENT_ID']);
    const read = async ({ name, call }: ReadableCall): Promise<Read> => ({
      name,
      id: call.id ?? '',
      exchange: await implementation.client.send(name, call),
    });
    const asked = Array.from({ length: IN_FLIGHT }, (_, index) => calls[(index * 7) % calls.length]);
    const answers = await all(asked.filter((call) => call !== undefined).map(read));
    const first = answers.find(({ exchange }) => isBroken(exchange));
    const exchanges = answers.map(({ exchange }) => exchange);
    if (first) await reportUnderLoad(record, first.name, exchanges, () => implementation.client.send(first.name, { id: first.id }));
    for (const { name } of calls)
      checkRecords(
        context,
        name,
        answers.filter((answer) => answer.name === name),
      );
  },
);

function checkRecords({ record, check }: ScenarioContext, name: EndpointName, answers: readonly Read[]): void {
  const whole = answers.filter(({ exchange }) => !isBroken(exchange));
  if (answers.length > 0 && whole.length === 0) {
    const reason = `With ${IN_FLIGHT} requests in flight, none was answered in order`;
    record.notAssessed('record.id-is-asked-id', reason, [], { endpoint: name });
    return;
  }
  const beside = (wrong: number) =>
    `alone: the right record; ${mostInFlight(answers.map(({ exchange }) => exchange))} in flight: ${wrong} of ${whole.length} wrong`;
  const wrong = firstBroken(3, whole, otherRecordFindings, { beside });
  check({ 'record.id-is-asked-id': { ...wrong, endpoint: name } });
}

/** That a record does not exist is said of it too, and wrong. No other answer without success says anything of a record. */
const NO_SUCH_RECORD = [404, 410];

function otherRecordFindings({ id, exchange }: Read): Finding[] {
  if (isSuccess(exchange)) return foundIn(exchange, askedIdFindings(recordOf(exchange), id));
  if (!NO_SUCH_RECORD.includes(exchange.answer?.status ?? 0)) return [];
  return foundIn(exchange, [{ expected: `${show(id)}, as when it is asked for alone`, actual: outcome(exchange) }]);
}
