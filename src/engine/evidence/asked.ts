import { type Call, customersIn } from '../../client/call.ts';
import { objectIn } from '../../http/body.ts';
import { type Exchange, endOf, isClientError, isSuccess } from '../../http/exchange.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import { isObject } from '../../specification/json.ts';

/** A request of the run, and how it was asked for. */
export interface Asked {
  readonly name: EndpointName;
  readonly call: Call;
  readonly exchange: Exchange;
}

/** An earlier request that may be to blame, and before which of the steps it was sent. */
interface Suspect extends Asked {
  readonly at: number;
}

/** It carries wrong credentials, which locks some accounts. */
export const isGuess = ({ call: { authorization } }: Asked): boolean => authorization !== undefined && authorization.value !== null;

/** Each is tried, and may leave a record. */
const MOST_SUSPECTS = 12;
/** What is longer is about its own input. */
const LONGEST_BODY = 2000;

/** What a run has asked for: a mistake of history lies in what another request left. */
export class AskedRequests {
  readonly #asked = new WeakMap<Exchange, Asked>();
  readonly #changing: Asked[] = [];

  note(name: EndpointName, call: Call, exchange: Exchange): void {
    const asked = { name, call, exchange };
    this.#asked.set(exchange, asked);
    const isShort = (exchange.request.body?.length ?? 0) <= LONGEST_BODY;
    const mayChange = exchange.request.method === 'POST' && (isSuccess(exchange) || isClientError(exchange));
    if (mayChange && isShort) this.#changing.push(asked);
  }

  /** What may have left something, the earliest first. */
  get changing(): readonly Exchange[] {
    return this.#changing.map(({ exchange }) => exchange);
  }

  /** How many it carried out from one of the run's requests to another, long ones left out: a store may hold so many. */
  countBetween(name: EndpointName, from: Exchange, to: Exchange): number {
    const isBetween = ({ startedAt }: Exchange) => startedAt > from.startedAt && startedAt < to.startedAt;
    return this.#changing.filter((asked) => asked.name === name && isSuccess(asked.exchange) && isBetween(asked.exchange)).length;
  }

  of(exchange: Exchange): Asked | undefined {
    return this.#asked.get(exchange);
  }

  /** Those before the last of these steps that may have left something, one of each kind, the likeliest first: refused ones, those that hold what was `expected`, and those of the same records. Guesses only where they may be sent. */
  suspects(
    steps: readonly Asked[],
    expected: readonly string[],
    { business, mayGuess }: { readonly business: string | null; readonly mayGuess: boolean },
  ): Suspect[] {
    const [guilty] = steps.slice(-1);
    const named = expected.flatMap((words) => words.match(NAMED) ?? []).map((text) => text.slice(1, -1));
    const ids = steps.slice(-1).flatMap(idsOf);
    const asks = steps.map(({ name, call }) => wordsOf(name, call));
    const isOf = ({ name, call }: Asked) => [
      asks.includes(wordsOf(name, call)),
      ...[named, ids].map((all) => all.some((id) => id !== business && wordsOf(name, call).includes(JSON.stringify(id)))),
    ];
    const isAt = ({ exchange }: Asked) => steps.some(({ exchange: { request } }) => request.url === exchange.request.url);
    const kinds = new Map<string, Suspect>();
    for (const asked of this.#changing) {
      const { name, call, exchange } = asked;
      const isOddSuccess = isSuccess(exchange) && !isPlain(call);
      if (isOddSuccess || (isGuess(asked) && !mayGuess)) continue;
      if (guilty === undefined || endOf(exchange) > guilty.exchange.startedAt || steps.some((step) => step.exchange === exchange)) continue;
      const at = steps.findIndex((step) => step.exchange.startedAt > exchange.startedAt);
      // Wrong credentials are rejected in many ways.
      const members = call.authorization === undefined ? membersOf(call.body) : [];
      const kind = [name, exchange.answer?.status, at, ...isOf(asked), ...members].join(' ');
      kinds.set(kind, { ...asked, at: Math.max(0, at) });
    }
    const rankOf = (suspect: Suspect) => {
      const [isRefused, [isSame, isNamed, isOfRecord]] = [isClientError(suspect.exchange), isOf(suspect)];
      const signs = [isSame || (isRefused && isAt(suspect)), isNamed, isOfRecord, isAt(suspect), isRefused];
      return signs.reduce((rank, is) => 2 * rank + (is ? 0 : 1), 0);
    };
    return [...kinds.values()]
      .sort((one, other) => rankOf(one) - rankOf(other) || other.exchange.startedAt - one.exchange.startedAt)
      .slice(0, MOST_SUSPECTS);
  }
}

/** A text in the words of an expectation, long enough for an id. */
const NAMED = /"[^"\\]{3,}"/g;

/** As clients usually send it. */
const isPlain = ({ rawId, rawBody, query, headers, spelling }: Call): boolean =>
  [rawId, rawBody, query, headers, spelling].every((part) => part === undefined);

const wordsOf = (name: EndpointName, { id, body }: Call): string => JSON.stringify([name, id, body]);

/** Of the record in the path, of the one that was made, and of customers. */
function idsOf({ call: { id, body }, exchange }: Asked): unknown[] {
  const made = isSuccess(exchange) ? objectIn(exchange)?.id : undefined;
  return [id, made, ...customersIn(body).map((item) => item.id)].filter((one) => typeof one === 'string');
}

function membersOf(body: unknown): string[] {
  const items = customersIn(body);
  return [...new Set([body, ...items].flatMap((part) => (isObject(part) ? Object.keys(part) : [])))].sort();
}
