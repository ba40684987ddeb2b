import { BEHIND, IN_TURNS, isLoadToBlame, OF_THE_LOAD, SHIFTED } from '../checks/run-history.ts';
import { inOneCall, LINE_BREAK } from '../http/curl.ts';
import type { StoredExchange } from '../http/storage.ts';
import { jsonIn, MARKER_MEMBER } from '../settings/parsing/json.ts';
import { encodeSegment, lookupUrl, sameOrigin } from '../settings/urls.ts';
import type { Category } from '../specification/categories.ts';
import { isObject } from '../specification/json.ts';
import type { StatementId } from '../specification/register.ts';
import type { Sequence } from './result.ts';

export interface Judged {
  readonly statement: string;
  readonly category: Category;
  readonly contrast?: string | undefined;
}

type Exchanges = readonly StoredExchange[];

/** Statements about what earlier requests left: reads as well take part in it. Who is let in depends on earlier requests only here. */
const RESTS_ON_EARLIER: readonly string[] = [
  'authentication.rejects-after-good',
  'authentication.rejects-cookie',
  'authentication.rejection-does-nothing',
  'robustness.nothing-of-earlier-requests',
  'robustness.reading-is-safe',
  'email-template.copy-keeps-variables',
  'event.stays-resolved',
  'event.own-fields-never-change',
] satisfies StatementId[];
/** They show on one connection, or with its cookie, only. */
const IN_ONE_CALL: readonly string[] = ['authentication.rejects-after-good', 'authentication.rejects-cookie'] satisfies StatementId[];
const AGAIN = /^sent again alone/;
/** Near the good credentials: a store of these may hold them under a name that both have. */
const NEAR_GOOD = /^sent: /;
const LIFETIME: StatementId = 'sms-template-embed.expires-as-asked';
const OF_TIME = /\d s later/;
/** A pause as long as this was given to the target, so it gets it again. Milliseconds. */
const PAUSE = 100;
/** A record that was made longer before was made for something else. Milliseconds. */
const LONGEST_PAUSE = 10_000;
const TRACK = /\/track$/;
const BUSINESS = /\/businesses\/([^/]+)\/track$/;
const AT_ONCE = /(\d+) tracked at once/;
/** What becomes of the event that was tracked is not in the answer. */
const FOLLOWED: readonly string[] = ['authentication.rejection-does-nothing', 'event.can-be-read'] satisfies StatementId[];
const isFollowed = ({ request }: StoredExchange, { statement }: Judged) => TRACK.test(request.url) && FOLLOWED.includes(statement);
const EVENT = /\/events\/([^/?]+)$/;
/** Names that a run makes up. */
const MADE_UP = /conformance-[\w-]+?-\d{5}(?!\d)/g;
const MARKER = new RegExp(`"${MARKER_MEMBER}":"([^"\\\\]+)"`);

/** Undefined where the guilty request alone counts. The `earlier` ones had ended before it, in order; those `beside` were under way; `lookup` is a template. */
export function sequenceOf(
  guilty: StoredExchange,
  earlier: Exchanges,
  judged: Judged,
  beside: Exchanges = [],
  lookup?: string,
): Sequence | undefined {
  const isAccess = judged.category === 'authentication';
  // Another event has other tags than the one that a conditional read names.
  if (guilty.request.headers['if-none-match'] !== undefined) return undefined;
  const isRead = guilty.request.method === 'GET' && EVENT.test(guilty.request.url);
  const isNearGood = isAccess && guilty.request.method === 'GET' && NEAR_GOOD.test(judged.contrast ?? '');
  const isAgain = isNearGood || AGAIN.test(judged.contrast ?? '');
  const isOfConnection = IN_ONE_CALL.includes(judged.statement) || (isAccess && isAgain);
  if (isRead ? (!isAccess || lookup !== undefined) && !isOfConnection : isFollowed(guilty, judged))
    return trackedSequence(guilty, earlier, judged, lookup);
  // What makes a request odd lies in it alone; the usual ones are there to compare.
  const mayRest = !isAccess && judged.category !== 'robustness';
  const isOfLoad = isLoadToBlame(judged.contrast) || (mayRest && OF_THE_LOAD.test(judged.contrast ?? ''));
  const together = beside.length > 0 ? [...beside, guilty] : earlier.filter((each) => requestsBeside(each, earlier).length > 0);
  const looked = beside.length > 0 ? [] : [guilty];
  if (isOfLoad && together.length > 1) {
    // First what makes the records that they name.
    const made = earlier.filter((each) => !together.includes(each) && together.some((one) => makes(each, one)));
    const taken = takenIds([...made, ...together]).filter(({ step, sed }) => step < made.length && sed !== null);
    const lineOf = ({ curl }: StoredExchange) => handingOver(curl, made.length, taken, false);
    const making = made.map(({ curl }, index) => handingOver(curl, index, taken, false));
    return { commands: [...making, ...together.map((each) => `${lineOf(each)} &`), 'wait', ...looked.map(lineOf)], atOnce: true };
  }
  const rests = RESTS_ON_EARLIER.includes(judged.statement) || isAgain;
  // What only reads changes nothing.
  const mayCount = (step: StoredExchange) => rests || (mayRest && step.request.method !== 'GET') || makes(step, guilty);
  const under = beside.filter(({ startedAt }) => mayRest && startedAt <= guilty.startedAt);
  const steps = [...[...earlier, ...under].filter(mayCount), guilty];
  const turns = IN_TURNS.exec(judged.contrast ?? '')?.[1];
  if (turns !== undefined) {
    const commands = steps.map(({ curl }) => `${curl.replaceAll(MADE_UP, (name) => `${name}'"-$n"'`)} ${LINE_BREAK}`);
    return { commands: [`for n in $(seq ${turns}); do`, ...commands, `[ $((n % ${SHIFTED})) != 0 ] || ${commands.at(-1)}`, 'done'] };
  }
  if (steps.length === 1) return undefined;
  const taken = takenIds(steps);
  const ownPauses = OF_TIME.test(judged.contrast ?? '') || judged.statement === LIFETIME;
  if (taken.length === 0) return { commands: ownPauses ? paused(steps) : inOneCall(steps.map(({ curl }) => curl)) };
  const unsafe = taken.find(({ sed }) => sed === null);
  if (unsafe !== undefined) return { commands: paused(steps), byHand: { id: unsafe.written, from: 'answer' } };
  return { commands: paused(steps, ({ curl }, index) => handingOver(curl, index, taken, index === steps.length - 1)) };
}

/** No answer names the id of a tracked event. With a look-up, others are tracked and looked up: as many at once as the check says. */
function trackedSequence(
  guilty: StoredExchange,
  earlier: Exchanges,
  { statement, contrast = '' }: Judged,
  lookup?: string,
): Sequence | undefined {
  const tracked = [...earlier, guilty].filter(({ request }) => request.method === 'POST' && TRACK.test(request.url));
  const markerOf = ({ request }: StoredExchange) => MARKER.exec(request.body ?? '')?.[1];
  const { url } = guilty.request;
  const reads = RESTS_ON_EARLIER.includes(statement) ? earlier.filter(({ request }) => request.url === url) : [];
  // Its marker may have changed since.
  const { body = '' } = (reads[0] ?? guilty).answer ?? {};
  const isItsOwn = (marker: string | undefined) => marker !== undefined && body.includes(marker);
  const own = tracked.findLast((each) => isItsOwn(markerOf(each))) ?? tracked.at(-1);
  // An update of the customer may have to do with it.
  const others = earlier.filter((each) => each.request.method === 'POST' && !TRACK.test(each.request.url));
  const [before = others, between = []] =
    own === undefined ? [] : [-1, 1].map((side) => others.filter((each) => sideOf(each, own) === side));
  const since = [...(reads.length === 0 ? [] : tracked.slice(tracked.indexOf(own ?? guilty) + 1)), ...between];
  // What becomes of an event is a matter of time, however long.
  const longest = RESTS_ON_EARLIER.includes(statement) ? Number.POSITIVE_INFINITY : LONGEST_PAUSE;
  if (own === undefined) return reads.length === 0 ? undefined : { commands: paused([...reads, guilty]) };
  const marker = markerOf(own);
  const id = EVENT.exec(url)?.[1];
  const encoded = id === undefined || WHOLE_ID.test(id) ? '' : ENCODED;
  if (lookup !== undefined && marker !== undefined && WHOLE_ID.test(marker) && COMMON_ID.test(decodeURIComponent(id ?? ''))) {
    const base = own.request.url.replace(BUSINESS, '');
    const read = id === undefined ? { ...guilty, curl: `curl -sS -i ${AUTHORIZED}'${base}/events/ID'` } : guilty;
    const steps = id === undefined ? [...before, own, read] : [...before, own, ...inTime([...reads, ...since]), read];
    const burst = AT_ONCE.exec(contrast)?.[1] ?? (statement === DISTINCT && tracked.length > 1 ? FEW : undefined);
    const number = burst === undefined ? '' : '-$n';
    // A business of the run is made first.
    const taken = takenIds([...before, own]).filter(({ sed }) => sed !== null);
    const command = (step: StoredExchange, index: number) =>
      (index <= before.length ? handingOver(step.curl, index, taken, false) : apart(step, index, steps))
        .replace(marker, `'"$marker${number}"'`)
        .replace(placesOf(id ?? 'ID'), () => `'"\${id:?no such event}"'`);
    const lines = paused(steps, command, longest);
    const [tracking = '', ...made] = lines
      .splice(0, before.length + 1)
      .map(withoutPause)
      .reverse();
    const others = statement === UNRESOLVED ? lines.map((line) => `sleep 10; ${withoutPause(line)}`) : lines;
    const named = `marker=${marker}-$(date +%s)`;
    const look = lookUp(own, base, lookup, number, encoded);
    if (burst === undefined && statement === STAYS_RESOLVED && reads.length > 0) {
      const looks = withoutPause(lines.at(-1) ?? '').replace('curl -sS -i', 'curl -sS');
      const [first = guilty] = reads;
      const restful = inSeconds((Date.parse(guilty.startedAt) - Date.parse(first.startedAt)) / LOOKS);
      return {
        commands: [
          ...made.reverse(),
          ...[named, tracking, patiently(look)],
          `for i in $(seq 30); do ${looks} | grep -q '"customer" *: *"' && break; sleep 0.5; done`,
          ...since.map((step) => `${step.curl} ${LINE_BREAK}`),
          `for i in $(seq ${LOOKS}); do ${looks} ${LINE_BREAK}; sleep ${Math.max(0.1, restful)}; done`,
        ],
      };
    }
    if (burst === undefined) return { commands: [...made.reverse(), named, tracking, patiently(look), ...others] };
    const each = `for n in $(seq ${burst}); do`;
    const pause = Math.min(LONGEST_PAUSE, Math.max(1000, Date.parse(guilty.startedAt) - Date.parse(own.startedAt)));
    const inBurst = (line: string) => line.replace(/"number":\d+/, `"number":'$n'`).replace(LINE_BREAK, '-o /dev/null');
    const mate = tracked.find((each) => each !== own);
    const matching = `${mate?.curl} ${LINE_BREAK}`.replace((mate && markerOf(mate)) ?? marker, `'"$marker${number}"'`);
    // Three of four match a customer (`tests/scenarios/bursts.ts`).
    const [fourth, usual] = statement === UNMATCHED ? [tracking, matching] : [matching, tracking];
    const isMixed = mate !== undefined && (statement === UNMATCHED || statement === UNRESOLVED);
    const sent = isMixed ? `if [ $((n % 4)) = 0 ]; then ${inBurst(fourth)}; else ${inBurst(usual)}; fi` : inBurst(tracking);
    const seen = `(${look}; ${withoutPause(others.at(-1) ?? '')} ${LINE_BREAK})`;
    return {
      commands: [named, `${each} ${sent} & done; wait; sleep ${inSeconds(pause)}`, `${each} echo "event $n:"; ${seen}; done`],
      atOnce: true,
    };
  }
  if (id === undefined) return undefined;
  return {
    commands: paused([...before, own, ...inTime([...reads, ...since]), guilty], apart, longest),
    byHand: { id, from: 'look-up', ...(marker !== undefined && { marker }) },
  };
}

const sideOf = (one: StoredExchange, other: StoredExchange) => (Date.parse(one.startedAt) <= Date.parse(other.startedAt) ? -1 : 1);

const inTime = (exchanges: Exchanges): StoredExchange[] =>
  exchanges.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));

const UNMATCHED: StatementId = 'event.unmatched-stays-null';
const UNRESOLVED: StatementId = 'event.match-is-resolved';
const STAYS_RESOLVED: StatementId = 'event.stays-resolved';
/** A copy of the data may be behind, so that one read of several is wrong: so often the paste reads. */
const LOOKS = 20;
const DISTINCT: StatementId = 'record.ids-are-distinct';
/** Events at once, of which two may get one id. */
const FEW = '10';
const withoutPause = (line: string): string => line.replace(/^sleep \S+; /, '');
const AUTHORIZED = '-u "$CES_USERNAME:$CES_PASSWORD" ';

function lookUp(tracked: StoredExchange, base: string, template: string, number: string, encoded: string): string {
  const business = decodeURIComponent(BUSINESS.exec(tracked.request.url)?.[1] ?? '');
  const url = lookupUrl(base, template, 'MARKER', business).replaceAll("'", "'\\''");
  const curl = `curl -sS ${sameOrigin(url, base) ? AUTHORIZED : ''}'${url.replaceAll('MARKER', () => `'"$marker${number}"'`)}'`;
  return `id=$(${curl} | ${encoded === '' ? WAYS.at(-1)?.sed : encoded})`;
}

/** Asks until the event is known, which takes a while where it is processed first. */
const patiently = (look: string): string => `for i in 1 2 3 4 5 6 7 8 9; do ${look}; [ -n "$id" ] && break; sleep 1; done`;

/** The line, so that the next answer begins a line of its own. */
const apart = ({ curl }: StoredExchange, index: number, steps: Exchanges): string =>
  index === steps.length - 1 ? curl : `${curl} ${LINE_BREAK}`;

/** @param longest pauses of a record that was made longer before are left out, in milliseconds */
function paused(steps: Exchanges, command: typeof apart = apart, longest = LONGEST_PAUSE): string[] {
  return steps.map((step, index) => {
    const before = steps[index - 1] ?? step;
    const pause = Date.parse(step.startedAt) - Date.parse(before.startedAt) - before.durationMs;
    const isIdle = pause < PAUSE || (pause > longest && makes(before, steps.at(-1) ?? step));
    return `${isIdle ? '' : `sleep ${inSeconds(pause)}; `}${command(step, index, steps)}`;
  });
}

function inSeconds(pause: number): number {
  return pause < 1000 ? Math.ceil(pause / 100) / 10 : Math.ceil(pause / 1000);
}

/** The line, with variables for ids of earlier answers; what it answers becomes one where a later line names it. */
function handingOver(curl: string, index: number, taken: readonly TakenId[], isLast: boolean): string {
  const variable = (number: number) => `id${number === 0 ? '' : number + 1}`;
  // Each of these places lies between single quotes.
  const line = taken.reduce(
    (text, { written }, number) => text.replaceAll(placesOf(written), () => `'"\${${variable(number)}:?no id in the answer}"'`),
    curl,
  );
  const own = taken.findIndex(({ step }) => step === index);
  const printed = `printf '%s\\n' "$answer"`;
  // People read the answer all the same, apart from the last one. `tee /dev/stderr` would cut a file that a caller writes it to.
  if (own >= 0) return `answer=$(${line}); ${printed} >&2; ${variable(own)}=$(${printed} | ${taken[own]?.sed})`;
  return isLast ? line : `${line} ${LINE_BREAK}`;
}

/** With more, the way to a failure is no sequence of steps: a burst, say. */
const MOST_BEFORE = 3;

/** Where one brings the failure about, some more may lie between. */
const MOST_BEHIND = 6;

/** With more, a paste is too long to read. */
const MOST_BESIDE = 20;

/** The requests of a check that were under way with the guilty one; empty where there are too many to paste. */
export function requestsBeside(guilty: StoredExchange, exchanges: Exchanges): StoredExchange[] {
  const span = ({ startedAt, durationMs }: StoredExchange) => [Date.parse(startedAt), Date.parse(startedAt) + durationMs] as const;
  const [from, to] = span(guilty);
  const beside = exchanges.filter((exchange) => exchange !== guilty && span(exchange)[0] < to && span(exchange)[1] > from);
  return beside.length > MOST_BESIDE ? [] : beside;
}

/** The requests of a check that had ended when the guilty one was sent, the latest last; empty where there are too many to follow. */
export function requestsBefore(guilty: StoredExchange, exchanges: Exchanges, contrast = ''): StoredExchange[] {
  const sent = Date.parse(guilty.startedAt);
  const earlier = exchanges.filter((exchange) => exchange !== guilty && Date.parse(exchange.startedAt) + exchange.durationMs <= sent);
  // What made the record is no such step.
  const making = earlier.filter((exchange) => makes(exchange, guilty));
  const most = OF_THE_LOAD.test(contrast) ? MOST_BESIDE : contrast.includes(BEHIND) ? MOST_BEHIND : MOST_BEFORE;
  return inTime(earlier.length - making.length > most ? making : earlier);
}

/** Whether the answer names the record that the later request asks for, or tracked the event that it reads. */
function makes({ request, answer, curl }: StoredExchange, later: StoredExchange): boolean {
  if (request.method !== 'POST') return false;
  if (TRACK.test(request.url)) return EVENT.test(later.request.url);
  const id = idOf(answer?.body ?? '');
  const places = id === undefined ? undefined : placesOf(encodeSegment(id));
  return places !== undefined && !curl.match(places) && later.curl.match(places) !== null;
}

/** What a shell hands over from an answer to a URL without a thought (RFC 3986 §2.3). */
const UNRESERVED = '[A-Za-z0-9._~-]*';
const WHOLE_ID = new RegExp(`^${UNRESERVED}$`);

/** What a shell encodes for a URL with little ado. */
const COMMON_ID = /^[\w.~+/=-]*$/;
const ENCODED = `sed -n 's/.*"id" *: *"\\([^"\\]*\\)".*/\\1/p' | sed 's/+/%2B/g;s|/|%2F|g;s/=/%3D/g'`;

/** Ways to take the `id` of a JSON object out of the line that holds it: its first member, or the last of that name. */
const WAYS = ['^[{] *', '.*'].map((before) => ({
  sed: `sed -n 's/${before}"id" *: *"\\(${UNRESERVED}\\)".*/\\1/p'`,
  pattern: new RegExp(`${before}"id" *: *"(${UNRESERVED})".*`),
}));

interface TakenId {
  readonly step: number;
  /** As a URL holds it. */
  readonly written: string;
  /** A command that prints it when it reads the answer; null where none does so safely. */
  readonly sed: string | null;
}

/** The ids that later ones of these requests have from answers to earlier ones. */
function takenIds(steps: readonly StoredExchange[]): TakenId[] {
  return steps.flatMap(({ curl, answer }, step) => {
    const id = idOf(answer?.body ?? '');
    if (answer === null || id === undefined) return [];
    const written = encodeSegment(id);
    const isNew = !placesOf(written).test(curl);
    return isNew && steps.slice(step + 1).some((later) => placesOf(written).test(later.curl))
      ? [{ step, written, sed: written === id ? sedFor(answer.body, id) : null }]
      : [];
  });
}

/** Where a line of `toCurl` names the id: a segment of the path, or a text in the body. */
const placesOf = (written: string): RegExp => new RegExp(`(?<=[/"])${written.replaceAll(/\W/g, '\\$&')}(?=[/"'?])`, 'g');

function idOf(body: string): string | undefined {
  const value = jsonIn(body);
  return isObject(value) && typeof value.id === 'string' && value.id !== '' ? value.id : undefined;
}

/** Tried on the answer that came: the next one has the same form. */
function sedFor(body: string, id: string): string | null {
  const lines = body.split('\n');
  const way = WAYS.find(({ pattern }) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).join('\n') === id);
  return way?.sed ?? null;
}
