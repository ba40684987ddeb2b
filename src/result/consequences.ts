import { ENDPOINTS } from '../specification/endpoints.ts';
import { REQUIREMENTS, type StatementId } from '../specification/register.ts';
import type { Finding } from './result.ts';
import type { Grouped } from './sighting.ts';

const REJECTIONS = REQUIREMENTS.map(({ id }) => id).filter((id) => id.startsWith('authentication.rejects-'));
const NOTHING_DONE: StatementId = 'authentication.rejection-does-nothing';

/** What is accepted once without credentials, or after a request with good ones, or with a wrong password. */
const FIRST: readonly StatementId[] = [
  'authentication.rejects-missing',
  'authentication.rejects-after-good',
  'authentication.rejects-wrong-password',
];
/** Ways past the Authorization header. */
const ELSEWHERE: readonly StatementId[] = [
  'authentication.rejects-cookie',
  'authentication.rejects-other-header',
  'authentication.rejects-query',
  'authentication.rejects-inner-address',
  'authentication.rejects-other-spelling',
  'authentication.rejects-other-method',
];
const WRONG_HEADERS = [...REJECTIONS.filter((id) => !FIRST.includes(id) && !ELSEWHERE.includes(id)), NOTHING_DONE];
/** Where a request without credentials is carried out, so is one that carries something else. */
const WITHOUT_CREDENTIALS: readonly StatementId[] = ['authentication.rejects-wrong-password', ...WRONG_HEADERS, ...ELSEWHERE];
/** Kinds of which each lets somebody write. */
const WRITERS: readonly StatementId[] = [
  'authentication.rejects-empty',
  'authentication.rejects-password-case',
  'authentication.rejects-password-prefix',
  'authentication.rejects-password-extension',
  'authentication.rejects-other-scheme',
  'authentication.rejects-not-base64',
  'authentication.rejects-no-colon',
];

/** Statements that fail at an endpoint because another one does: what is not there cannot be right, and who is let in may write. */
const EFFECTS: Readonly<Partial<Record<StatementId, readonly StatementId[]>>> = {
  'authentication.rejects-missing': ['authentication.rejects-after-good', ...WITHOUT_CREDENTIALS],
  'authentication.rejects-after-good': WITHOUT_CREDENTIALS,
  'authentication.rejects-wrong-password': WRONG_HEADERS,
  ...Object.fromEntries(WRITERS.map((id) => [id, [NOTHING_DONE]])),
  // As where the password is an API key.
  'authentication.rejects-wrong-user': ['authentication.rejects-empty-user', NOTHING_DONE],
  'email-template.copy-is-new': ['record.ids-are-distinct', 'email-template.copy-is-kept'],
  'email-address.fields': ['email-address.list-agrees-with-record'],
  'record.id-is-asked-id': ['email-address.list-agrees-with-record'],
  'record.ids-are-distinct': ['email-address.list-agrees-with-record'],
};

/** Endpoints that show the same records: events (18, 1), connected addresses (9, 11), e-mail templates (4, 6, 16). */
const FAMILIES: readonly (readonly number[])[] = [
  [1, 18],
  [9, 11],
  [4, 6, 16],
];

/** Folds each finding that follows from another one into that one. The most telling stand first, and stay in that order. */
export function foldConsequences(grouped: readonly Grouped[]): Grouped[] {
  const causes = new Map<Grouped, Grouped>();
  const rootOf = (entry: Grouped): Grouped => {
    const cause = causes.get(entry);
    return cause ? rootOf(cause) : entry;
  };
  for (const [index, entry] of grouped.entries()) {
    const own = grouped.filter((other) => rootOf(other) === entry);
    // Two findings that explain each other would both vanish: the first explanation stands.
    const cause = causesOf(entry, index, grouped).find((other) => {
      const root = rootOf(other);
      return root !== entry && own.every((each) => standsUnder(root.finding, each.finding));
    });
    if (cause) causes.set(entry, cause);
  }
  return grouped
    .filter((entry) => !causes.has(entry))
    .map((root) => {
      const effects = grouped.filter((entry) => entry !== root && rootOf(entry) === root);
      const consequences = [...new Set(effects.map(({ finding }) => finding.requirement))].filter((id) => id !== root.finding.requirement);
      const sightings = [root, ...effects].flatMap((entry) => entry.sightings);
      return { finding: { ...root.finding, ...keptAnswer(root.finding, effects), consequences }, sightings };
    });
}

/** Whether a finding would have all that another one shows: the same statement at another endpoint follows from nothing that is named there. */
function standsUnder(root: Finding, { requirement, endpoints }: Finding): boolean {
  return requirement !== root.requirement || endpoints.every((endpoint) => root.endpoints.includes(endpoint));
}

/** What a finding may follow from. Signs that go both ways count only for what stands before it. */
function causesOf({ finding }: Grouped, index: number, all: readonly Grouped[]): Grouped[] {
  const possible = all.filter((other, at) => at !== index && (finding.waived || !other.finding.waived));
  const known = possible.filter(
    (other) =>
      isContentOf(finding, other.finding) ||
      (isEffectOf(finding, other.finding) && isSeenWith(finding, other.finding)) ||
      isListOf(finding, other.finding) ||
      askedFor(finding, other.finding),
  );
  const alike = possible.filter(
    (other) => isSamePlace(finding, other.finding) || isSameAnswer(finding, other.finding) || isKeptAnswer(finding, other.finding),
  );
  return [...known, ...alike.filter((other) => all.indexOf(other) < index)];
}

function isEffectOf(effect: Finding, cause: Finding): boolean {
  return (EFFECTS[cause.requirement as StatementId] ?? []).includes(effect.requirement as StatementId);
}

/** Everywhere where the one was seen, the other one was too, or at an endpoint that shows the same records. */
function isSeenWith(effect: Finding, cause: Finding): boolean {
  const shown = (endpoint: number) => [endpoint, ...FAMILIES.filter((family) => family.includes(endpoint)).flat()];
  return (
    effect.endpoints.length > 0 && effect.endpoints.every((endpoint) => shown(endpoint).some((other) => cause.endpoints.includes(other)))
  );
}

/** A status that allows no content (RFC 9110 §15.3.5) breaks every statement about the content. */
function isContentOf(effect: Finding, cause: Finding): boolean {
  return (
    cause.actual === 'status 204' && effect.actual !== cause.actual && effect.exchange?.answer?.status === 204 && isSeenWith(effect, cause)
  );
}

/** Two statements about one place: a member of the wrong type does not come back either. */
function isSamePlace(later: Finding, earlier: Finding): boolean {
  if (later.pointer === null || later.pointer === '' || !isSeenWith(later, earlier)) return false;
  return placesOf(earlier).includes(later.pointer);
}

/** A list whose items are of the wrong type does not come back. */
function isListOf(list: Finding, items: Finding): boolean {
  return list.pointer !== null && isSeenWith(list, items) && placesOf(items).includes(`${list.pointer}/*`);
}

function placesOf({ pointer, places = [] }: Finding): readonly (string | null)[] {
  return [pointer, ...places];
}

/** One answer that is no success, or is out of order, breaks every statement about that answer. */
function isSameAnswer(later: Finding, earlier: Finding): boolean {
  return hasSameReason(later, earlier) && isSeenWith(later, earlier);
}

/** One answer to requests that ask for different things: at most one of them got its own, as where a cache does not look at the body. */
function isKeptAnswer(later: Finding, earlier: Finding): boolean {
  if (later.pointer === null || earlier.pointer === null) return false;
  const [one, other] = [later.exchange, earlier.exchange];
  if (one?.answer == null || other?.answer == null || one.request.body === null || one.answer.cut) return false;
  return one.request.url === other.request.url && one.request.body !== other.request.body && one.answer.body === other.answer.body;
}

/** In words for the finding that stands for all of them. */
function keptAnswer(root: Finding, effects: readonly Grouped[]): Pick<Finding, 'contrast'> {
  const alike = effects.filter(({ finding }) => isKeptAnswer(finding, root));
  if (alike.length === 0) return {};
  const sent = new Set([root, ...alike.map(({ finding }) => finding)].map(({ exchange }) => exchange?.request.body));
  const words = `${sent.size} different requests got this same answer, to the letter`;
  return { contrast: root.contrast === undefined ? words : `${root.contrast}; ${words}` };
}

/** And the statement of another endpoint that asked for it. */
function askedFor(effect: Finding, cause: Finding): boolean {
  const asked = askedEndpointOf(effect);
  return hasSameReason(effect, cause) && asked !== undefined && !effect.endpoints.includes(asked) && cause.endpoints.includes(asked);
}

/** Of findings without a place. The words behind a colon differ: a connection breaks in several ways. */
function hasSameReason(one: Finding, other: Finding): boolean {
  return one.pointer === null && other.pointer === null && one.actual.split(':')[0] === other.actual.split(':')[0];
}

/** The endpoint whose answer broke the statement. */
function askedEndpointOf({ exchange }: Finding): number | undefined {
  if (exchange === undefined) return undefined;
  const { method, url } = exchange.request;
  const [address = ''] = url.split('?');
  const isAt = (path: string) => new RegExp(`${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(address);
  return ENDPOINTS.find((endpoint) => endpoint.method === method && isAt(endpoint.path))?.number;
}
