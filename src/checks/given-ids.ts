import { CARDS } from '../client/api/cards.ts';
import { type Exchange, isRefusal } from '../http/exchange.ts';
import { FIXTURE_SETTINGS, FIXTURE_VARIABLES } from '../settings/fixtures/fixture-variables.ts';
import type { Fixtures } from '../settings/settings.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { isObject } from '../specification/json-object.ts';
import { doubtOf } from './doubted-settings.ts';

const NOT_FOUND = [404, 410];

/**
 * That a refusal may be the fault of the settings, which name the records of the request, in words that follow the status: *CES_SEGMENT_ID="x"
 * is not found; if the id is right, this is a fault*. Null where no setting named a record that may be meant.
 */
export function givenIdsRefused(exchange: Exchange, name: EndpointName, fixtures: Fixtures): string | null {
  const { request, answer } = exchange;
  if (answer === null || !isRefusal(exchange)) return null;
  const isNotFound = NOT_FOUND.includes(answer.status);
  const named = [
    ...(isNotFound || request.body === null ? [inPath(request.url, name)] : []),
    ...(request.body === null ? [] : [inBody(request.body, name)]),
  ];
  const given = FIXTURE_SETTINGS.flatMap((setting) => {
    const variable = FIXTURE_VARIABLES[setting];
    const ids = named.flatMap((own) => (own.variables.includes(variable) ? own.ids : []));
    const own = [fixtures[setting] ?? []].flat().filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [[variable, own.join(',')] as const];
  });
  return given.length === 0 ? null : doubtOf(given, isNotFound ? 'is not found' : 'is refused');
}

/** Ids in a request, and the variables that may have given them: two records of different kinds may have one id. */
interface Named {
  readonly variables: readonly string[];
  readonly ids: readonly string[];
}

/** The kind of record stands first in an endpoint's path, and the record's id second. */
function inPath(url: string, name: EndpointName): Named {
  const [kind = '', ...rest] = endpoint(name).path.slice(1).split('/');
  if (rest.length === 0) return { variables: [], ids: [] };
  const [id = ''] = url.replace(/\?.*/s, '').split('/').slice(-rest.length);
  const record = kind.replace(/(?<=ss)es$|s$/, '').toUpperCase();
  return { variables: [`CES_${record}_ID`, `CES_OTHER_${record}_ID`], ids: [decodeURIComponent(id)] };
}

/** Members of a body that name records. */
const MEMBERS: Readonly<Record<string, string>> = { business: 'CES_BUSINESS_ID', customers: 'CES_CUSTOMER_IDS' };

function inBody(text: string, name: EndpointName): Named {
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) return { variables: [], ids: [] };
  return { variables: Object.keys(body).flatMap((member) => MEMBERS[member] ?? []), ids: CARDS[name].namedIn?.(body) ?? [] };
}
