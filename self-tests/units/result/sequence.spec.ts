import { AGAIN_AT_ONCE, moreMadeSince, ONE_FORM, otherIdsBetween, RIGHT_ALONE, TRACKED_BEHIND } from '../../../src/checks/run-history.ts';
import { credentials, none } from '../../../src/http/authorization.ts';
import { toCurl } from '../../../src/http/curl.ts';
import type { StoredExchange } from '../../../src/http/storage.ts';
import { type Judged, sequenceOf } from '../../../src/result/sequence/sequence.ts';
import { requestsBefore, requestsBeside } from '../../../src/result/sequence/steps.ts';
import { exchange } from '../../report/sample-statements.ts';
import { expect, test } from '../../test.ts';
import { expectTranscript } from '../../transcript.ts';

/** A request to one of these paths, with good credentials or none, and its answer: texts as they are, all else as JSON. Times in milliseconds. */
interface Sent {
  readonly POST?: string;
  readonly GET?: string;
  readonly good?: true;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly tag?: string;
  readonly at?: number;
  readonly lasts?: number;
}

/** An event that is tracked with this marker, in this business, or a read that shows it. */
interface OfEvent extends Sent {
  readonly track?: string;
  readonly in?: string;
  readonly number?: number;
  readonly read?: string;
  readonly customer?: string | null;
}

function ofEvent({ track, in: business = 'b', number, read, customer, ...given }: OfEvent): Sent {
  const marked = { conformance_marker: track ?? read };
  if (track !== undefined) return { POST: `/businesses/${business}/track`, body: { data: { number, ...marked } }, ...given };
  return read === undefined ? given : { GET: '/events/evt_1', answer: { extra: marked, customer }, ...given };
}

function sent(told: OfEvent): StoredExchange {
  const { POST, GET = '', good, headers = {}, body, answer = {}, tag, at = 0, lasts = 0 } = ofEvent(told);
  const [sentBody, answered] = [body, answer].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const path = POST ?? GET;
  const method = POST === undefined ? 'GET' : 'POST';
  const request = { method, url: `https://host${path}`, headers: { accept: 'a/b', ...headers }, body: sentBody ?? null } as const;
  const type = body !== undefined && { 'content-type': 'c/d' };
  const authorization = good ? credentials('ann', 'pw') : none;
  return {
    ...exchange(method, path, { status: 200, body: answered ?? '', ...(tag !== undefined && { headers: { etag: tag } }) }),
    ...{ title: path, request, startedAt: new Date(1_700_000_000_000 + at).toISOString(), durationMs: lasts },
    curl: toCurl({ ...request, headers: { ...request.headers, ...type }, authorization }),
  };
}

const ECHO = { statement: 'business.name-comes-back', category: 'identity and echo' } as const;
/** As words of a contrast are called in the transcript. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ AGAIN_AT_ONCE, ONE_FORM, RIGHT_ALONE, TRACKED_BEHIND },
  ...{ IDS_BETWEEN: otherIdsBetween(15), MADE_SINCE: moreMadeSince(79) },
};

/** Earlier requests and the guilty one, what that is judged for, what was under way with it, and the look-up: empty for none. */
type Asked = readonly [all: readonly OfEvent[], judged: Partial<Judged>, beside?: readonly OfEvent[], lookup?: string];

test('what people send to see a failure again was approved', () =>
  expectTranscript('result/sequences.txt', (line) => {
    const [all, judged, beside = [], lookup = '/lookup/{marker}'] = JSON.parse(line.slice(line.indexOf('['))) as Asked;
    const contrast = judged.contrast?.replace(/\{([A-Z_]+)\}/g, (_, name) => WORDS[name] ?? '');
    const [guilty = sent({}), ...latestFirst] = all.map(sent).reverse();
    const found = sequenceOf(guilty, latestFirst.reverse(), { ...ECHO, ...judged, contrast }, beside.map(sent), lookup || undefined);
    if (found === undefined) return 'the request alone';
    const { commands, atOnce, byHand } = found;
    return [...commands, ...(atOnce ? ['# at once'] : []), ...(byHand ? [`# by hand: ${JSON.stringify(byHand)}`] : [])];
  }));

test('what made the record goes before, however many others there are', () => {
  const made = sent({ POST: '/businesses', answer: { id: 'b1' } });
  const guilty = sent({ POST: '/businesses/b1/campaigns', at: 20_000 });
  const others = [1, 2, 3, 4].map((at) => sent({ POST: '/a', at }));
  expect(requestsBefore(guilty, [made, ...others, guilty])).toEqual([made]);
});

test('the requests before are those that had ended, the latest last; a burst is no sequence of steps', () => {
  const at = (atMs: number) => sent({ POST: `/${atMs}`, at: atMs, lasts: 10 });
  const guilty = at(100);
  expect(requestsBefore(guilty, [at(50), guilty, at(20), at(95), at(120)]).map(({ title }) => title)).toEqual(['/20', '/50']);
  expect(requestsBefore(guilty, [guilty, ...[10, 20, 30, 40].map((before) => at(before))])).toEqual([]);
});

test('where one of a few requests brings it about, all of them are shown', () => {
  const steps = [1, 2, 3, 4, 5].map((atMs) => sent({ POST: '/x', at: atMs }));
  const guilty = sent({ POST: '/x', at: 9 });
  expect(requestsBefore(guilty, steps)).toEqual([]);
  expect(requestsBefore(guilty, steps, 'sent again alone, it is right; behind `POST /x → 422`, it is wrong each time')).toEqual(steps);
});

test('what was under way with a request overlaps it', () => {
  const all = [0, 5, 10].map((at) => sent({ POST: `/a/${at}`, at, lasts: 6 }));
  const [first, guilty, last] = all as [StoredExchange, StoredExchange, StoredExchange];
  expect(requestsBeside(guilty, all)).toEqual([first, last]);
  expect(requestsBeside(last, all)).toEqual([guilty]);
});
