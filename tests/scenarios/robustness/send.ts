import { answeredOrLost, untilAnswered } from '../../../src/client/lost-answers.ts';
import { EVERY_REQUEST } from '../../../src/engine/evidence/check-record.ts';
import type { OddDifferences } from '../../../src/generation/hostile.ts';
import { readingOf } from '../../../src/http/reading.ts';
import { foundIn, orderDeviations, type StatementId } from '../../judging.ts';
import type { Call, EndpointName, Exchange, Implementation } from '../../library.ts';
import { endpoint, isObject, isSuccess, jsonOf, outcome } from '../../library.ts';
import { ifAssessed, ifPossible, type ScenarioContext } from '../../suite.ts';
import { inShort, isBroken, reportUnderLoad } from '../under-load.ts';

/** A report gains nothing from more failures of one kind. */
const MOST_SHOWN = 3;
/** Of what broke, sent again alone: enough to tell the input from the load. */
const MOST_REPEATED = 10;
/** Writes in a row that lost their answers alone: of three instances one may be away for a while. */
const ENOUGH_LOST = 5;

/** Sends the typical call with something else in it. Where no id is known, an unknown one serves: all that counts is that an answer comes. */
export async function send(context: ScenarioContext, name: EndpointName, difference: Call): Promise<Exchange> {
  // What broke is sent again alone below, whatever it is.
  return answeredOrLost(await sender(context, name, difference));
}

async function sender({ implementation }: ScenarioContext, name: EndpointName, difference: Call): Promise<() => Promise<Exchange>> {
  const { body, ...typical } = (await typicalCall(implementation, name)) ?? { id: 'conformance-unknown' };
  const call = { ...typical, ...(body !== undefined && difference.rawBody === undefined && { body }), ...difference };
  return () => implementation.client.send(name, call);
}

/** The fullest call; undefined where a setting is missing. */
async function typicalCall(implementation: Implementation, name: EndpointName): Promise<Call | undefined> {
  const calls = await implementation.once(`typical calls ${name}`, () => ifPossible(implementation.typicalCalls(name)));
  return calls?.[0];
}

/** The body of the endpoint's typical call. */
export async function typicalBody({ implementation }: ScenarioContext, name: EndpointName): Promise<Record<string, unknown>> {
  const [typical] = await implementation.typicalCalls(name);
  return (typical?.body ?? {}) as Record<string, unknown>;
}

/** Name of the schema of the endpoint's request. */
export function requestOf(name: EndpointName): string {
  const { request } = endpoint(name);
  if (request === null) throw new Error(`The requests of ${name} have no body.`);
  return request;
}

/** A typical call with something else in it, and what came of it. */
export interface Attempt {
  readonly difference: Call;
  readonly exchange: Exchange;
  /** It holds several odd parts, each of which is in order alone; false where absent. */
  readonly isOnlyTogether?: boolean;
}

export async function sendOne(context: ScenarioContext, name: EndpointName, difference: Call): Promise<Attempt> {
  return { difference, exchange: await send(context, name, difference) };
}

/** Sends the typical call with an id that names no record, once a run. */
export function sendUnknown(context: ScenarioContext, name: EndpointName): Promise<Attempt> {
  const { implementation } = context;
  return implementation.once(`unknown id ${name}`, () => sendOne(context, name, { id: `${implementation.unique()}-unknown` }));
}

/** Sends the typical call with each of these differences, all at once. */
export function sendAll(context: ScenarioContext, name: EndpointName, differences: readonly Call[]): Promise<Attempt[]> {
  return context.all(differences.map((difference) => sendOne(context, name, difference)));
}

/** Sends odd differences, each pack in one request; the parts alone where a pack breaks, or may hide what they do. `plain`, asked for only then, is a call that a service may refuse. */
export async function sendPacked(
  context: ScenarioContext,
  name: EndpointName,
  { packs, alone }: OddDifferences,
  plain?: () => Promise<Attempt>,
): Promise<Attempt[]> {
  const tellsOfEach = async (whole: Attempt) => isSuccess(whole.exchange) || (plain !== undefined && gist(whole) === gist(await plain()));
  const sendPack = async ({ parts, together }: OddDifferences['packs'][number]): Promise<Attempt[]> => {
    const whole = await sendOne(context, name, together);
    const isBrokenWhole = isBroken(whole.exchange);
    if (!isBrokenWhole && (await tellsOfEach(whole))) return parts.map((difference) => ({ ...whole, difference }));
    const apart = await sendAll(context, name, parts);
    if (!isBrokenWhole || apart.some(({ exchange }) => isBroken(exchange))) return apart;
    return [{ ...whole, isOnlyTogether: apart.length === parts.length }, ...apart];
  };
  return (await context.all([...packs.map(sendPack), sendAll(context, name, alone)])).flat();
}

function gist({ difference: { id, query }, exchange }: Attempt): string {
  return gistOf(exchange, id ?? query ?? '');
}

/** Status, and JSON without texts that hold a digit or what was sent: a service that gives two requests one gist got equally far with both. */
export function gistOf({ answer }: Exchange, sent: string): string {
  if (answer === null) return 'no answer';
  const json = jsonOf(answer);
  const told = (_: string, value: unknown) => (typeof value === 'string' && (/\d/.test(value) || value.includes(sent)) ? '' : value);
  return `${answer.status} ${'value' in json ? JSON.stringify(json.value, told) : ''}`;
}

/** Each attempt is answered, and not with 5xx. The input is blamed only where it fails once more, alone, and the typical request does not. @param shown what people are shown of a difference */
export async function inOrder(
  context: ScenarioContext,
  name: EndpointName,
  id: StatementId,
  attempts: readonly Attempt[],
  shown = shownOf,
): Promise<void> {
  const { record, check, implementation } = context;
  const broken = attempts.filter(({ exchange }) => isBroken(exchange));
  if (broken.length === 0) return check({ [id]: [] });
  const typical = await typicalCall(implementation, name);
  const usual = typical === undefined ? 'an unknown id' : 'the typical request';
  // The endpoint is blamed where it is proven that it loses answers, and not where this may be an outage.
  const control = await ifAssessed(untilAnswered(await sender(context, name, {}), ENOUGH_LOST));
  if (control !== null && isBroken(control)) {
    const contrast = `${usual}: ${inShort(control)}, so no odd input is to blame`;
    record.alsoFailed(EVERY_REQUEST, name, orderDeviations(control), control, contrast);
    return record.notAssessed(id, `${usual} fails as well: ${outcome(control)}`);
  }
  const { blamed, held } = await repeatedAlone(context, name, broken);
  const [worst] = blamed;
  if (worst === undefined) {
    const [again] = held;
    const exchanges = attempts.map(({ exchange }) => exchange);
    const oneByOne = async () => (await sendOne(context, name, broken[0]?.difference ?? {})).exchange;
    if (again) await reportUnderLoad(record, name, exchanges, oneByOne, again);
    if (held.length === broken.length) return check({ [id]: [] });
    const alone = `sent again alone, ${held.length} were in order and none broke`;
    return record.notAssessed(id, `${broken.length} odd inputs broke under load; ${alone}`);
  }
  const { attempt, again } = worst;
  const leftOut = memberLeftOut(attempts, typical?.body);
  const said = [
    ...(leftOut === undefined ? [] : [`only when \`${leftOut}\` is left out`]),
    ...(attempt.isOnlyTogether ? ['only together: each part alone is in order'] : []),
    ...(again ? [`alone: ${inShort(again)}${inShort(again) === inShort(attempt.exchange) ? ' again' : ''}`] : []),
    ...(control ? [`${usual}: ${inShort(control)}`] : []),
    `${attempts.length - broken.length} of ${attempts.length} are in order`,
  ];
  const last = blamed.map(({ attempt: { exchange }, again }) => again ?? exchange);
  const deviations = last.flatMap((exchange) => foundIn(exchange, orderDeviations(exchange)));
  check({ [id]: { deviations, contrast: said.join('; '), counterexample: shown(attempt.difference) } });
}

/** Sends what broke once more, one after the other, until enough is there to show. */
async function repeatedAlone(context: ScenarioContext, name: EndpointName, broken: readonly Attempt[]) {
  const { environment } = context.implementation.client;
  const blamed: { readonly attempt: Attempt; readonly again: Exchange | null }[] = [];
  const held: Exchange[] = [];
  for (const attempt of broken.slice(0, MOST_REPEATED)) {
    const again = await ifAssessed(environment.answeredOrProven(await sender(context, name, attempt.difference), ENOUGH_LOST));
    if (again !== null && !isBroken(again)) held.push(again);
    // What could not be sent again is blamed only on the service's own word.
    else if (again !== null || readingOf(attempt.exchange) === 'service') blamed.push({ attempt, again });
    // A request that hangs again has cost enough time.
    if (blamed.length === MOST_SHOWN || again?.failure?.kind === 'timeout') break;
  }
  return { blamed, held };
}

/** The member that every body which broke lacks, and no other body; undefined where there is none. */
function memberLeftOut(attempts: readonly Attempt[], typical: unknown): string | undefined {
  const isOdd = ({ exchange }: Attempt) => isBroken(exchange);
  const bodies = attempts.filter(({ difference: { body } }) => isObject(body));
  if (!isObject(typical) || attempts.some((attempt) => isOdd(attempt) && !bodies.includes(attempt))) return undefined;
  const lacks = ({ difference: { body } }: Attempt, member: string) => isObject(body) && !Object.hasOwn(body, member);
  return Object.keys(typical).find((member) => bodies.every((attempt) => lacks(attempt, member) === isOdd(attempt)));
}

/** A longer one stands in the `curl`. */
const LONGEST_BODY = 60;

/** The difference as a counterexample; undefined for a long raw body, which the request shows. */
function shownOf({ id, rawId, query, headers, body, rawBody }: Call): unknown {
  if (query !== undefined) return { query };
  if (typeof rawBody === 'string' && rawBody.length <= LONGEST_BODY) return { bodyAsSent: rawBody };
  return headers ?? body ?? (id === undefined ? rawId && { idOnTheWire: rawId } : { id });
}

/** The different statuses of the answers; null stands for no answer. */
export function statusesOf(attempts: readonly Attempt[]): (number | null)[] {
  return [...new Set(attempts.map(({ exchange: { answer } }) => answer?.status ?? null))];
}
