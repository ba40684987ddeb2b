import { ALSO_BEHIND_REFUSED, JUST_BEFORE } from '../../src/checks/run-history.ts';
import { flagQuery } from '../../src/client/call.ts';
import { methodAndPath } from '../../src/specification/endpoints.ts';
import { foundIn } from '../judging.ts';
import {
  ENDPOINT_NAMES,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isRefusal,
  isSuccess,
  outcome,
  READS,
} from '../library.ts';
import { ifPossible, NotAssessed, scenario } from '../suite.ts';
import { type Accepted, acceptedOf } from './records.ts';

type Asked = Pick<Accepted, 'name' | 'call'>;

/** The service may have several workers, or connections to its store: the next read need not meet the one that a single refusal spoilt. */
const TIMES = 2;
/** Behind each kind of refusal: others each time, so that all take part. */
const READS_BEHIND = 4;

/** Good reads behind requests that are refused, one after the other. A refusal may leave a pooled connection where the next read finds nothing. It comes last, since it reads what others leave alone for some seconds. */
export const readsBehindRefusals = scenario(null, 'http.success-is-200', { optional: true, last: 'of all' }, async (context) => {
  const { implementation, check } = context;
  const reads = await acceptedOf(implementation, READS);
  // Past the policy for what is refused, which sends it again over another connection.
  const ask = async ({ name, call }: Asked) => {
    const asked = implementation.client.ask(name, call);
    const exchange = await asked.send({ showsNoLoad: true });
    asked.ended(exchange);
    return exchange;
  };
  /** The refusal, and the reads behind it until one is refused; no reads where nothing was refused. */
  const play = async (refusal: Asked, some: readonly Asked[]) => {
    const refusals: Exchange[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) refusals.push(await ask(refusal));
    const reached: { readonly name: EndpointName; readonly exchange: Exchange }[] = [];
    for (const read of refusals.every(isRefusal) ? some : []) {
      reached.push({ name: read.name, exchange: await ask(read) });
      if (reached.some(({ exchange }) => isOfRequest(exchange))) break;
    }
    return { refusals, seen: reached, broken: reached.find(({ exchange }) => isOfRequest(exchange)) };
  };
  /** The refused endpoint may put right what it left, where it is asked as usual. */
  const isFoundAgain = async (refusal: Asked, lost: Asked) => {
    const usual = reads.find(({ name }) => name === refusal.name);
    if (usual) await ask(usual);
    for (let turn = 0; turn < MOST_LOST; turn += 1) if (isSuccess(await ask(lost))) return true;
    return false;
  };
  const seen: Awaited<ReturnType<typeof play>>['seen'] = [];
  let isUnclear = false;
  for (const [index, refusal] of (await refusals(implementation)).entries()) {
    const some = Array.from({ length: READS_BEHIND }, (_, count) => reads[(index * READS_BEHIND + count) % reads.length]);
    const those = some.filter((read) => read !== undefined);
    const first = await ifPossible(play(refusal, those));
    const lost = first?.broken && those.find(({ name }) => name === first.broken?.name);
    // An earlier request may have brought it about, and it lasts: then the read is lost before the refusal, too.
    const again = lost && (await isFoundAgain(refusal, lost)) ? await ifPossible(play(refusal, [lost])) : null;
    if (again?.broken && again.broken.name === first?.broken?.name) {
      const { name, exchange } = again.broken;
      const expected = `${ALSO_BEHIND_REFUSED}${methodAndPath(refusal.name)}`;
      const deviations = foundIn(exchange, [{ expected, actual: outcome(exchange) }]);
      const exchanges = [...again.refusals, exchange];
      return check({
        'http.success-is-200': {
          deviations,
          exchanges,
          endpoint: name,
          contrast: `twice, each time that one was refused ${JUST_BEFORE}`,
        },
      });
    }
    if (lost) isUnclear = true;
    seen.push(...(first?.seen ?? []));
  }
  if (isUnclear) throw new NotAssessed('A read was refused behind a refused request once, and not so again');
  const last = seen.findLast(({ exchange }) => isSuccess(exchange));
  if (last === undefined) throw new NotAssessed('Nothing was refused, or nothing could be read behind it');
  check({ 'http.success-is-200': { deviations: [], exchanges: [last.exchange], endpoint: last.name } });
});

/** What lasts for longer may come of anything. */
const MOST_LOST = 5;

/** What a service says of the request itself; any other status may be for the pace, the account or a part that is away. */
const isOfRequest = ({ answer }: Exchange): boolean => [400, 404, 409, 410, 422].includes(answer?.status ?? 0);

const FLAGS = 'getFeatureFlagStatuses';
const looksUpMore = (name: EndpointName) => name === FLAGS || (endpoint(name).method === 'POST' && endpoint(name).path.includes('{'));

/** An unknown flag, and what names an unknown record where more is looked up than that. */
async function refusals(implementation: Implementation): Promise<Asked[]> {
  const id = `${implementation.unique()}-unknown`;
  const known = await acceptedOf(implementation, ENDPOINT_NAMES.filter(looksUpMore));
  const { featureFlagsParam, featureFlags, featureFlagsEncoding } = implementation.settings.fixtures;
  const query = featureFlagsParam && flagQuery(featureFlagsParam, [...featureFlags.slice(0, 1), id], featureFlagsEncoding);
  const unknown = known.map(({ name, call }) => ({ name, call: { ...call, id } }));
  return !query
    ? unknown
    : [...known.filter(({ name }) => name === FLAGS).map(({ name, call }) => ({ name, call: { ...call, query } })), ...unknown];
}
