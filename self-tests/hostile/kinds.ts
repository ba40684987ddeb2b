import { gzipSync } from 'node:zlib';
import { onSuccess } from '../../mutation/answers.ts';
import { HANG, RESET } from '../../mutation/faults/hostile-requests.ts';
import type { Interposition, PassingAnswer } from '../../mutation/interposition.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { described, garbage, onTheWire, textOf, withBody, withMember } from './wire.ts';

/** One way in which a target is hostile or broken, at one endpoint; in all else it is sound. */
export interface Kind {
  readonly name: string;
  readonly endpoint: EndpointName;
  readonly interpose: () => Interposition;
  /** The statements that have to fail, all of them and no other; none where it is permitted. */
  readonly fails: readonly StatementId[];
  /** What may fail besides, depending on which requests meet. */
  readonly mayFail?: RegExp;
  /** What one of the failures says; what is left open says, where none fails. */
  readonly says?: RegExp;
  readonly variables?: Readonly<Record<string, string>>;
}

const SUCCESS = 'http.success-is-200';
const IN_ORDER = 'robustness.every-request';
const JSON_BODY = 'http.json-body';
const READABLE = 'robustness.readable-answers';
/** Every GET of the endpoint that would succeed, also with a query that means nothing. */
const UNANSWERED: readonly StatementId[] = [SUCCESS, IN_ORDER];

type Place = Pick<Kind, 'endpoint' | 'interpose'>;
const MEGABYTE = 1024 * 1024;
const JSON_TYPE = 'Content-Type: application/json';
type Change = (answer: PassingAnswer) => ReturnType<Parameters<typeof onSuccess>[1]>;
const wire = (endpoint: EndpointName, change: Change) => onSuccess([endpoint], change);
/** At one read: what fails, what one of the failures or the open checks says, and the change of each success. */
const segment = (name: string, fails: readonly StatementId[], says: RegExp | null, change: Change): Kind => ({
  name,
  endpoint: 'getSegment',
  interpose: wire('getSegment', change),
  fails,
  ...(says && { says }),
});
const counting = (count: string): Place => ({
  endpoint: 'createCampaign',
  interpose: wire('createCampaign', (answer) =>
    withBody(answer, textOf(answer).replace(/"total_customers_enrolled":\d+/, `"total_customers_enrolled":${count}`)),
  ),
});
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const SPACES = Buffer.alloc(MEGABYTE, ' ');
const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, ' '));

export const KINDS: readonly Kind[] = [
  segment('reset before any byte', UNANSWERED, /closed before any byte of the answer/, () => RESET),
  segment('reset in the middle of the body', UNANSWERED, /closed after 20 of \d+ bytes of the body/, ({ body }) =>
    onTheWire(described(body), body.subarray(0, 20), { after: 'reset' }),
  ),
  segment('silence before the head', UNANSWERED, /no answer within 2,500 ms/, () => HANG),
  segment(
    'silence in the middle of the body',
    UNANSWERED,
    /no complete answer within 2,500 ms: it stood after 20 of \d+ bytes of the body/,
    ({ body }) => onTheWire(described(body), body.subarray(0, 20), { after: 'hang' }),
  ),
  segment('a body without end', UNANSWERED, /no end within sight: more than the 5,242,880 that are read \(CES_MAX_BODY_BYTES\)/, () =>
    onTheWire([JSON_TYPE], Buffer.alloc(64 * 1024, ' '), { endless: true }),
  ),
  segment('a body of 100 MB', [], /CES_MAX_BODY_BYTES/, ({ body }) => {
    const length = 100 * MEGABYTE + body.length;
    return garbage(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n`, ...Array(100).fill(SPACES), body);
  }),
  {
    ...segment('a longer body than the setting allows', [], /more than the 1,024 that are read/, (answer) =>
      withBody(answer, `${' '.repeat(2048)}${textOf(answer)}`),
    ),
    variables: { CES_MAX_BODY_BYTES: '1024' },
  },
  segment('gzip that grows to 200 MB', [], /larger than 5,242,880 bytes once its content coding gzip is removed/, () =>
    onTheWire(described(bomb, 'Content-Encoding: gzip'), bomb),
  ),
  {
    ...segment(
      'gzip that grows to 200 MB, a hundred times what is read',
      [READABLE],
      /larger than 100,000,000 bytes once its content coding gzip is removed/,
      () => onTheWire(described(bomb, 'Content-Encoding: gzip'), bomb),
    ),
    variables: { CES_MAX_BODY_BYTES: '1000000' },
  },
  segment('a Content-Length short of the body', [JSON_BODY], /not JSON: (Unterminated|Expected|Unexpected end)/, ({ body }) =>
    onTheWire([JSON_TYPE, `Content-Length: ${body.length - 10}`], body),
  ),
  segment('bytes that are not UTF-8', [JSON_BODY], /not UTF-8: invalid from byte/, (answer) =>
    withBody(answer, Buffer.from(answer.body).fill(0xff, 8, 9)),
  ),
  segment('UTF-16', [JSON_BODY], /UTF-16/, (answer) => withBody(answer, Buffer.from(`\ufeff${textOf(answer)}`, 'utf16le'))),
  segment('a byte order mark', ['robustness.no-byte-order-mark'], /byte order mark/, (answer) =>
    withBody(answer, Buffer.from(`\ufeff${textOf(answer)}`)),
  ),
  segment('Content-Type twice, alike', [], null, ({ body }) => onTheWire(described(body, JSON_TYPE), body)),
  segment('Content-Type twice, differently', ['http.json-media-type'], /text\/html/, ({ body }) =>
    onTheWire(described(body, 'Content-Type: text/html'), body),
  ),
  segment('Content-Length twice, differently', UNANSWERED, /not allowed, such as a second length/, ({ body }) =>
    onTheWire(described(body, `Content-Length: ${body.length - 5}`), body),
  ),
  segment('1,000 header fields, and no body', ['http.json-media-type', JSON_BODY], /it is empty/, () =>
    onTheWire(['Content-Length: 0', ...Array.from({ length: 1000 }, (_, index) => `X-Field-${index}: ${'v'.repeat(60)}`)], ''),
  ),
  segment('a Content-Type of 100,000 characters', ['http.json-media-type'], /content-type text\/x+/, ({ body }) =>
    onTheWire([`Content-Type: text/${'x'.repeat(100_000)}`, `Content-Length: ${body.length}`], body),
  ),
  segment('a name of a million characters', ['segment.fields'], /a string/, (answer) =>
    withBody(
      answer,
      textOf(answer).replace('"name":"', `"name":[1],"description":"${'x'.repeat(1_000_000)}","${'y'.repeat(1_000_000)}":"`),
    ),
  ),
  segment('a head without end', UNANSWERED, /head of the answer is too large/, () => ({
    ...garbage(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n`, 'X-Filler: 0123456789\r\n'.repeat(1000)),
    endless: true,
  })),
  segment('a line of a head that comes out of a value', [], null, ({ body }) =>
    onTheWire(described(body, 'X-Name: a\r\nSet-Cookie: session=stolen'), body),
  ),
  segment('an interim 100 that nobody asked for', [], /100/, ({ body }) =>
    garbage('HTTP/1.1 100 Continue\r\n\r\n', ...onTheWire(described(body), body).chunks),
  ),
  segment('100 without end', [], /100/, () => ({ ...garbage('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), endless: true })),
  segment('1,000 early hints', [], null, ({ body }) =>
    garbage('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(1000), ...onTheWire(described(body), body).chunks),
  ),
  segment('early hints without end', UNANSWERED, /no answer within 2,500 ms/, () => ({
    ...garbage('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(10)),
    endless: true,
  })),
  segment('another protocol', UNANSWERED, /not HTTP\/1\.1/, () => garbage('SSH-2.0-OpenSSH_9.6\r\n')),
  segment('JSON 100,000 deep', [READABLE], /nests at least 100,000 levels deep/, (answer) =>
    withMember(answer, `"deep":${nested(99_999)}`),
  ),
  segment('JSON 99,999 deep', [], /nests deeper than the 2,000 levels that are read/, (answer) =>
    withMember(answer, `"deep":${nested(99_998)}`),
  ),
  segment('JSON whose members come twice', [], null, (answer) =>
    withBody(answer, textOf(answer).replace('{', '{"id":"another","name":5,')),
  ),
  segment('keys that JavaScript knows', [], null, (answer) =>
    withMember(
      answer,
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"length":-1',
    ),
  ),
  segment('metadata with keys that JavaScript knows', [], null, (answer) =>
    withBody(answer, textOf(answer).replace(/"metadata":\{(?=")/, '"metadata":{"__proto__":{"polluted":true},"constructor":1,')),
  ),
  segment('a number beyond double in metadata', [], null, (answer) =>
    withBody(answer, textOf(answer).replace(/"metadata":\{(?=")/, '"metadata":{"big":1e400,"long":9007199254740993,')),
  ),
  segment('a number beyond double for an id', ['segment.fields', 'record.id-is-asked-id'], /a string.*number/s, (answer) =>
    withBody(answer, textOf(answer).replace(/"id":"[^"]*"/, '"id":9007199254740993')),
  ),
  {
    name: 'a count beyond 2^53',
    ...counting('9007199254740993'),
    fails: [],
  },
  {
    name: 'a count beyond double',
    ...counting('1e400'),
    fails: ['campaign.statistics'],
    says: /an integer.*beyond ±1\.8e308/s,
  },
  {
    name: 'clocks a year ahead',
    endpoint: 'createBusiness',
    interpose: wire('createBusiness', (answer) => aYearOff(answer, 1)),
    fails: [],
  },
  {
    name: 'clocks a year behind',
    endpoint: 'trackEvent',
    interpose: onSuccess(['getEvent', 'trackEvent'], (answer) => aYearOff(answer, -1)),
    fails: [],
  },
  {
    name: 'answers swapped between connections',
    endpoint: 'createBusiness',
    interpose: swapped,
    fails: ['business.name-comes-back'],
    mayFail: /^(business\.[a-z-]+-comes-back|robustness\.(odd-texts-are-whole|nothing-of-earlier-requests|equivalent-requests))$/,
    says: /Expected: "conformance-.*Actual: "conformance-/s,
  },
];

/** The answer of a service whose clock is wrong: each time in its body, and its Date. */
function aYearOff(answer: PassingAnswer, years: number): PassingAnswer {
  const moved = (text: string) => new Date(Date.parse(text) + years * 365 * 24 * 3_600_000);
  const body = textOf(answer).replace(/(?<="(?:created|updated)_at":")[^"]+/g, (text) => moved(text).toISOString());
  return { ...withBody(answer, body), headers: { ...answer.headers, date: moved(new Date().toISOString()).toUTCString() } };
}

/** Each success waits a moment for another one, and the two change places. */
function swapped(): Interposition {
  let waiting: ((other: PassingAnswer) => PassingAnswer) | null = null;
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'createBusiness' || answer.status >= 300) return answer;
    if (waiting !== null) {
      const swap = waiting;
      waiting = null;
      return swap(answer);
    }
    return new Promise((resolve) => {
      const alone = setTimeout(() => {
        waiting = null;
        resolve(answer);
      }, 50);
      waiting = (other) => {
        clearTimeout(alone);
        resolve(other);
        return answer;
      };
    });
  };
}
