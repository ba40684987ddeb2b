import { RIGHT_ALONE } from '../../src/checks/run-history.ts';
import { SURE } from '../../src/client/only-here.ts';
import { stranger } from '../../src/http/authorization.ts';
import { UNAUTHORISED } from '../../src/http/exchange.ts';
import { foundIn, statusStatement } from '../judging.ts';
import { type Call, type EndpointName, type Exchange, isSuccess, outcome } from '../library.ts';
import type { ScenarioContext } from '../suite.ts';
import { mostInFlight } from './under-load.ts';

/** Requests at once, tries, and requests one by one, each over a connection of its own: one of several machines may not know the credentials. */
const [AT_ONCE, TRIES, ALONE] = [64, 6, 24];
/** No more are sent one by one: a refusal that is rarer is not told from chance. */
const MOST_ALONE = 240;
/** At once where nothing was refused so in the run: each second one with wrong credentials. */
const SAMPLE = 24;

const isRefused = ({ answer }: Exchange): boolean => answer?.status === UNAUTHORISED;

/**
 * Good credentials that are refused only where several requests come together: what compares them is shared. It is held against the service where it
 * happens twice, while many are accepted one by one before and between.
 * @param isSuspected it happened in the run
 */
export async function checkGoodAtOnce(
  { record, implementation }: ScenarioContext,
  [name, call]: readonly [EndpointName, Call],
  isSuspected: boolean,
): Promise<void> {
  // Past the policy for what is refused, which sends it again.
  const read = async (isAlone = false, own: Call = call): Promise<Exchange> => {
    const ask = implementation.client.ask(name, own);
    const exchange = await ask.send({ showsNoLoad: true, ...(isAlone && { alone: true, freshConnection: true }) });
    ask.ended(exchange);
    return exchange;
  };
  const areAcceptedAlone = async (count = ALONE): Promise<boolean> => {
    for (let turn = 0; turn < count; turn += 1) if (!isSuccess(await read(true))) return false;
    return true;
  };
  const { takesGuesses } = implementation.client.environment.account;
  const guess = { ...call, authorization: stranger() };
  // What is decoded in one place for all may be that of a wrong one beside it.
  const goodAtOnce = async (count: number, isMixed: boolean): Promise<Exchange[]> => {
    const isGood = (index: number) => !isMixed || index % 2 === 0;
    const sent = Array.from({ length: count }, (_, index) => read(false, isGood(index) ? call : guess));
    return (await Promise.all(sent)).filter((_, index) => isGood(index));
  };
  const seen = { good: 0, refused: 0 };
  const refusedAtOnce = async (): Promise<Exchange[] | null> => {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const exchanges = await goodAtOnce(AT_ONCE, takesGuesses && turn % 2 === 1);
      seen.good += exchanges.length;
      seen.refused += exchanges.filter(isRefused).length;
      if (exchanges.some(isRefused)) return exchanges;
    }
    return null;
  };
  const isFree = takesGuesses && implementation.settings.run.maxRequests === null;
  if (!isSuspected && !(isFree && (await goodAtOnce(SAMPLE, true)).some(isRefused))) return;
  if (!(await areAcceptedAlone()) || (await refusedAtOnce()) === null || !(await areAcceptedAlone())) return;
  const exchanges = await refusedAtOnce();
  const refused = exchanges?.filter(isRefused) ?? [];
  const [first] = refused;
  if (exchanges === null || first === undefined) return;
  const enough = Math.ceil((SURE * seen.good) / seen.refused);
  if (enough > MOST_ALONE || !(await areAcceptedAlone(Math.max(0, enough - 2 * ALONE)))) return;
  const contrast = `${RIGHT_ALONE}${mostInFlight(exchanges)} in flight: ${refused.length} of ${exchanges.length} refused, twice; ${Math.max(enough, 2 * ALONE)} one by one, over connections of their own: none`;
  const expected = 'a success, as with the same credentials one by one';
  record.alsoFailed(statusStatement(name), name, foundIn(first, [{ expected, actual: outcome(first) }]), exchanges, contrast);
}
