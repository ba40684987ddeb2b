import { MAY_CHANGE, stableReadDeviations } from '../../../src/checks/stability.ts';
import { MOST_PIPELINED } from '../../../src/http/connection.ts';
import { endOf } from '../../../src/http/exchange.ts';
import { type Deviation, orderDeviations, statusDeviations } from '../../judging.ts';
import { type Call, type EndpointName, type Exchange, isSuccess, READS } from '../../library.ts';
import { ifPossible, NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';

/** Longer than any read here, beside the same that was answered in time just before. */
const PIPELINED_MS = 3000;
const OVER_OTHERS = 'sent before the first is answered, on one connection; at once over connections of their own, the same are right';

interface Read {
  readonly name: EndpointName;
  readonly call: Call;
}

interface Series {
  readonly reads: readonly Read[];
  /** As they are answered at once, over a connection each. */
  readonly apart: readonly Exchange[];
  readonly together: readonly Exchange[];
}

/** A read and another one, sent over one connection before the first is answered, are answered in their order (RFC 9112 §9.3.2). */
export function pipelined(name: EndpointName) {
  return scenario(name, 'robustness.pipelined-requests', { optional: true }, async (context) => {
    const { maxConnections } = context.implementation.settings.run;
    if (maxConnections !== null && maxConnections < MOST_PIPELINED)
      throw new NotAssessed(`${MOST_PIPELINED} requests at once are too many`, ['CES_MAX_CONNECTIONS']);
    // What it needs is said by what cannot be read.
    await context.implementation.accepted(name);
    const first = await seriesOf(context, name);
    const at = first.reads.findLastIndex((read) => read.name === name);
    const deviations = differing(first, at);
    const again = deviations.length === 0 ? first : await played(context, first.reads);
    const isSteady = again.apart.every((exchange, index) => isSuccess(exchange) && isSame(first, index, exchange));
    if (!isSteady || (deviations.length > 0 && differing(again, at).length === 0))
      throw new NotAssessed('An answer was wrong once, and not so again');
    context.check({ 'robustness.pipelined-requests': { deviations, exchanges: first.together, contrast: OVER_OTHERS } });
  });
}

/** The endpoint's read around that of its neighbour among the reads, or around itself where there is none. */
async function seriesOf(context: ScenarioContext, name: EndpointName): Promise<Series> {
  const { implementation } = context;
  const from = READS.indexOf(name) & ~1;
  const names = READS.slice(from, from + 2);
  return implementation.once(`pipelined ${names}`, async () => {
    const all = await Promise.all(names.map(async (each) => ({ name: each, accepted: await ifPossible(implementation.accepted(each)) })));
    const reads = all.flatMap(({ name, accepted }) => (accepted && isSuccess(accepted.exchange) ? [{ name, call: accepted.call }] : []));
    const [one, other = one] = reads;
    if (one === undefined || other === undefined) throw new NotAssessed('Nothing can be read');
    // Each comes behind another one.
    return played(context, [one, other, one]);
  });
}

/** Beside nothing else, so that nothing else is to blame. */
async function played({ implementation: { client }, session: { run } }: ScenarioContext, reads: readonly Read[]): Promise<Series> {
  const send = async ({ name, call }: Read, how: Parameters<ReturnType<typeof client.ask>['send']>[0]) => {
    const ask = client.ask(name, call);
    const exchange = await ask.send({ urgent: true, ...how });
    ask.ended(exchange);
    return exchange;
  };
  const series = await run.transport.undisturbed(run.baseUrl, async () => {
    const apart = await Promise.all(reads.map((read) => send(read, { freshConnection: true })));
    const pipeline = { left: reads.length };
    const together = await Promise.all(reads.map((read) => send(read, { timeoutMs: PIPELINED_MS, pipeline })));
    return { reads, apart, together };
  });
  const [one, other] = series.together;
  if (!series.apart.every(isSuccess)) throw new NotAssessed('Reads at once do not succeed');
  if (one && other && other.startedAt > endOf(one)) throw new NotAssessed('The first was answered before the second was sent');
  // A server may close a connection at any time (RFC 9112 §9.5).
  if (series.together.some(({ failure }) => failure?.kind === 'reset')) throw new NotAssessed('The connection was closed meanwhile');
  return series;
}

function differing({ reads, apart, together }: Series, index: number): Deviation[] {
  const [read, alone, exchange] = [reads[index], apart[index], together[index]];
  if (read === undefined || alone === undefined || exchange === undefined) throw new NotAssessed('It cannot be read');
  if (exchange.failure !== null) return orderDeviations(exchange);
  const own = MAY_CHANGE.includes(read.name) ? [] : stableReadDeviations(read.name, alone, exchange);
  return [...(isSuccess(exchange) ? own : statusDeviations(exchange, read.name))];
}

function isSame({ reads, apart }: Series, index: number, exchange: Exchange): boolean {
  const [read, before] = [reads[index], apart[index]];
  return (
    read !== undefined &&
    before !== undefined &&
    (MAY_CHANGE.includes(read.name) || stableReadDeviations(read.name, before, exchange).length === 0)
  );
}
