import { gzipSync } from 'node:zlib';
import type { StatementId } from '../../src/specification/register.ts';
import { breaking, faults, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';
import { HANG, RESET } from './hostile-requests.ts';
import { answers, instead, numbered, successes } from './rows.ts';

const SUCCESS = 'http.success-is-200';
const SAFE = 'robustness.reading-is-safe';
const MARK = 'robustness.no-byte-order-mark';
const READABLE = 'robustness.readable-answers';
const SUCCESS_OR_JSON: readonly StatementId[] = [SUCCESS, 'http.json-body'];
const BOMB = gzipSync(Buffer.alloc(101 * 100_000, ' '));
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Answers that do not arrive whole, and reads that write. */
export const ROBUST_ANSWER_FAULTS: readonly Fault[] = [
  ...faults('getSentEmail', SAFE, [['reading-counts', 'Each read changes the subject', counted('subject')]]),
  ...faults('getProjectEmailAddress', SAFE, [['reading-renames', 'Each read changes the display name', counted('display_name')]]),
  ...faults('listEmailBlastExecutions', SAFE, [
    [
      'reading-marks',
      'A read moves `finished_at`',
      numbered((execution, read) => ({ ...execution, finished_at: new Date(1.7e12 + read * 1000).toISOString() })),
    ],
  ]),
  ...faults('listEmailTemplateVariables', SAFE, [
    [
      'reading-adds-variables',
      'Each read adds a variable',
      numbered((answer, read) => ({ ...answer, variables: [answer.variables, `read${read}`].flat() })),
    ],
  ]),
  ...faults('getSegment', SAFE, [['alone-reading-is-safe', 'Each read changes the name', counted('name'), ONLY]]),
  ...breaking(MARK, [
    ['byte-order-mark-at-8', 'getSentEmail', 'JSON begins with a byte order mark', successes(marked), ONLY],
    ['byte-order-mark-at-2', 'createCampaign', 'JSON begins with a byte order mark', successes(marked)],
  ]),
  ...faults('getSegment', READABLE, [
    [
      'bottomless-json-at-13',
      'The metadata nest 100,000 levels deep',
      successes((answer) => {
        const text = Buffer.from(answer.body).toString('utf8');
        return { ...answer, body: Buffer.from(text.replace(/"metadata":\{/, `$&"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`)) };
      }),
      ONLY,
    ],
  ]),
  ...faults('getProjectDefinedEvent', READABLE, [
    [
      'packed-beyond-measure-at-15',
      'A few packed bytes unpack to a hundred times what is read',
      successes((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-encoding': 'gzip' },
        body: BOMB,
      })),
      { ...ONLY, variables: { CES_MAX_BODY_BYTES: '100000' } },
    ],
  ]),
  ...faults('getSentEmail', SUCCESS, [['hang-at-8', 'A read is never answered', instead(() => HANG)]]),
  ...faults('listEmailAddresses', SUCCESS, [['reset-at-9', 'A read breaks the connection', instead(() => RESET)]]),
  ...faults('getProjectEmailAddress', SUCCESS, [
    [
      'truncated-at-10',
      'The body ends before its length',
      successes(({ body }) => raw(`${HEAD}content-length: ${body.length}\r\n\r\n`, body.subarray(0, -5))),
    ],
  ]),
  ...faults('getEmailAddress', SUCCESS, [
    [
      'truncated-chunk-at-11',
      'The last chunk never comes',
      successes(({ body }) => raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body)),
    ],
  ]),
  ...faults('listEmailBlastExecutions', SUCCESS_OR_JSON, [
    [
      'length-too-small-at-12',
      'The length is ten less than the body',
      successes(({ body }) => raw(`${HEAD}content-length: ${body.length - 10}\r\n\r\n`, body)),
    ],
  ]),
  ...faults('getSegment', 'http.json-body', [
    [
      'invalid-utf-8-at-13',
      'A byte of the body is no UTF-8',
      successes((answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) })),
    ],
  ]),
  ...faults('getProjectDefinedEvent', SUCCESS, [
    [
      'endless-at-15',
      'The body never ends',
      successes(() => ({
        misbehaviour: 'raw',
        chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')],
        endless: true,
      })),
    ],
  ]),
  ...faults('listEmailTemplateVariables', SUCCESS, [
    ['not-http-at-16', 'What comes back is not HTTP', successes(() => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array()))],
  ]),
  ...faults('previewSmsTemplate', SUCCESS, [
    [
      'wrong-coding-at-17',
      'The body is called compressed and is not',
      answers((answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } })),
    ],
  ]),
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
