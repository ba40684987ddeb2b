import { insteadOf, type JsonObject, onAnswer, onRecordsKeeping, onSuccess } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';
import { HANG, RESET } from './hostile-requests.ts';

const SAFE = 'robustness.reading-is-safe';
const MARK = 'robustness.no-byte-order-mark';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const wire = (endpoint: number, bytes: (answer: PassingAnswer) => Misbehaviour) => onSuccess([endpoint], bytes);

/** What goes wrong on the way back, and reads that write. */
export const ROBUST_ANSWER_FAULTS: readonly Fault[] = [
  fault(
    'reading-counts',
    8,
    SAFE,
    'Each read changes the subject',
    onRecordsKeeping([8], () => ({ reads: 0 }), counted('subject')),
  ),
  fault(
    'reading-renames',
    10,
    SAFE,
    'Each read changes the display name',
    onRecordsKeeping([10], () => ({ reads: 0 }), counted('display_name')),
  ),
  fault(
    'reading-marks',
    12,
    SAFE,
    'A read moves `finished_at`',
    onRecordsKeeping(
      [12],
      () => ({ reads: 0 }),
      (execution, memory) => {
        memory.reads += 1;
        return { ...execution, finished_at: new Date(1.7e12 + memory.reads * 1000).toISOString() };
      },
    ),
  ),
  fault(
    'reading-adds-variables',
    16,
    SAFE,
    'Each read adds a variable',
    onRecordsKeeping(
      [16],
      () => ({ reads: 0 }),
      (answer, memory) => {
        memory.reads += 1;
        return { ...answer, variables: [...(answer.variables as string[]), `read${memory.reads}`] };
      },
    ),
  ),
  fault(
    'alone-reading-is-safe',
    13,
    SAFE,
    'Each read changes the name',
    onRecordsKeeping([13], () => ({ reads: 0 }), counted('name')),
    ONLY,
  ),
  fault('byte-order-mark-at-8', 8, MARK, 'JSON begins with a byte order mark', onSuccess([8], marked), ONLY),
  fault('byte-order-mark-at-2', 2, MARK, 'JSON begins with a byte order mark', onSuccess([2], marked)),
  fault(
    'hang-at-8',
    8,
    'http.success-is-200',
    'A read is never answered',
    insteadOf([8], () => HANG),
  ),
  fault(
    'reset-at-9',
    9,
    'http.success-is-200',
    'A read breaks the connection',
    insteadOf([9], () => RESET),
  ),
  fault(
    'truncated-at-10',
    10,
    'http.success-is-200',
    'The body ends before its length',
    wire(10, ({ body }) => raw(`${HEAD}content-length: ${body.length}\r\n\r\n`, body.subarray(0, -5))),
  ),
  fault(
    'truncated-chunk-at-11',
    11,
    'http.success-is-200',
    'The last chunk never comes',
    wire(11, ({ body }) => raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body)),
  ),
  fault(
    'length-too-small-at-12',
    12,
    ['http.success-is-200', 'http.json-body'],
    'The length is ten less than the body',
    wire(12, ({ body }) => raw(`${HEAD}content-length: ${body.length - 10}\r\n\r\n`, body)),
  ),
  fault(
    'invalid-utf-8-at-13',
    13,
    'http.json-body',
    'A byte of the body is no UTF-8',
    onSuccess([13], (answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) })),
  ),
  fault(
    'endless-at-15',
    15,
    'http.success-is-200',
    'The body never ends',
    wire(15, () => ({ misbehaviour: 'raw', chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')], endless: true })),
  ),
  fault(
    'not-http-at-16',
    16,
    'http.success-is-200',
    'What comes back is not HTTP',
    wire(16, () => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array())),
  ),
  fault(
    'wrong-coding-at-17',
    17,
    'http.success-is-200',
    'The body is called compressed and is not',
    onAnswer([17], (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } })),
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
