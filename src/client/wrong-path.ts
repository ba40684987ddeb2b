import { none } from '../http/authorization.ts';
import type { Exchange } from '../http/exchange.ts';
import { outcome } from '../http/outcome.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, methodAndPath, READS } from '../specification/endpoints.ts';
import type { Call } from './call.ts';
import type { Implementation } from './implementation.ts';
import { isNowhere, isNowhereLike, nowhereAdvice, nowhereWords } from './unserved-path.ts';

/** A request to an endpoint, and what came of it. */
export interface Asked {
  readonly name: EndpointName;
  readonly exchange: Exchange;
}

/** Fewer different endpoints that know no given record may each have lost it, or its id may be wrong. */
const ENOUGH = 3;
/** It names no record, so on a right path it is never *not found*. */
const CREATION: EndpointName = 'createBusiness';
/** The endpoint's request, sent to an address below the base URL that is no endpoint. */
const NO_ENDPOINT: Call = { id: 'unknown', spelling: () => '/conformance/no-such-endpoint' };

/** What makes the path of the base URL look wrong, in words for people. */
export interface WrongPath {
  /** False where only a write would tell. */
  readonly isCertain: boolean;
  readonly words: string;
}

/**
 * Why the base URL seems to lead nowhere, in words that say what was tried and what to do: every endpoint answers as an address does that is no
 * endpoint. `POST /businesses` decides; sent without a body, it leaves no record where the path is right. Where nothing may be written, three
 * endpoints decide that know no given record, or all that ask for no credentials; a doubt is left otherwise. Null where anything shows an endpoint.
 * @param given what the typical requests have shown
 */
export async function wrongPath(implementation: Implementation, given: readonly Asked[]): Promise<WrongPath | null> {
  if (!given.every(({ exchange }) => isNowhere(exchange))) return null;
  const reads = given.filter(({ name }) => READS.includes(name));
  const areEnough = new Set(reads.map(({ name }) => name)).size >= ENOUGH;
  const read = await ask(implementation, 'getSegment', NO_ENDPOINT);
  const allNowhere = (asked: readonly Asked[]) => asked.every(({ exchange }) => isNowhereLike(exchange, read));
  if (read === null || !isNowhere(read) || !allNowhere(reads)) return null;
  const others = areEnough ? [] : await unknownRecords(implementation);
  if (!allNowhere(others)) return null;
  const created = given.find(({ name }) => name === CREATION)?.exchange ?? (await ask(implementation, CREATION));
  const isAstray =
    created === null
      ? areEnough || allNowhere(await unknownRecords(implementation, { authorization: none }))
      : isNowhere(created) && isNowhereLike(created, await ask(implementation, CREATION, NO_ENDPOINT));
  const where = nowhereWords(read);
  if (!isAstray) return created === null ? { isCertain: false, words: doubt(where) } : null;
  const tried = [...reads, ...others, ...(created === null ? [] : [{ name: CREATION, exchange: created }])];
  const perhaps = created === null && areEnough ? ' If the path is right, none of the records that the settings name is there.' : '';
  const words = `The target ${implementation.settings.baseUrl} answers ${where} at every endpoint asked, as at an address that does not exist. ${nowhereAdvice(read)} Tried with the credentials: ${listed(tried)}.${perhaps}`;
  return { isCertain: true, words };
}

function doubt(where: string): string {
  return `Every read was answered with ${where}, as at an address that does not exist: the path of CES_BASE_URL may be wrong. Where no record is known, a right path can look the same.`;
}

/** Each read, of a record that does not exist. */
async function unknownRecords(implementation: Implementation, call: Call = {}): Promise<Asked[]> {
  const asked = READS.map(async (name) => ({ name, exchange: await ask(implementation, name, { id: implementation.unique(), ...call }) }));
  return (await Promise.all(asked)).flatMap(({ name, exchange }) => (exchange === null ? [] : [{ name, exchange }]));
}

/** Null where the run may not send it. */
async function ask({ client }: Implementation, name: EndpointName, call: Call = {}): Promise<Exchange | null> {
  try {
    return await client.send(name, call);
  } catch (error) {
    if (error instanceof NotAssessed) return null;
    throw error;
  }
}

/** *status 404 at GET /segments/{id}, GET /events/{id}; status 405 at POST /businesses* */
function listed(tried: readonly Asked[]): string {
  const outcomes = [...new Set(tried.map(({ exchange }) => outcome(exchange)))];
  const at = (words: string) => tried.filter(({ exchange }) => outcome(exchange) === words).map(({ name }) => methodAndPath(name));
  return outcomes.map((words) => `${words} at ${[...new Set(at(words))].join(', ')}`).join('; ');
}
