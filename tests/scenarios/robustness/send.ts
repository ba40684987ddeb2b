import { EVERY_REQUEST } from '../../../src/engine/evidence/check-record.ts';
import { readingOf } from '../../../src/http/reading.ts';
import type { Call, EndpointName, Exchange, Implementation, StatementId } from '../../library.ts';
import { endpoint, foundIn, isObject, orderDeviations, outcome } from '../../library.ts';
import { ifAssessed, ifPossible, type ScenarioContext } from '../../suite.ts';
import { inShort, isBroken, reportUnderLoad, sentBeside } from '../under-load.ts';

/** A report gains nothing from more failures of one kind. */
const MOST_SHOWN = 3;
/** Of what broke, sent again alone: enough to tell the input from the load. */
const MOST_REPEATED = 10;
/** Writes in a row that lost their answers alone. */
const ENOUGH_LOST = 3;

/** Sends the typical call with something else in it. Where no id is known, an unknown one serves: all that counts is that an answer comes. */
export async function send({ implementation }: ScenarioContext, name: EndpointName, difference: Call): Promise<Exchange> {
  const [typical = {}] = await typicalCalls(implementation, name);
  const { body, id = 'conformance-unknown', query, ...rest } = typical;
  // What broke is sent again alone below, whatever it is.
  return sentBeside(() =>
    implementation.client.send(name, {
      ...rest,
      id,
      ...(body !== undefined && difference.rawBody === undefined && { body }),
      ...(query !== undefined && { query }),
      ...difference,
    }),
  );
}

function typicalCalls(implementation: Implementation, name: EndpointName): Promise<Call[]> {
  return implementation.once(`typical calls ${name}`, async () => (await ifPossible(implementation.typicalCalls(name))) ?? []);
}

async function typicalBodyOf(implementation: Implementation, name: EndpointName): Promise<Record<string, unknown>> {
  const [typical] = await typicalCalls(implementation, name);
  return isObject(typical?.body) ? typical.body : {};
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

/** The same, one after the other. */
export async function sendInTurn(context: ScenarioContext, name: EndpointName, differences: readonly Call[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const difference of differences) attempts.push(await sendOne(context, name, difference));
  return attempts;
}

/**
 * Checks that each attempt is in order: an answer came, and it is no 5xx. What is not in order is tried once more, alone, and so is the
 * typical request: the input is blamed only where it fails alone, and the typical request does not.
 */
export async function inOrder(context: ScenarioContext, name: EndpointName, id: StatementId, attempts: readonly Attempt[]): Promise<void> {
  const { record, check, implementation } = context;
  const broken = attempts.filter(({ exchange }) => isBroken(exchange));
  const [first] = broken;
  if (first === undefined) return check({ [id]: [] });
  const typical = await sendUntilProven(context, name, {});
  const usual = usualWords(first.difference, await typicalCalls(implementation, name));
  if (typical !== null && isBroken(typical)) {
    record.alsoFailed(EVERY_REQUEST, name, orderDeviations(typical), typical, `${usual}: ${inShort(typical)}, so no odd input is to blame`);
    return record.notAssessed(id, `${usual} fails as well: ${outcome(typical)}`);
  }
  const { blamed, held } = await repeatedAlone(context, name, broken);
  const [worst] = blamed;
  if (worst === undefined) {
    const [again] = held;
    const exchanges = attempts.map(({ exchange }) => exchange);
    if (again) await reportUnderLoad(record, name, exchanges, async () => again);
    if (held.length === broken.length) return check({ [id]: [] });
    return record.notAssessed(
      id,
      `${broken.length} odd inputs broke under load; sent again alone, ${held.length} were in order and none broke`,
    );
  }
  const right = attempts.filter(({ exchange }) => !isBroken(exchange)).length;
  const { attempt, again } = worst;
  const together = attempt.isOnlyTogether ? 'only together: each part alone is in order; ' : '';
  const leftOut = memberLeftOut(attempts, await typicalBodyOf(implementation, name));
  const only = leftOut === undefined ? '' : `only when \`${leftOut}\` is left out; `;
  const alone = again && `alone: ${inShort(again)}${inShort(again) === inShort(attempt.exchange) ? ' again' : ''}; `;
  const beside = typical && `${usual}: ${inShort(typical)}; `;
  const last = blamed.map(({ attempt: { exchange }, again }) => again ?? exchange);
  check({
    [id]: {
      deviations: last.flatMap((exchange) => foundIn(exchange, orderDeviations(exchange))),
      contrast: `${only}${together}${alone ?? ''}${beside ?? ''}${right} of ${attempts.length} are in order`,
      counterexample: shownOf(attempt.difference),
    },
  });
}

/**
 * What comes of it alone; null where a limit leaves it open. A write whose answer was lost may have been lost by accident: it is sent until an
 * answer comes, three times at most.
 */
async function sendUntilProven(context: ScenarioContext, name: EndpointName, difference: Call): Promise<Exchange | null> {
  let exchange = await ifAssessed(send(context, name, difference));
  for (let turn = 1; turn < ENOUGH_LOST && exchange !== null && mayBeAccident(name, exchange); turn += 1)
    exchange = await ifAssessed(send(context, name, difference));
  return exchange;
}

function mayBeAccident(name: EndpointName, exchange: Exchange): boolean {
  // The client has sent a read again itself. A time-out costs its whole time.
  const isProven = endpoint(name).method === 'GET' || exchange.failure?.kind === 'timeout';
  return !isProven && readingOf(exchange) !== 'service';
}

/** Sends what broke once more, one after the other, until enough is there to show. */
async function repeatedAlone(context: ScenarioContext, name: EndpointName, broken: readonly Attempt[]) {
  const blamed: { readonly attempt: Attempt; readonly again: Exchange | null }[] = [];
  const held: Exchange[] = [];
  for (const attempt of broken.slice(0, MOST_REPEATED)) {
    const again = await sendUntilProven(context, name, attempt.difference);
    if (again !== null && !isBroken(again)) held.push(again);
    // What could not be sent again is blamed only on the service's own word.
    else if (again !== null || readingOf(attempt.exchange) === 'service') blamed.push({ attempt, again });
    // A request that hangs again has cost enough time.
    if (blamed.length === MOST_SHOWN || again?.failure?.kind === 'timeout') break;
  }
  return { blamed, held };
}

/** The member that every body which broke lacks, and no other body; undefined where there is none. */
function memberLeftOut(attempts: readonly Attempt[], typical: Readonly<Record<string, unknown>>): string | undefined {
  const bodies = attempts.filter(({ difference: { body } }) => isObject(body));
  const lacks = ({ difference: { body } }: Attempt, member: string) => isObject(body) && !Object.hasOwn(body, member);
  const isOdd = ({ exchange }: Attempt) => isBroken(exchange);
  if (attempts.some((attempt) => isOdd(attempt) && !bodies.includes(attempt))) return undefined;
  return Object.keys(typical).find((member) => bodies.every((attempt) => lacks(attempt, member) === isOdd(attempt)));
}

/** What is sent in place of something odd: *the typical id*. */
function usualWords(difference: Call, [typical]: readonly Call[]): string {
  if (typical === undefined) return 'an unknown id';
  return difference.query !== undefined && typical.query === undefined ? 'without a query' : `the typical ${partOf(difference)}`;
}

/** What a difference changes, in a word. */
function partOf({ id, rawId, query, headers }: Call): string {
  if (id !== undefined || rawId !== undefined) return 'id';
  if (query !== undefined) return 'query';
  return headers === undefined ? 'body' : 'media type';
}

/** The difference as a counterexample; undefined for a raw body, which only the request itself shows as it is. */
function shownOf({ id, rawId, query, headers, body }: Call): unknown {
  if (query !== undefined) return { query };
  if (headers !== undefined) return headers;
  if (body !== undefined) return body;
  return id === undefined ? rawId && { idOnTheWire: rawId } : { id };
}

/** The different statuses of the answers; null stands for no answer. */
export function statusesOf(attempts: readonly Attempt[]): (number | null)[] {
  return [...new Set(attempts.map(({ exchange: { answer } }) => answer?.status ?? null))];
}
