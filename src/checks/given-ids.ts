import { CARDS } from '../client/api/cards.ts';
import { type Exchange, isRefusal, isSuccess } from '../http/exchange.ts';
import { FIXTURE_SETTINGS, FIXTURE_VARIABLES } from '../settings/fixtures/fixtures.ts';
import type { Fixtures } from '../settings/settings.ts';
import { encodeSegment } from '../settings/urls.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { isObject } from '../specification/json.ts';
import { show } from './deviation.ts';

const NOT_FOUND = [404, 410];

/** Ids that the service does not find for what stands percent-encoded in their path. */
export interface UnreadIds {
  /** What is encoded there; null for anything. */
  readonly characters: ReadonlySet<string> | null;
  readonly words: string;
}

/** Begins the words for them. All that is refused for such an id has one cause. */
export const UNREAD_IDS = 'no id with';
/** Begins the words for what an id of another kind of record leads to. */
export const OF_OTHER_KIND = 'the record of another kind';
/** Begins the words for ids near a known one that lead to its record. All that comes of one such spelling has one cause. */
export const SPELLED = 'an id that names nothing leads to the known record: ';
/** Stands between several such ids. */
export const OR = ', or ';

/** One alone may be wrong. */
const FEWEST_UNREAD = 2;

/** What is percent-encoded in ids that are not found, and in none that is; null where that explains nothing. `isLetterRead`, whether an encoded letter is, is asked only where it matters. */
export async function unreadIds(reads: readonly Exchange[], isLetterRead: () => Promise<boolean>): Promise<UnreadIds | null> {
  const found = reads.filter(isSuccess);
  const missing = reads.filter((read) => encodedIn(read).length > 0 && NOT_FOUND.includes(read.answer?.status ?? 0));
  const harmless = new Set(found.flatMap(encodedIn));
  const isCulprit = (character: string) => !harmless.has(character);
  if (missing.length < FEWEST_UNREAD || found.length === 0 || !missing.every((read) => encodedIn(read).some(isCulprit))) return null;
  const characters = new Set(missing.flatMap(encodedIn).filter(isCulprit));
  const named = [...characters].map((character) => (character === ' ' ? 'a space' : `\`${character}\``)).join(', ');
  const isAny = harmless.size === 0 && !(await isLetterRead());
  const which = isAny ? `a percent sign in the path is found, be it for ${named} or a plain letter` : `${named} in the path is found`;
  const words = `${UNREAD_IDS} ${which}: ${missing.length} of ${missing.length} are not, ${found.length} others are`;
  return { characters: isAny ? null : characters, words };
}

function encodedIn({ request: { url } }: Exchange): string[] {
  const encoded = new URL(url).pathname.match(/(?:%[0-9A-F]{2})+/gi) ?? [];
  return [...new Set(encoded.flatMap((part) => [...decodeURIComponent(part)]))];
}

/** That a refusal may be the fault of a setting that names a record of the request, to follow the status. Null where none does. @param accepted what was read with success: an id in its path is known */
export function givenIdsRefused(
  exchange: Exchange,
  name: EndpointName,
  fixtures: Fixtures,
  unread: UnreadIds | null = null,
  accepted: readonly Exchange[] = [],
): string | null {
  const { request, answer } = exchange;
  if (answer === null || !isRefusal(exchange)) return null;
  if (unread !== null && encodedIn(exchange).some((character) => unread.characters?.has(character) ?? true)) return unread.words;
  const isNotFound = NOT_FOUND.includes(answer.status);
  if (isNotFound && request.method === 'GET' && accepted.some((read) => read.request.url === request.url))
    return 'it was read earlier in this run, so it is lost, unless somebody has deleted it';
  const named = [
    ...(isNotFound || request.body === null ? [inPath(request.url, name)] : []),
    ...(request.body === null ? [] : [inBody(request.body, name)]),
  ];
  const given = FIXTURE_SETTINGS.flatMap((setting) => {
    const variable = FIXTURE_VARIABLES[setting];
    const ids = named.flatMap((own) => (own.variables.includes(variable) ? own.ids : []));
    const isKnown = (id: string) => accepted.some((read) => read.request.url.split(/[/?]/).includes(encodeSegment(id)));
    const own = [fixtures[setting] ?? []].flat().filter((id) => ids.includes(id) && !(isNotFound && isKnown(id)));
    return own.length === 0 ? [] : [[variable, own.join(',')] as const];
  });
  if (given.length === 0) return null;
  // Something before the service may have decoded what stands encoded there.
  const written = given.flatMap(([, ids]) => ids.split(',').map(encodeSegment));
  const encoded = isNotFound ? written.filter((id) => id.includes('%') && request.url.includes(id)) : [];
  const asSent = encoded.length === 0 ? '' : ` (in the path: ${encoded.join(', ')})`;
  return `${doubtOf(given, isNotFound ? 'is not found' : 'is refused')}${asSent}`;
}

/** Ids in a request, and the variables that may have given them: two records of different kinds may have one id. */
interface Named {
  readonly variables: readonly string[];
  readonly ids: readonly string[];
}

/** The variables that may name the record in an endpoint's path: its kind stands first there, and its id second. */
export function variablesInPath(name: EndpointName): readonly string[] {
  const [kind = '', ...rest] = endpoint(name).path.slice(1).split('/');
  const record = kind.replace(/(?<=ss)es$|s$/, '').toUpperCase();
  return rest.length === 0 ? [] : [`CES_${record}_ID`, `CES_OTHER_${record}_ID`];
}

function inPath(url: string, name: EndpointName): Named {
  const behind = endpoint(name).path.split('/').length - 2;
  const [id = ''] = behind === 0 ? [] : url.replace(/\?.*/s, '').split('/').slice(-behind);
  return { variables: variablesInPath(name), ids: [decodeURIComponent(id)] };
}

const MEMBERS: Readonly<Record<string, string>> = { business: 'CES_BUSINESS_ID', customers: 'CES_CUSTOMER_IDS' };

function inBody(text: string, name: EndpointName): Named {
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) return { variables: [], ids: [] };
  return { variables: Object.keys(body).flatMap((member) => MEMBERS[member] ?? []), ids: CARDS[name].namedIn?.(body) ?? [] };
}

/** How a setting that may be wrong shows: it names a record that is not found or is refused, or a look-up that finds no event. */
export type Trouble = 'is not found' | 'is refused' | 'finds no event';

/** What a deviation begins with where the look-up found no event under its marker. */
export const UNKNOWN_MARKER = 'the look-up does not know the marker';

/** That the settings may be at fault: *CES_SEGMENT_ID="x" is not found; if the id is right, this is a fault*. Ends a deviation's `actual`. */
export function doubtOf(settings: readonly (readonly [name: string, value: string])[], trouble: Trouble): string {
  const named = settings.map(([name, value]) => `${name}=${show(value)}`).join(' or ');
  return `${named} ${trouble}; if the ${trouble === 'finds no event' ? 'look-up' : 'id'} is right, this is a fault`;
}

const DOUBT =
  /(?<named>CES_.*) (?<trouble>is not found|is refused|finds no event); if the (?:id|look-up) is right, this is a fault(?: \(.*\))?$/s;
const SETTING = /(CES_[A-Z_]+)="((?:[^"\\…]|\\.)*)(")?/g;

interface Doubt {
  /** Their values as JSON writes them, without the quotes; absent for one that is too long to be shown whole. */
  readonly settings: readonly { readonly name: string; readonly value?: string }[];
  readonly trouble: Trouble;
}

export function doubtIn(words: string): Doubt | null {
  const { named, trouble } = DOUBT.exec(words)?.groups ?? {};
  if (named === undefined || trouble === undefined) return null;
  const settings = [...named.matchAll(SETTING)].map(([, name = '', value, end]) => ({
    name,
    ...(value !== undefined && end !== undefined && { value }),
  }));
  return { settings, trouble: trouble as Trouble };
}
