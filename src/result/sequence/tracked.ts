import { IN_TURNS, isLoadToBlame, JUST_BEFORE, READ_AGAIN, TRACKED_BEFORE, TRACKED_BEHIND } from '../../checks/run-history.ts';
import { LINE_BREAK } from '../../http/curl.ts';
import type { StoredExchange } from '../../http/storage.ts';
import { MARKER_MEMBER } from '../../settings/parsing/json.ts';
import { encodeSegment, lookupUrl, sameOrigin } from '../../settings/urls.ts';
import type { StatementId } from '../../specification/register.ts';
import type { Sequence } from '../result.ts';
import { ANYWHERE, COMMON_ID, ENCODED, handingOver, idOf, idVariable, placesOf, type TakenId, takenIds, WHOLE_ID } from './ids.ts';
import { apart, begunAt, EVENT, type Exchanges, inSeconds, inTime, LONGEST_PAUSE, paused, TRACK, withoutPause } from './steps.ts';

const BUSINESS = /\/businesses\/([^/]+)\/track$/;
/** Of a finding that takes many events at the same time. */
export const AT_ONCE = /(\d+) tracked at once/;
const MARKER = new RegExp(`"${MARKER_MEMBER}":"([^"\\\\]+)"`);
const AUTHORIZED = '-u "$CES_USERNAME:$CES_PASSWORD" ';

const UNMATCHED: StatementId = 'event.unmatched-stays-null';
const UNRESOLVED: StatementId = 'event.match-is-resolved';
const STAYS_RESOLVED: StatementId = 'event.stays-resolved';
/** With a name for each, whose name comes back shows. */
const NAMED: StatementId = 'event.name-is-tracked-name';
const OWN_FIELDS: StatementId = 'event.own-fields-never-change';
const IS_RESOLVED = /"customer" *: *"/;
const DISTINCT: StatementId = 'record.ids-are-distinct';
/** What was found for an event of another business may be remembered. */
const IN_BUSINESS: StatementId = 'event.match-stays-in-business';
/** A copy of the data may be behind, so that one read of several is wrong: so often the paste reads. */
const LOOKS = 20;
/** For so long the paste reads the event, once a second. */
const SECONDS = 10;
/** An event that is resolved so soon changes with that. */
const SOON_MS = 3000;
/** Events, of which two may get one id. */
const FEW = '10';
/** As many as a run tracks at once (`tests/scenarios/bursts.ts`). */
const MANY = '32';
/** Nothing else goes beside them, as it did in the run. */
const TIMES_AS_MANY = 2;

interface Judged {
  readonly statement: string;
  readonly contrast?: string | undefined;
  /** Earlier reads of the event take part in it. */
  readonly rests: boolean;
}

/** No answer names the id of a tracked event. With a look-up, others are tracked and looked up: as many at once as the check says. */
export function trackedSequence(guilty: StoredExchange, earlier: Exchanges, judged: Judged, lookup?: string): Sequence | undefined {
  const tracked = [...earlier, guilty].filter(({ request }) => request.method === 'POST' && TRACK.test(request.url));
  const { url } = guilty.request;
  const reads = judged.rests ? earlier.filter(({ request }) => request.url === url) : [];
  // Its marker may have changed since.
  const { body = '' } = (reads[0] ?? guilty).answer ?? {};
  const isItsOwn = (marker: string | undefined) => marker !== undefined && body.includes(marker);
  const own = tracked.findLast((each) => isItsOwn(markerOf(each))) ?? tracked.at(-1);
  if (own === undefined) return reads.length === 0 ? undefined : { commands: paused([...reads, guilty]) };
  const { contrast = '' } = judged;
  const mayCount =
    judged.statement === IN_BUSINESS || [JUST_BEFORE, TRACKED_BEFORE, TRACKED_BEHIND].some((words) => contrast.includes(words));
  // An update of the customer may have to do with it.
  const others = earlier.filter((each) => each.request.method === 'POST' && each !== own && (mayCount || !TRACK.test(each.request.url)));
  const isBefore = (each: StoredExchange) => begunAt(each) <= begunAt(own);
  const before = others.filter(isBefore);
  const since = [...(reads.length === 0 ? [] : tracked.slice(tracked.indexOf(own) + 1)), ...others.filter((each) => !isBefore(each))];
  // What becomes of an event is a matter of time, however long.
  const longest =
    judged.rests || judged.statement === UNMATCHED || contrast.includes(READ_AGAIN) ? Number.POSITIVE_INFINITY : LONGEST_PAUSE;
  const id = EVENT.exec(url)?.[1];
  const marker = markerOf(own);
  if (lookup !== undefined && marker !== undefined && WHOLE_ID.test(marker) && COMMON_ID.test(decodeURIComponent(id ?? '')))
    return lookedUp({ guilty, own, before, since, reads, tracked, longest, id, marker, lookup }, judged);
  if (id === undefined) return undefined;
  return {
    commands: paused([...before, own, ...inTime([...reads, ...since]), guilty], apart, longest),
    byHand: { id, from: 'look-up', ...(marker !== undefined && { marker }) },
  };
}

const markerOf = ({ request }: StoredExchange) => MARKER.exec(request.body ?? '')?.[1];

interface Story {
  readonly guilty: StoredExchange;
  /** What tracked the event. */
  readonly own: StoredExchange;
  /** Before and since it was tracked. */
  readonly before: Exchanges;
  readonly since: Exchanges;
  readonly reads: Exchanges;
  readonly tracked: Exchanges;
  readonly longest: number;
  readonly id: string | undefined;
  readonly marker: string;
  readonly lookup: string;
}

function lookedUp(story: Story, { statement, contrast = '' }: Judged): Sequence {
  const { guilty, own, before, since, reads, longest, id, marker, lookup } = story;
  const base = own.request.url.replace(BUSINESS, '');
  const read = id === undefined ? { ...guilty, curl: `curl -sS -i ${AUTHORIZED}'${base}/events/ID'` } : guilty;
  const steps = id === undefined ? [...before, own, read] : [...before, own, ...inTime([...reads, ...since]), read];
  const [, atOnce = isLoadToBlame(contrast) ? MANY : undefined] = AT_ONCE.exec(contrast) ?? [];
  const many = atOnce === undefined ? undefined : String(TIMES_AS_MANY * Number(atOnce));
  const turns = IN_TURNS.exec(contrast)?.[1];
  const burst = turns ?? many ?? (statement === DISTINCT ? FEW : undefined);
  const number = burst === undefined ? '' : '-$n';
  // What was asked for may be the event's id with more around it.
  const real = encodeSegment(idOf(guilty.answer?.body ?? '') ?? '');
  const [ahead = '', behind = ''] = real !== '' && id?.includes(real) ? id.split(real) : [];
  // A business of the run is made first.
  const taken = takenIds([...before, own]).filter(({ sed }) => sed !== null);
  const command = (step: StoredExchange, index: number) =>
    (index <= before.length ? handingOver(step.curl, index, taken, false) : apart(step, index, steps))
      .replace(marker, `'"$marker${number}"'`)
      .replace(placesOf(id ?? 'ID'), () => `${ahead}'"\${event:?no such event}"'${behind}`);
  const lines = paused(steps, command, longest);
  const inTurn = statement === IN_BUSINESS ? (line: string) => line : withoutPause;
  const made = lines.splice(0, before.length).map(inTurn);
  const tracking = inTurn(lines.shift() ?? '');
  const named = `marker=${marker}-$(date +%s)`;
  const look = lookUp(own, base, lookup, { number, taken, isPlain: id === undefined || WHOLE_ID.test(id) });
  const begun = [...made, named, tracking, patiently(look)];
  const looks = withoutPause(lines.at(-1) ?? '');
  const condition = conditionOf(story);
  if (condition !== undefined) return { commands: [...begun, ...readWithCondition(looks, condition)] };
  if (burst === undefined && statement === STAYS_RESOLVED && reads.length > 0)
    return { commands: [...begun, ...readOften(story, withoutHeaders(looks))] };
  if (burst === undefined && statement === OWN_FIELDS && IS_RESOLVED.test(guilty.answer?.body ?? '')) {
    // What is kept elsewhere after some seconds changes then.
    const age = begunAt(guilty) - begunAt(own);
    const waiting = age > SOON_MS ? [`sleep ${inSeconds(age)}`] : [];
    // The first read comes at once, before the event is resolved.
    return { commands: [...begun, ...lines.slice(0, -1).map(withoutPause), untilResolved(withoutHeaders(looks)), ...waiting, looks] };
  }
  // A read of the unresolved event may be what keeps it unresolved.
  const later =
    statement === UNRESOLVED ? [...lines.slice(0, -1), `for i in $(seq ${SECONDS}); do ${looks} ${LINE_BREAK}; sleep 1; done`] : lines;
  if (burst === undefined) return { commands: [...begun, ...later] };
  const each = `for n in $(seq ${burst}); do`;
  const pause = Math.min(LONGEST_PAUSE, Math.max(1000, begunAt(guilty) - begunAt(own)));
  const adding = inBurst(story, statement, tracking, `'"$marker${number}"'`);
  const seen = `(${look}; ${looks} ${LINE_BREAK})`;
  const looking = `${each} echo "event $n:"; ${seen}; done`;
  // In twos: two at once may get one id, and an id may be given again once its event is processed.
  const inTwos = `set --; ${each} ${adding}; [ $((n % 2)) = 1 ] || { ${AT_ONE_TIME}; set --; sleep 1; }; done`;
  const sending = (curl: string) => `set --; ${each} ${adding}; done; ${curl}; sleep ${inSeconds(pause)}`;
  if (turns !== undefined) return { commands: [named, `(${sending(IN_TURN)})`, looking] };
  const together = sending(AT_ONE_TIME);
  return { commands: [named, `(${atOnce === undefined ? inTwos : together})`, looking], atOnce: true };
}

/** One process begins all in one millisecond. Several would not. */
const AT_ONE_TIME = 'curl -Z --no-progress-meter --parallel-immediate --parallel-max 100 "$@"';

/** One process sends them over one connection, each as soon as the one before it is answered. */
export const IN_TURN = 'curl --no-progress-meter "$@"';

const withoutHeaders = (read: string): string => read.replace('curl -sS -i', 'curl -sS');

const untilResolved = (read: string): string => `for i in $(seq 30); do ${read} | grep -q '"customer" *: *"' && break; sleep 0.5; done`;

/** Headers that ask for news only, by the header of an earlier answer that their value comes from (RFC 9110 §13.1). */
const CONDITIONS = { etag: 'if-none-match', 'last-modified': 'if-modified-since' };

type Condition = NonNullable<ReturnType<typeof conditionOf>>;

function conditionOf({ guilty, reads }: Story) {
  const conditions = Object.entries(CONDITIONS).map(([origin, name]) => ({ origin, name, value: guilty.request.headers[name] ?? '' }));
  return conditions.find(({ origin, value }) => value !== '' && reads.some(({ answer }) => answer?.headers[origin] === value));
}

/** Another event has another tag: it is taken from a read before the event is resolved. */
function readWithCondition(read: string, { name, origin, value }: Condition): string[] {
  const sent = `'${name}: ${value}'`;
  const plain = read.replace(` -H ${sent}`, '');
  const anyCase = origin.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return [
    `value=$(${plain} | tr -d '\\r' | sed -n 's/^${anyCase}: *//p')`,
    untilResolved(withoutHeaders(plain)),
    read.replace(sent, `"${name}: $value"`),
  ];
}

/** Until it is resolved; then what came since, and often, since one copy of the data may be behind. */
function readOften({ guilty, reads: [first = guilty], since }: Story, read: string): string[] {
  const restful = inSeconds((begunAt(guilty) - begunAt(first)) / LOOKS);
  return [
    untilResolved(read),
    ...since.map((step) => `${step.curl} ${LINE_BREAK}`),
    `for i in $(seq ${LOOKS}); do ${read} ${LINE_BREAK}; sleep ${Math.max(0.1, restful)}; done`,
  ];
}

/** Adds one of many events to the arguments: where some match a customer and some do not, three of four do (`tests/scenarios/bursts.ts`). */
function inBurst({ own, tracked }: Story, statement: string, tracking: string, marker: string): string {
  const quiet = (line: string) =>
    (statement === NAMED ? line.replace(/"event":"(?:[^"\\]|\\.)*"/, `"event":"conformance.event-'$n'"`) : line)
      .replace(/"number":\d+/, `"number":'$n'`)
      .replace(LINE_BREAK, '-o /dev/null')
      .replace(/^curl/, 'set -- "$@" --next');
  const mate = tracked.find((each) => each !== own);
  if (mate === undefined || (statement !== UNMATCHED && statement !== UNRESOLVED)) return quiet(tracking);
  const matching = `${mate.curl} ${LINE_BREAK}`.replace(markerOf(mate) ?? marker, marker);
  const [fourth, usual] = statement === UNMATCHED ? [tracking, matching] : [matching, tracking];
  return `if [ $((n % 4)) = 0 ]; then ${quiet(fourth)}; else ${quiet(usual)}; fi`;
}

function lookUp(
  tracked: StoredExchange,
  base: string,
  template: string,
  { number, taken, isPlain }: { readonly number: string; readonly taken: readonly TakenId[]; readonly isPlain: boolean },
): string {
  const [, written = ''] = BUSINESS.exec(tracked.request.url) ?? [];
  const made = taken.findIndex((each) => each.written === written);
  const filled = lookupUrl(base, template, 'MARKER', made < 0 ? decodeURIComponent(written) : 'BUSINESS').replaceAll("'", "'\\''");
  const url = made < 0 ? filled : filled.replaceAll('BUSINESS', () => `'"$${idVariable(made)}"'`);
  const curl = `curl -sS ${sameOrigin(url, base) ? AUTHORIZED : ''}'${url.replaceAll('MARKER', () => `'"$marker${number}"'`)}'`;
  return `event=$(${curl} | ${isPlain ? ANYWHERE : ENCODED})`;
}

/** Asks until the event is known, which takes a while where it is processed first. */
const patiently = (look: string): string => `for i in 1 2 3 4 5 6 7 8 9; do ${look}; [ -n "$event" ] && break; sleep 1; done`;
