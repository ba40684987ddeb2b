import { MAY_CHANGE, stableReadDeviations } from '../../../src/checks/stability.ts';
import type { Going } from '../../../src/client/ask.ts';
import { isPage } from '../../../src/http/body.ts';
import { MOST_PIPELINED } from '../../../src/http/connection.ts';
import { endOf } from '../../../src/http/exchange.ts';
import { type Deviation, orderDeviations, statusDeviations } from '../../judging.ts';
import { type Call, type EndpointName, type Exchange, isSuccess, READS } from '../../library.ts';
import { ifPossible, NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';

/** Longer than any read here, beside the same that was answered in time just before. */
const PIPELINED_MS = 3000;
const BETWEEN: readonly number[] = [401, 402, 403, 408, 421, 425, 429, 502, 503, 504];
const OVER_OTHERS = 'sent before the first is answered, on one connection; at once over connections of their own, the same are right';

interface Read {
  readonly name: EndpointName;
  readonly call: Call;
}

interface Pipelined extends Read {
  /** As it is answered at once with the others, over a connection of its own. */
  readonly apart: Exchange;
  readonly exchange: Exchange;
}

/** A read and another one, sent over one connection before the first is answered, are answered in their order (RFC 9112 §9.3.2). */
export function pipelined(name: EndpointName) {
  return scenario(name, 'robustness.pipelined-requests', { optional: true }, async (context) => {
    const { maxConnections } = context.implementation.settings.run;
    if (maxConnections !== null && maxConnections < MOST_PIPELINED)
      throw new NotAssessed(`${MOST_PIPELINED} requests at once are too many`, ['CES_MAX_CONNECTIONS']);
    // What it needs is said by what cannot be read.
    await context.implementation.accepted(name);
    const series = await seriesOf(context, name);
    const ofName = (all: readonly Pipelined[]) => all.flatMap((one) => (one.name === name ? wrongIn(one) : []));
    const deviations = ofName(series);
    if (deviations.length > 0) {
      const again = await played(context, series);
      const isSteady = again.every((one, index) => changed(one.name, series[index]?.apart ?? one.apart, one.apart).length === 0);
      if (!isSteady || ofName(again).length === 0) throw new NotAssessed('An answer was wrong once, and not so again');
    }
    const exchanges = series.map(({ exchange }) => exchange);
    context.check({ 'robustness.pipelined-requests': { deviations, exchanges, contrast: OVER_OTHERS } });
  });
}

/** The endpoint's read around that of its neighbour among the reads, or around itself where there is none. */
async function seriesOf(context: ScenarioContext, name: EndpointName): Promise<Pipelined[]> {
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
async function played({ implementation: { client }, session: { run } }: ScenarioContext, reads: readonly Read[]): Promise<Pipelined[]> {
  const send = async (how: Going) =>
    Promise.all(
      reads.map(async ({ name, call }) => {
        const ask = client.ask(name, call);
        const exchange = await ask.send({ urgent: true, ...how });
        ask.ended(exchange);
        return { name, call, exchange };
      }),
    );
  const [apart, together] = await run.transport.undisturbed(run.baseUrl, async () => [
    await send({ freshConnection: true }),
    await send({ timeoutMs: PIPELINED_MS, pipeline: { left: reads.length } }),
  ]);
  if (!apart?.every(({ exchange }) => isSuccess(exchange))) throw new NotAssessed('Reads at once do not succeed');
  const isLate = ({ exchange }: { readonly exchange: Exchange }, index: number, all: readonly { readonly exchange: Exchange }[]) =>
    all.slice(0, index).some((earlier) => exchange.startedAt > endOf(earlier.exchange));
  if (together?.some(isLate)) throw new NotAssessed('One was answered before the next was sent');
  // A server may close a connection at any time (RFC 9112 §9.5).
  if (together?.some(({ exchange }) => exchange.failure?.kind === 'reset')) throw new NotAssessed('The connection was closed meanwhile');
  // A status for the pace, the account or the connection comes from whoever stands between.
  if (together?.some(({ exchange }) => isPage(exchange) || BETWEEN.includes(exchange.answer?.status ?? 0)))
    throw new NotAssessed('One was refused for something else than what it asks');
  return (together ?? []).map((read, index) => ({ ...read, apart: apart[index]?.exchange ?? read.exchange }));
}

function wrongIn({ name, apart, exchange }: Pipelined): Deviation[] {
  if (exchange.failure !== null) return orderDeviations(exchange);
  return isSuccess(exchange) ? changed(name, apart, exchange) : [...statusDeviations(exchange, name)];
}

const changed = (name: EndpointName, before: Exchange, exchange: Exchange): Deviation[] =>
  MAY_CHANGE.includes(name) ? [] : stableReadDeviations(name, before, exchange);
