import type { OddDifferences } from '../../../src/generation/hostile.ts';
import { type Call, type EndpointName, type Exchange, isSuccess, jsonOf } from '../../library.ts';
import type { ScenarioContext } from '../../suite.ts';
import { isBroken } from '../under-load.ts';
import { type Attempt, sendAll } from './send.ts';

/**
 * What an answer says, whatever was asked for: its status, and its JSON without texts that hold what was sent, or a digit, as times and numbers
 * of a request do. A service that answers two requests with one gist got equally far with both.
 */
export function gistOf({ answer }: Exchange, sent: string): string {
  if (answer === null) return 'no answer';
  const json = jsonOf(answer);
  const told = (_: string, value: unknown) => (typeof value === 'string' && (/\d/.test(value) || value.includes(sent)) ? '' : value);
  return `${answer.status} ${'value' in json ? JSON.stringify(json.value, told) : ''}`;
}

/**
 * Sends odd differences, all at once, with each pack in one request. A pack that breaks, or that is neither accepted nor answered as what is
 * plain, may hide what its parts do: they are sent alone. Returns an attempt for each difference, and one for a pack that breaks only as a whole.
 * @param plain a call with nothing odd in it that a service may refuse; asked for only where a pack is refused
 */
export async function sendPacked(
  context: ScenarioContext,
  name: EndpointName,
  { packs, alone }: OddDifferences,
  plain?: () => Promise<Attempt>,
): Promise<Attempt[]> {
  const sent = await sendAll(context, name, [...packs.map(({ together }) => together), ...alone]);
  // A limit of the run may have blocked some.
  const attemptsWith = (differences: readonly Call[]) => sent.filter(({ difference }) => differences.includes(difference));
  const tellsOfEach = async (whole: Attempt) => isSuccess(whole.exchange) || (plain !== undefined && gist(whole) === gist(await plain()));
  const parted = packs.flatMap(({ parts, together }) =>
    attemptsWith([together]).map(async (whole): Promise<Attempt[]> => {
      const isBrokenWhole = isBroken(whole.exchange);
      if (!isBrokenWhole && (await tellsOfEach(whole))) return parts.map((difference) => ({ ...whole, difference }));
      const apart = await sendAll(context, name, parts);
      if (!isBrokenWhole || apart.some(({ exchange }) => isBroken(exchange))) return apart;
      return [{ ...whole, isOnlyTogether: apart.length === parts.length }, ...apart];
    }),
  );
  return [...(await context.all(parted)).flat(), ...attemptsWith(alone)];
}

function gist({ difference: { id, query }, exchange }: Attempt): string {
  return gistOf(exchange, id ?? query ?? '');
}
