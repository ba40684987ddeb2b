import { gzipSync } from 'node:zlib';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { insteadOf, type JsonObject, onAnswer, onRecordsKeeping, onSuccess } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';
import { HANG, RESET } from './hostile-requests.ts';

const SAFE = 'robustness.reading-is-safe';
const MARK = 'robustness.no-byte-order-mark';
const READABLE = 'robustness.readable-answers';
const BOMB = gzipSync(Buffer.alloc(101 * 100_000, ' '));
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const wire = (endpoint: EndpointName, bytes: (answer: PassingAnswer) => Misbehaviour) => onSuccess([endpoint], bytes);

/** Answers that do not arrive whole, and reads that write. */
export const ROBUST_ANSWER_FAULTS: readonly Fault[] = [
  fault(
    'reading-counts',
    'getSentEmail',
    SAFE,
    'Each read changes the subject',
    onRecordsKeeping(['getSentEmail'], () => ({ reads: 0 }), counted('subject')),
  ),
  fault(
    'reading-renames',
    'getProjectEmailAddress',
    SAFE,
    'Each read changes the display name',
    onRecordsKeeping(['getProjectEmailAddress'], () => ({ reads: 0 }), counted('display_name')),
  ),
  fault(
    'reading-marks',
    'listEmailBlastExecutions',
    SAFE,
    'A read moves `finished_at`',
    onRecordsKeeping(
      ['listEmailBlastExecutions'],
      () => ({ reads: 0 }),
      (execution, memory) => {
        memory.reads += 1;
        return { ...execution, finished_at: new Date(1.7e12 + memory.reads * 1000).toISOString() };
      },
    ),
  ),
  fault(
    'reading-adds-variables',
    'listEmailTemplateVariables',
    SAFE,
    'Each read adds a variable',
    onRecordsKeeping(
      ['listEmailTemplateVariables'],
      () => ({ reads: 0 }),
      (answer, memory) => {
        memory.reads += 1;
        return { ...answer, variables: [...(answer.variables as string[]), `read${memory.reads}`] };
      },
    ),
  ),
  fault(
    'alone-reading-is-safe',
    'getSegment',
    SAFE,
    'Each read changes the name',
    onRecordsKeeping(['getSegment'], () => ({ reads: 0 }), counted('name')),
    ONLY,
  ),
  fault('byte-order-mark-at-8', 'getSentEmail', MARK, 'JSON begins with a byte order mark', onSuccess(['getSentEmail'], marked), ONLY),
  fault('byte-order-mark-at-2', 'createCampaign', MARK, 'JSON begins with a byte order mark', onSuccess(['createCampaign'], marked)),
  fault(
    'bottomless-json-at-13',
    'getSegment',
    READABLE,
    'The metadata nest 100,000 levels deep',
    onSuccess(['getSegment'], (answer) => {
      const text = Buffer.from(answer.body).toString('utf8');
      return { ...answer, body: Buffer.from(text.replace(/"metadata":\{/, `$&"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`)) };
    }),
    ONLY,
  ),
  fault(
    'packed-beyond-measure-at-15',
    'getProjectDefinedEvent',
    READABLE,
    'A few packed bytes unpack to a hundred times what is read',
    onSuccess(['getProjectDefinedEvent'], (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-encoding': 'gzip' },
      body: BOMB,
    })),
    { ...ONLY, variables: { CES_MAX_BODY_BYTES: '100000' } },
  ),
  fault(
    'hang-at-8',
    'getSentEmail',
    'http.success-is-200',
    'A read is never answered',
    insteadOf(['getSentEmail'], () => HANG),
  ),
  fault(
    'reset-at-9',
    'listEmailAddresses',
    'http.success-is-200',
    'A read breaks the connection',
    insteadOf(['listEmailAddresses'], () => RESET),
  ),
  fault(
    'truncated-at-10',
    'getProjectEmailAddress',
    'http.success-is-200',
    'The body ends before its length',
    wire('getProjectEmailAddress', ({ body }) => raw(`${HEAD}content-length: ${body.length}\r\n\r\n`, body.subarray(0, -5))),
  ),
  fault(
    'truncated-chunk-at-11',
    'getEmailAddress',
    'http.success-is-200',
    'The last chunk never comes',
    wire('getEmailAddress', ({ body }) => raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body)),
  ),
  fault(
    'length-too-small-at-12',
    'listEmailBlastExecutions',
    ['http.success-is-200', 'http.json-body'],
    'The length is ten less than the body',
    wire('listEmailBlastExecutions', ({ body }) => raw(`${HEAD}content-length: ${body.length - 10}\r\n\r\n`, body)),
  ),
  fault(
    'invalid-utf-8-at-13',
    'getSegment',
    'http.json-body',
    'A byte of the body is no UTF-8',
    onSuccess(['getSegment'], (answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) })),
  ),
  fault(
    'endless-at-15',
    'getProjectDefinedEvent',
    'http.success-is-200',
    'The body never ends',
    wire('getProjectDefinedEvent', () => ({
      misbehaviour: 'raw',
      chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')],
      endless: true,
    })),
  ),
  fault(
    'not-http-at-16',
    'listEmailTemplateVariables',
    'http.success-is-200',
    'What comes back is not HTTP',
    wire('listEmailTemplateVariables', () => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array())),
  ),
  fault(
    'wrong-coding-at-17',
    'previewSmsTemplate',
    'http.success-is-200',
    'The body is called compressed and is not',
    onAnswer(['previewSmsTemplate'], (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } })),
  ),
];

function raw(head: string, body: Uint8Array): Misbehaviour {
  return { misbehaviour: 'raw', chunks: [Buffer.from(head), body] };
}

function marked(answer: PassingAnswer): PassingAnswer {
  return { ...answer, body: Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), answer.body]) };
}

function counted(name: string) {
  return (record: JsonObject, memory: { reads: number }): JsonObject => {
    memory.reads += 1;
    return { ...record, [name]: `${record[name]} (${memory.reads})` };
  };
}
