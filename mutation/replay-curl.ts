import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { jsonOf, mediaTypeOf } from '../src/http/body.ts';
import { ContentCodingError, removeCodings } from '../src/http/content-coding.ts';
import type { Answer } from '../src/http/exchange.ts';
import type { Finding } from '../src/result/finding.ts';
import type { ConformanceResult, StoredExchange } from '../src/result/result.ts';
import type { TestService } from './test-service.ts';

/** What came of sending a finding's `curl` line again. `why`: what one request cannot show, or how it does not show it. */
export type Replay =
  | { readonly outcome: 'shown' | 'no curl on this machine' }
  | { readonly outcome: 'not for one request' | 'not shown'; readonly why: string };

const NO_CURL = 'no curl on this machine';
/** The shell's code for a command that it does not find. */
const NOT_FOUND = 127;
/** The service is on this machine; what hangs costs this much. */
const TIMEOUT_MS = 2500;
/** More than the longest answer in order. */
const MOST_BYTES = 4 * 1024 * 1024;
const LINE_END = '\r\n';
/** Ids, times and numbers differ from answer to answer; their form does not. */
const VARYING = /[\w-]{16,}|[0-9a-f]+/g;

/** Sends the `curl` line of a finding again, as people do, to the service in which it was found. */
export async function replayCurl(finding: Finding, { requirements }: ConformanceResult, service: TestService): Promise<Replay> {
  const { curl, exchange, requirement, title } = finding;
  if (curl === undefined || exchange === undefined) return { outcome: 'not shown', why: 'the finding has no exchange' };
  const before = service.changes();
  const answer = await answerTo(curl, service.variables);
  if (answer === NO_CURL) return { outcome: NO_CURL };
  const why = service.changes() === before ? 'the fault does not come into play' : difference(finding, exchange, answer);
  if (why === null) return { outcome: 'shown' };
  const checks = requirements.find(({ id }) => id === requirement)?.checks ?? [];
  const exchanges = checks.find((check) => check.title === title && check.status === 'failed')?.exchanges?.length ?? 0;
  return exchanges > 1 ? { outcome: 'not for one request', why: 'the check compares several answers' } : { outcome: 'not shown', why };
}

/** How the answer differs from the one in which the failure was found; null where it shows the same. */
function difference({ at }: Finding, { answer: found }: StoredExchange, again: Answer | null): string | null {
  if (found === null) return again === null ? null : `status ${again.status}, and no answer before`;
  if (again === null) return `no answer, and status ${found.status} before`;
  if (again.status !== found.status) return `status ${again.status}, and ${found.status} before`;
  const body = Buffer.from(found.body);
  const [type, before] = [mediaTypeOf(again), mediaTypeOf({ ...found, body })];
  if (type !== before) return `media type ${type}, and ${before} before`;
  if (found.cut) return null;
  const [value, valueBefore] = [outlineAt(again, at ?? ''), outlineAt({ ...found, body }, at ?? '')];
  return at === undefined || value === valueBefore ? null : `${value} at ${at}, and ${valueBefore} before`;
}

/** What stands at a JSON pointer, without what differs each time. */
function outlineAt(answer: Answer, pointer: string): string {
  const json = jsonOf(answer);
  if ('problem' in json) return json.problem;
  const steps = pointer.split('/').slice(1);
  const value = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | null)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    json.value,
  );
  return (JSON.stringify(value) ?? 'nothing').replace(VARYING, '0');
}

/** Null where nothing usable came back. */
async function answerTo(line: string, variables: TestService['variables']): Promise<Answer | null | typeof NO_CURL> {
  const { CES_USERNAME, CES_PASSWORD } = variables;
  // With curl it is a process group of its own, which ends as a whole.
  const shell = spawn('sh', {
    env: { PATH: process.env.PATH, CES_USERNAME, CES_PASSWORD },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(shell, 'close');
  const timer = setTimeout(() => shell.pid && process.kill(-shell.pid), TIMEOUT_MS);
  // By way of its input: an argument may be too long.
  shell.stdin.end(`${line}\n`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of shell.stdout) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    // An endless answer: curl fails as soon as nobody reads on.
    if (size > MOST_BYTES) break;
  }
  const [code] = (await ended) as [number | null];
  clearTimeout(timer);
  if (code === NOT_FOUND) return NO_CURL;
  return code === 0 ? decoded(printedAnswer(Buffer.concat(chunks))) : null;
}

/** curl without `--compressed` prints the content as it came. */
async function decoded(answer: Answer): Promise<Answer | null> {
  try {
    return { ...answer, body: await removeCodings(answer.body, answer.headers['content-encoding'], { maxBytes: MOST_BYTES }) };
  } catch (error) {
    if (error instanceof ContentCodingError) return null;
    throw error;
  }
}

/** The answer that `curl -i` printed, behind interim ones. */
function printedAnswer(printed: Buffer): Answer {
  const end = printed.indexOf(LINE_END + LINE_END);
  const [line = '', ...fields] = printed.subarray(0, end).toString('latin1').split(LINE_END);
  const body = printed.subarray(end + 2 * LINE_END.length);
  const status = Number(line.split(' ')[1]);
  if (status < 200) return printedAnswer(body);
  const headers = fields.map((field) => /^([^:]*): *(.*)$/.exec(field)?.slice(1) ?? [field, '']);
  return { status, headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])), body };
}
