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
const wire = (endpoint: EndpointName, change: (answer: PassingAnswer) => ReturnType<Parameters<typeof onSuccess>[1]>) =>
  onSuccess([endpoint], change);
const atSegment = (change: (answer: PassingAnswer) => ReturnType<Parameters<typeof onSuccess>[1]>): Place => ({
  endpoint: 'getSegment',
  interpose: wire('getSegment', change),
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
  {
    name: 'reset before any byte',
    ...atSegment(() => RESET),
    fails: UNANSWERED,
    says: /closed before any byte of the answer/,
  },
  {
    name: 'reset in the middle of the body',
    ...atSegment(({ body }) => onTheWire(described(body), body.subarray(0, 20), { after: 'reset' })),
    fails: UNANSWERED,
    says: /closed after 20 of \d+ bytes of the body/,
  },
  { name: 'silence before the head', ...atSegment(() => HANG), fails: UNANSWERED, says: /no answer within 2,500 ms/ },
  {
    name: 'silence in the middle of the body',
    ...atSegment(({ body }) => onTheWire(described(body), body.subarray(0, 20), { after: 'hang' })),
    fails: UNANSWERED,
    says: /no complete answer within 2,500 ms: it stood after 20 of \d+ bytes of the body/,
  },
  {
    name: 'a body without end',
    ...atSegment(() => onTheWire([JSON_TYPE], Buffer.alloc(64 * 1024, ' '), { endless: true })),
    fails: UNANSWERED,
    says: /no end within sight: more than the 5,242,880 that are read \(CES_MAX_BODY_BYTES\)/,
  },
  {
    name: 'a body of 100 MB',
    ...atSegment(({ body }) => {
      const length = 100 * MEGABYTE + body.length;
      return garbage(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n`, ...Array(100).fill(SPACES), body);
    }),
    fails: [],
    says: /CES_MAX_BODY_BYTES/,
  },
  {
    name: 'a longer body than the setting allows',
    ...atSegment((answer) => withBody(answer, `${' '.repeat(2048)}${textOf(answer)}`)),
    fails: [],
    says: /more than the 1,024 that are read/,
    variables: { CES_MAX_BODY_BYTES: '1024' },
  },
  {
    name: 'gzip that grows to 200 MB',
    ...atSegment(() => onTheWire(described(bomb, 'Content-Encoding: gzip'), bomb)),
    fails: [],
    says: /larger than 5,242,880 bytes once its content coding gzip is removed/,
  },
  {
    name: 'gzip that grows to 200 MB, a hundred times what is read',
    ...atSegment(() => onTheWire(described(bomb, 'Content-Encoding: gzip'), bomb)),
    fails: [READABLE],
    says: /larger than 100,000,000 bytes once its content coding gzip is removed/,
    variables: { CES_MAX_BODY_BYTES: '1000000' },
  },
  {
    name: 'gzip without its end',
    ...atSegment(({ body }) => {
      const cut = gzipSync(body).subarray(0, -12);
      return onTheWire(described(cut, 'Content-Encoding: gzip'), cut);
    }),
    fails: UNANSWERED,
    says: /content coding gzip does not decode/,
  },
  {
    name: 'a Content-Length beyond the body, and the end of the connection',
    ...atSegment(({ body }) => onTheWire([JSON_TYPE, `Content-Length: ${body.length + 10}`], body)),
    fails: UNANSWERED,
    says: /closed after (\d+) of \d+ bytes/,
  },
  {
    name: 'a Content-Length beyond the body, and silence',
    ...atSegment(({ body }) => onTheWire([JSON_TYPE, `Content-Length: ${body.length + 10}`], body, { after: 'hang' })),
    fails: UNANSWERED,
    says: /no complete answer/,
  },
  {
    name: 'a Content-Length short of the body',
    ...atSegment(({ body }) => onTheWire([JSON_TYPE, `Content-Length: ${body.length - 10}`], body)),
    fails: [JSON_BODY],
    says: /not JSON: it ends too early/,
  },
  {
    name: 'bytes that are not UTF-8',
    ...atSegment((answer) => withBody(answer, Buffer.from(answer.body).fill(0xff, 8, 9))),
    fails: [JSON_BODY],
    says: /not UTF-8: invalid from byte/,
  },
  {
    name: 'UTF-16',
    ...atSegment((answer) => withBody(answer, Buffer.from(`\ufeff${textOf(answer)}`, 'utf16le'))),
    fails: [JSON_BODY],
    says: /UTF-16/,
  },
  {
    name: 'UTF-16 without a mark',
    ...atSegment((answer) => withBody(answer, Buffer.from(textOf(answer), 'utf16le'))),
    fails: [JSON_BODY],
    says: /UTF-16/,
  },
  {
    name: 'a byte order mark',
    ...atSegment((answer) => withBody(answer, Buffer.from(`\ufeff${textOf(answer)}`))),
    fails: ['robustness.no-byte-order-mark'],
    says: /byte order mark/,
  },
  {
    name: 'Content-Type twice, alike',
    ...atSegment(({ body }) => onTheWire(described(body, JSON_TYPE), body)),
    fails: [],
  },
  {
    name: 'Content-Type twice, differently',
    ...atSegment(({ body }) => onTheWire(described(body, 'Content-Type: text/html'), body)),
    fails: ['http.json-media-type'],
    says: /text\/html/,
  },
  {
    name: 'Content-Length twice, alike',
    ...atSegment(({ body }) => onTheWire(described(body, `Content-Length: ${body.length}`), body)),
    fails: UNANSWERED,
    says: /not allowed, such as a second length/,
  },
  {
    name: 'Content-Length twice, differently',
    ...atSegment(({ body }) => onTheWire(described(body, `Content-Length: ${body.length - 5}`), body)),
    fails: UNANSWERED,
    says: /not allowed, such as a second length/,
  },
  {
    name: 'Content-Length beside chunks',
    ...atSegment(({ body }) =>
      onTheWire(
        described(body, 'Transfer-Encoding: chunked'),
        `${body.length.toString(16)}\r\n${Buffer.from(body).toString('latin1')}\r\n0\r\n\r\n`,
      ),
    ),
    fails: UNANSWERED,
    says: /not HTTP\/1\.1/,
  },
  {
    name: '1,000 header fields',
    ...atSegment(({ body }) =>
      onTheWire(described(body, ...Array.from({ length: 1000 }, (_, index) => `X-Field-${index}: ${'v'.repeat(60)}`)), body),
    ),
    fails: [],
  },
  {
    name: '1,000 header fields, and no body',
    ...atSegment(() =>
      onTheWire(['Content-Length: 0', ...Array.from({ length: 1000 }, (_, index) => `X-Field-${index}: ${'v'.repeat(60)}`)], ''),
    ),
    fails: ['http.json-media-type', JSON_BODY],
    says: /it is empty/,
  },
  {
    name: 'a Content-Type of 100,000 characters',
    ...atSegment(({ body }) => onTheWire([`Content-Type: text/${'x'.repeat(100_000)}`, `Content-Length: ${body.length}`], body)),
    fails: ['http.json-media-type'],
    says: /content-type text\/x+/,
  },
  {
    name: 'a name of a million characters',
    ...atSegment((answer) =>
      withBody(
        answer,
        textOf(answer).replace('"name":"', `"name":[1],"description":"${'x'.repeat(1_000_000)}","${'y'.repeat(1_000_000)}":"`),
      ),
    ),
    fails: ['segment.fields'],
    says: /a string/,
  },
  {
    name: 'a head without end',
    ...atSegment(() => ({ ...garbage(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n`, 'X-Filler: 0123456789\r\n'.repeat(1000)), endless: true })),
    fails: UNANSWERED,
    says: /head of the answer is too large/,
  },
  {
    name: 'NUL in a header field',
    ...atSegment(({ body }) => onTheWire(described(body, 'X-Name: a\u0000b'), body)),
    fails: UNANSWERED,
    says: /a header field that is not allowed/,
  },
  {
    name: 'a bare CR in a header field',
    ...atSegment(({ body }) => onTheWire(described(body, 'X-Name: a\rSet-Cookie: b=c'), body)),
    fails: UNANSWERED,
    says: /not HTTP\/1\.1/,
  },
  {
    name: 'a line of a head that comes out of a value',
    ...atSegment(({ body }) => onTheWire(described(body, 'X-Name: a\r\nSet-Cookie: session=stolen'), body)),
    fails: [],
  },
  {
    name: 'an interim 100 that nobody asked for',
    ...atSegment(({ body }) => garbage('HTTP/1.1 100 Continue\r\n\r\n', ...onTheWire(described(body), body).chunks)),
    fails: [],
    says: /100/,
  },
  {
    name: '100 without end',
    ...atSegment(() => ({ ...garbage('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), endless: true })),
    fails: [],
    says: /100/,
  },
  {
    name: '1,000 early hints',
    ...atSegment(({ body }) =>
      garbage('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(1000), ...onTheWire(described(body), body).chunks),
    ),
    fails: [],
  },
  {
    name: 'early hints without end',
    ...atSegment(() => ({ ...garbage('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(10)), endless: true })),
    fails: UNANSWERED,
    says: /no answer within 2,500 ms/,
  },
  { name: 'HTTP/0.9', ...atSegment(({ body }) => garbage(body)), fails: UNANSWERED, says: /not HTTP\/1\.1/ },
  { name: 'another protocol', ...atSegment(() => garbage('SSH-2.0-OpenSSH_9.6\r\n')), fails: UNANSWERED, says: /not HTTP\/1\.1/ },
  {
    name: 'JSON 100,000 deep',
    ...atSegment((answer) => withMember(answer, `"deep":${nested(99_999)}`)),
    fails: [READABLE],
    says: /nests at least 100,000 levels deep/,
  },
  {
    name: 'JSON 99,999 deep',
    ...atSegment((answer) => withMember(answer, `"deep":${nested(99_998)}`)),
    fails: [],
    says: /nests deeper than the 2,000 levels that are read/,
  },
  {
    name: 'JSON whose members come twice',
    ...atSegment((answer) => withBody(answer, textOf(answer).replace('{', '{"id":"another","name":5,'))),
    fails: [],
  },
  {
    name: 'keys that JavaScript knows',
    ...atSegment((answer) =>
      withMember(
        answer,
        '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"length":-1',
      ),
    ),
    fails: [],
  },
  {
    name: 'metadata with keys that JavaScript knows',
    ...atSegment((answer) =>
      withBody(answer, textOf(answer).replace(/"metadata":\{(?=")/, '"metadata":{"__proto__":{"polluted":true},"constructor":1,')),
    ),
    fails: [],
  },
  {
    name: 'a number beyond double in metadata',
    ...atSegment((answer) =>
      withBody(answer, textOf(answer).replace(/"metadata":\{(?=")/, '"metadata":{"big":1e400,"long":9007199254740993,')),
    ),
    fails: [],
  },
  {
    name: 'a number beyond double for an id',
    ...atSegment((answer) => withBody(answer, textOf(answer).replace(/"id":"[^"]*"/, '"id":9007199254740993'))),
    fails: ['segment.fields', 'record.id-is-asked-id'],
    says: /a string.*number/s,
  },
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
    mayFail: /^(business\.[a-z-]+-comes-back|robustness\.(odd-texts-are-whole|nothing-of-earlier-requests))$/,
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
