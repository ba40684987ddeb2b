import { gzipSync } from 'node:zlib';
import type { StatementId } from '../../src/specification/register.ts';
import { HANG, RESET, textOf, withText } from '../answers.ts';
import { breaking, fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';
import { answers, instead, numbered, successes } from '../rows.ts';

const SUCCESS = 'http.success-is-200';
const SAFE = 'robustness.reading-is-safe';
const MARK = 'robustness.no-byte-order-mark';
const READABLE = 'robustness.readable-answers';
const SUCCESS_OR_JSON: readonly StatementId[] = [SUCCESS, 'http.json-body'];
const BOMB = gzipSync(Buffer.alloc(101 * 100_000, ' '));
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const nested = `$&"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`;
const isPacked = (answer: PassingAnswer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } });
const byLength = (change: (body: Uint8Array) => readonly [length: number, body: Uint8Array]) =>
  successes(({ body }) => {
    const [length, sent] = change(body);
    return raw(`${HEAD}content-length: ${length}\r\n\r\n`, sent);
  });
const endless: Misbehaviour = { misbehaviour: 'raw', chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')], endless: true };

const finishing = numbered((execution, read) => ({ ...execution, finished_at: new Date(1.7e12 + read * 1000).toISOString() }));
const addingVariables = numbered((answer, read) => ({ ...answer, variables: [answer.variables, `read${read}`].flat() }));
const bottomless = successes((answer) => withText(answer, textOf(answer).replace(/"metadata":\{/, nested)));
const bomb = successes((answer) => ({ ...isPacked(answer), body: BOMB }));
const cutShort = byLength((body) => [body.length, body.subarray(0, -5)]);
const tooLong = byLength((body) => [body.length - 10, body]);
const lastChunkMissing = successes(({ body }) => raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body));
const notUtf8 = successes((answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) }));
const notHttp = successes(() => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array()));
const hanging = instead(() => HANG);
const SMALL_BODIES = { ...ONLY, variables: { CES_MAX_BODY_BYTES: '100000' } };
const UNPACKED = 'A few packed bytes unpack to a hundred times what is read';

/** Answers that do not arrive whole, and reads that write. */
export const ROBUST_ANSWER_FAULTS: readonly Fault[] = [
  ...breaking(SAFE, [
    ['reading-counts', 'getSentEmail', 'Each read changes the subject', counted('subject')],
    ['reading-renames', 'getProjectEmailAddress', 'Each read changes the display name', counted('display_name')],
    ['reading-marks', 'listEmailBlastExecutions', 'A read moves `finished_at`', finishing],
    ['reading-adds-variables', 'listEmailTemplateVariables', 'Each read adds a variable', addingVariables],
    ['alone-reading-is-safe', 'getSegment', 'Each read changes the name', counted('name'), ONLY],
  ]),
  ...breaking(MARK, [
    ['byte-order-mark-at-8', 'getSentEmail', 'JSON begins with a byte order mark', successes(marked), ONLY],
    ['byte-order-mark-at-2', 'createCampaign', 'JSON begins with a byte order mark', successes(marked)],
  ]),
  ...breaking(READABLE, [
    ['bottomless-json-at-13', 'getSegment', 'The metadata nest 100,000 levels deep', bottomless, ONLY],
    ['packed-beyond-measure-at-15', 'getProjectDefinedEvent', UNPACKED, bomb, SMALL_BODIES],
  ]),
  ...breaking(SUCCESS, [
    ['reset-at-9', 'listEmailAddresses', 'A read breaks the connection', instead(() => RESET)],
    ['truncated-at-10', 'getProjectEmailAddress', 'The body ends before its length', cutShort],
    ['truncated-chunk-at-11', 'getEmailAddress', 'The last chunk never comes', lastChunkMissing],
    ['endless-at-15', 'getProjectDefinedEvent', 'The body never ends', successes(() => endless)],
    ['not-http-at-16', 'listEmailTemplateVariables', 'What comes back is not HTTP', notHttp],
    ['wrong-coding-at-17', 'previewSmsTemplate', 'The body is called compressed and is not', answers(isPacked)],
  ]),
  fault('hang-at-8', 'getSentEmail', 'robustness.every-request', 'A read is never answered', hanging),
  fault('length-too-small-at-12', 'listEmailBlastExecutions', SUCCESS_OR_JSON, 'The length is ten less than the body', tooLong),
  fault('invalid-utf-8-at-13', 'getSegment', 'http.json-body', 'A byte of the body is no UTF-8', notUtf8),
];

function raw(head: string, body: Uint8Array): Misbehaviour {
  return { misbehaviour: 'raw', chunks: [Buffer.from(head), body] };
}

function marked(answer: PassingAnswer): PassingAnswer {
  return { ...answer, body: Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), answer.body]) };
}

function counted(name: string) {
  return numbered((record, read) => ({ ...record, [name]: `${record[name]} (${read})` }));
}
