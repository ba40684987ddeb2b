import { MAY_CHANGE, stableReadDeviations } from '../../../src/checks/stability.ts';
import { none } from '../../../src/http/authorization.ts';
import { isPage } from '../../../src/http/body.ts';
import { MOST_PIPELINED } from '../../../src/http/connection.ts';
import { endOf } from '../../../src/http/exchange.ts';
import { type Deviation, orderDeviations, statusDeviations } from '../../judging.ts';
import { type EndpointName, type Exchange, isSuccess, READS } from '../../library.ts';
import { NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';
import { AFTER_GOOD, acceptedDeviations } from '../authentication/attempts.ts';
import { type Accepted, acceptedOf } from '../records.ts';

/** So much longer than the same reads took one after the other. */
const PIPELINED_MS = 3000;
const BETWEEN: readonly number[] = [401, 402, 403, 408, 421, 425, 429, 502, 503, 504];
/** Where the answers of a pipeline are mixed up, its answer differs. */
const SHOWS_MIXING = READS.find((name) => !MAY_CHANGE.includes(name));
const BEHIND_GOOD = 'sent over one connection, before the good request in front of it is answered';
const OVER_OTHERS = 'sent before the first is answered, on one connection; at once over connections of their own, the same are right';
/** Whoever refuses for the pace lets the next ones in after a usual read, which waits as long as was asked. */
const TURNS = 3;

/** A read and another one, sent over one connection before the first is answered, are answered in their order (RFC 9112 §9.3.2). */
export function pipelined(name: EndpointName) {
  return scenario(name, 'robustness.pipelined-requests', { optional: true }, async (context) => {
    const { implementation } = context;
    const { maxConnections, maxRps } = implementation.settings.run;
    const limits = { CES_MAX_CONNECTIONS: maxConnections, CES_MAX_RPS: maxRps };
    const tooLow = Object.entries(limits).flatMap(([variable, most]) => ((most ?? MOST_PIPELINED) < MOST_PIPELINED ? [variable] : []));
    if (tooLow.length > 0) throw new NotAssessed(`${MOST_PIPELINED} requests at once are too many`, tooLow);
    // What it needs is said by what cannot be read.
    await implementation.accepted(name);
    const from = READS.indexOf(name) & ~1;
    const names = READS.slice(from, from + 2);
    const series = await implementation.once(`pipelined ${names}`, async () => {
      const [one, other = one] = await acceptedOf(implementation, names);
      if (one === undefined || other === undefined) throw new NotAssessed('Nothing can be read');
      // Each comes behind another one.
      const reads = [one, other, one];
      return { reads, exchanges: await pipelinedAnswers(context, reads) };
    });
    const { reads, exchanges } = series;
    const wrongIn = (answers: readonly Exchange[], expected: readonly Exchange[]) =>
      reads.flatMap((read, index) => (read.name === name ? deviationsOf(name, expected[index], answers[index]) : []));
    const isAsBefore =
      wrongIn(
        exchanges,
        reads.map((read) => read.exchange),
      ).length === 0;
    const deviations = isAsBefore ? [] : await wrongTwice(context, series, wrongIn);
    context.check({ 'robustness.pipelined-requests': { deviations, exchanges, contrast: OVER_OTHERS } });
    // What checks credentials is one for all, so one read shows it: the one whose answers were compared above.
    const own = reads.find((read) => read.name === name);
    const { account } = implementation.client.environment;
    if (deviations.length > 0 || own === undefined || name !== SHOWS_MIXING || !account.takesGuesses) return;
    const [good, bare] = await sentTogether(context, [own, { ...own, call: { ...own.call, authorization: none } }]);
    // A guard may count it.
    if (bare !== undefined) account.rejected(endOf(bare), false);
    if (good !== undefined && bare !== undefined && isSuccess(bare))
      context.record.alsoFailed(AFTER_GOOD, name, acceptedDeviations('no credentials'), [good, bare], BEHIND_GOOD);
  });
}

interface Series {
  readonly reads: readonly Accepted[];
  readonly exchanges: readonly Exchange[];
}

type WrongIn = (answers: readonly Exchange[], expected: readonly Exchange[]) => Deviation[];

/** What is wrong beside the same reads at once over connections of their own, and is so again while those stay as they are. */
async function wrongTwice(context: ScenarioContext, { reads, exchanges }: Series, wrongIn: WrongIn): Promise<Deviation[]> {
  const { client } = context.implementation;
  const apart = async () => {
    const answers = await Promise.all(reads.map(({ name, call }) => client.send(name, { ...call, freshConnection: true })));
    if (!answers.every(isSuccess)) throw new NotAssessed('Reads at once do not succeed');
    return answers;
  };
  const before = await apart();
  const deviations = wrongIn(exchanges, before);
  if (deviations.length === 0) return [];
  const again = await pipelinedAnswers(context, reads);
  if (wrongIn(again, before).length === 0 || wrongIn(await apart(), before).length > 0)
    throw new NotAssessed('An answer was wrong once, and not so again');
  return deviations;
}

/** Beside nothing else, so that nothing else is to blame. */
function sentTogether({ implementation, session }: ScenarioContext, reads: readonly Accepted[]): Promise<Exchange[]> {
  const { client } = implementation;
  const { transport, baseUrl } = session.run;
  const timeoutMs = reads.reduce((sum, { exchange }) => sum + exchange.durationMs, PIPELINED_MS);
  return transport.undisturbed(baseUrl, () => {
    const pipeline = { left: reads.length };
    return Promise.all(
      reads.map(async ({ name, call }) => {
        const ask = client.ask(name, call);
        const exchange = await ask.send({ urgent: true, timeoutMs, pipeline });
        ask.ended(exchange);
        return exchange;
      }),
    );
  });
}

/** Answers that show what becomes of a pipeline. @throws NotAssessed where something else may be to blame */
async function pipelinedAnswers(context: ScenarioContext, reads: readonly Accepted[], turn = 1): Promise<readonly Exchange[]> {
  const answers = await sentTogether(context, reads);
  // A status for the pace, the account or the connection comes from whoever stands between.
  if (answers.some((exchange) => isPage(exchange) || BETWEEN.includes(exchange.answer?.status ?? 0))) {
    const [one] = reads;
    if (one === undefined || turn === TURNS) throw new NotAssessed('One was refused for something else than what it asks');
    await context.implementation.client.send(one.name, one.call);
    return pipelinedAnswers(context, reads, turn + 1);
  }
  if (answers.some((exchange, index) => answers.slice(0, index).some((earlier) => exchange.startedAt > endOf(earlier))))
    throw new NotAssessed('One was answered before the next was sent');
  // A server may close a connection at any time (RFC 9112 §9.5).
  if (answers.some(({ failure, resentAfter }) => failure?.kind === 'reset' || resentAfter !== undefined))
    throw new NotAssessed('The connection was closed meanwhile');
  return answers;
}

function deviationsOf(name: EndpointName, expected: Exchange | undefined, exchange: Exchange | undefined): Deviation[] {
  if (expected === undefined || exchange === undefined) return [];
  if (exchange.failure !== null) return orderDeviations(exchange);
  if (!isSuccess(exchange)) return [...statusDeviations(exchange, name)];
  return MAY_CHANGE.includes(name) ? [] : stableReadDeviations(name, expected, exchange);
}
