import { gzipSync } from 'node:zlib';
import { textOf, withText } from '../../mutation/answers.ts';
import type { Interposition, Misbehaviour, PassingAnswer } from '../../mutation/interposition.ts';
import { type AnswerChange, at, successes } from '../../mutation/rows.ts';
import { runSuite } from '../../mutation/run-suite.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { type EndpointName, numberOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { expectWholeReport } from './run-in-process.ts';

/** One way in which a target is hostile or broken, at one endpoint; in all else it is sound. */
interface Kind {
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
/** Every GET of the endpoint that would succeed, also with a query that means nothing. */
const UNANSWERED: readonly StatementId[] = [SUCCESS, 'robustness.every-request'];

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = 'Content-Type: application/json';
type Raw = Extract<Misbehaviour, { misbehaviour: 'raw' }>;
type Change = (answer: PassingAnswer) => ReturnType<AnswerChange>;
/** At one read: what fails, what one of the failures or the open checks says, and the change of each success. */
const segment = (name: string, fails: readonly StatementId[], says: RegExp | null, change: Change): Kind => ({
  name,
  endpoint: 'getSegment',
  interpose: at('getSegment')(successes(change)),
  fails,
  ...(says && { says }),
});
const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, ' '));

const KINDS: readonly Kind[] = [
  segment('a body without end', UNANSWERED, /no end within sight: more than the 5,242,880 that are read \(CES_MAX_BODY_BYTES\)/, () =>
    onTheWire([JSON_TYPE], Buffer.alloc(64 * 1024, ' '), { endless: true }),
  ),
  {
    ...segment(
      'gzip that grows to 200 MB, a hundred times what is read',
      ['robustness.readable-answers'],
      /larger than 100,000,000 bytes once its content coding gzip is removed/,
      () => onTheWire(described(bomb, 'Content-Encoding: gzip'), bomb),
    ),
    variables: { CES_MAX_BODY_BYTES: '1000000' },
  },
  segment('a redirect to where nobody answers', [SUCCESS], /status 302/, (answer) => redirected(answer, 302)),
  {
    ...{ name: 'the same of a creation', endpoint: 'createBusiness', fails: [SUCCESS], says: /status 307/ },
    interpose: at('createBusiness')(successes((answer) => redirected(answer, 307))),
  },
  segment('Content-Type twice, differently', ['http.json-media-type'], /text\/html/, ({ body }) =>
    onTheWire(described(body, 'Content-Type: text/html'), body),
  ),
  segment('a name of a million characters', ['segment.fields'], /a string/, (answer) =>
    withText(
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
  segment('1,000 early hints', [], null, ({ body }) =>
    garbage('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(1000), ...onTheWire(described(body), body).chunks),
  ),
  segment('JSON whose members come twice', [], null, (answer) =>
    withText(answer, textOf(answer).replace('{', '{"id":"another","name":5,')),
  ),
  segment('keys that JavaScript knows', [], null, (answer) =>
    withMember(
      answer,
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"length":-1',
    ),
  ),
  segment('a number beyond double for an id', ['segment.fields', 'record.id-is-asked-id'], /a string.*number/s, (answer) =>
    withText(answer, textOf(answer).replace(/"id":"[^"]*"/, '"id":9007199254740993')),
  ),
  {
    name: 'a count beyond double',
    endpoint: 'createCampaign',
    interpose: at('createCampaign')(
      successes((answer) => withText(answer, textOf(answer).replace(/"total_customers_enrolled":\d+/, '"total_customers_enrolled":1e400'))),
    ),
    fails: ['campaign.statistics'],
    says: /an integer.*beyond ±1\.8e308/s,
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

/** An answer of success as its bytes go on the wire: `fields` are lines of the head, of which none comes by itself. */
function onTheWire(fields: readonly string[], body: string | Uint8Array, more: Omit<Partial<Raw>, 'chunks'> = {}): Raw {
  const head = ['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n');
  return { misbehaviour: 'raw', chunks: [bytes(head), bytes(body)], ...more };
}

/** Whoever follows it finds nobody. */
function redirected(answer: PassingAnswer, status: number): PassingAnswer {
  return { ...answer, status, headers: { location: 'http://127.0.0.1:1/stolen' } };
}

/** Bytes in place of an answer. */
const garbage = (...chunks: readonly (string | Uint8Array)[]): Raw => ({ misbehaviour: 'raw', chunks: chunks.map(bytes) });

/** The lines of the head that describe the body. */
function described(body: Uint8Array, ...fields: readonly string[]): string[] {
  return ['Content-Type: application/json', `Content-Length: ${body.length}`, ...fields];
}

/** JSON text with a member more at its end, which `JSON.stringify` could not write. */
function withMember(answer: PassingAnswer, member: string): PassingAnswer {
  return withText(answer, textOf(answer).replace(/\}\s*$/, `,${member}}`));
}

const bytes = (content: string | Uint8Array): Uint8Array => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

/** Beyond what the process ever had before; the endless kinds would take gigabytes. */
const MOST_BYTES = 200 * 1024 * 1024;

const peakBytes = () => process.resourceUsage().maxRSS * 1024;

/** A busy machine would add time-outs. */
const PATIENT = { CES_TIMEOUT_MS: '20000' };

for (const { name, endpoint, interpose, fails, mayFail, says, variables } of KINDS)
  test(`${name}: ${fails.length === 0 ? 'fails nothing' : 'fails what it has to'}, and the report is whole`, async () => {
    test.setTimeout(90_000);
    const before = peakBytes();
    const { result, failed, changes, mistakes } = await runSuite(
      { interpose },
      { parts: [({ covers }) => covers.endpoint === endpoint], variables: { ...PATIENT, ...variables } },
    );
    expect(peakBytes() - before).toBeLessThan(MOST_BYTES);
    expect(mistakes).toEqual([]);
    expect(changes).toBeGreaterThan(0);

    const reported = [...new Set(failed.map(({ requirement }) => requirement))];
    expect(reported.filter((id) => fails.includes(id) || !mayFail?.test(id)).sort()).toEqual([...fails].sort());
    if (says) expect(messages(result, fails.length === 0 ? 'not-assessed' : 'failed', endpoint).join('\n\n')).toMatch(says);
    expectWholeReport(result);
    expect('polluted' in {}).toBe(false);
  });

function messages(result: ConformanceResult, status: string, name: EndpointName): string[] {
  const checks = result.requirements.flatMap((requirement) => requirement.checks);
  return checks.filter((check) => check.status === status && check.endpoint === numberOf(name)).map(({ message = '' }) => message);
}
