import { askedIdDeviations, foundIn } from '../judging.ts';
import { type Call, type EndpointName, type Exchange, isSuccess } from '../library.ts';
import { recordOf, type ScenarioContext } from '../suite.ts';

export interface ReadableCall {
  readonly name: EndpointName;
  readonly call: Call;
}

export interface Read {
  readonly name: EndpointName;
  readonly id: string;
  readonly exchange: Exchange;
}

/** Lists take longest: what overtakes them moves every answer behind. */
const SLOW = ['listEmailAddresses', 'listEmailTemplateVariables'] as const;

/** Checks that reads over one connection that wait for no answer get theirs in order (RFC 9112 §9.3.2). A server may close the connection instead, so what gets no answer says nothing. Not sent where few may be under way at once. */
export async function checkPipelined({ implementation, session, check }: ScenarioContext, calls: readonly ReadableCall[]): Promise<void> {
  const { transport, baseUrl, settings } = session.run;
  if (settings.run.maxConnections !== null || transport.limitsOf(baseUrl).connections !== null) return;
  const slow = await Promise.all(
    SLOW.map(async (name) => (await implementation.typicalCalls(name)).slice(0, 1).map((call) => ({ name, call }))),
  );
  const all = [...slow.flat(), ...calls];
  const play = () => {
    const pipeline = {};
    const send = async ({ name, call }: ReadableCall) => {
      const ask = implementation.client.ask(name, call);
      return { name, id: call.id ?? '', ask, exchange: await ask.send({ urgent: true, pipeline }) };
    };
    return transport.undisturbed(baseUrl, () => Promise.all(all.map(send)));
  };
  const isWrong = ({ name, id, exchange }: Read) =>
    calls.some((one) => one.name === name) && isSuccess(exchange) && askedIdDeviations(recordOf(exchange), id).length > 0;
  const reads = await play();
  // What came to the wrong request is no answer to it.
  if (!reads.some(isWrong)) {
    for (const { ask, exchange } of reads) if (isSuccess(exchange)) ask.ended(exchange);
    return;
  }
  const again = await play();
  const wrong = again.filter(isWrong);
  const [first] = wrong;
  if (first === undefined) return;
  const contrast = `one after the other: right; over one connection, none waiting for the answers before it: ${wrong.length} of ${again.length} get the answer to another`;
  const deviations = foundIn(first.exchange, askedIdDeviations(recordOf(first.exchange), first.id));
  check({ 'record.id-is-asked-id': { deviations, exchanges: again.map(({ exchange }) => exchange), contrast, endpoint: first.name } });
}
