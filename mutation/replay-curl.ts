import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { jsonOf, mediaTypeOf } from '../src/http/body.ts';
import { removeCodings } from '../src/http/content-coding.ts';
import { LINE_BREAK } from '../src/http/curl.ts';
import type { Answer } from '../src/http/exchange.ts';
import type { ConformanceResult, Finding, Sequence, StoredExchange } from '../src/result/result.ts';
import { lookupUrl } from '../src/settings/urls.ts';
import { valueAt } from '../src/specification/json.ts';
import type { TestService } from './test-service.ts';

/** What came of sending a finding's requests again. `why`: what they cannot show, or how they do not show it. */
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

/** Sends the `curl` line of a finding again, or its sequence, as people do, to the service in which it was found. */
export async function replayCurl(finding: Finding, { requirements }: ConformanceResult, service: TestService): Promise<Replay> {
  const { curl, sequence, exchange, requirement, title } = finding;
  if (curl === undefined || exchange === undefined) return { outcome: 'not shown', why: 'the finding has no exchange' };
  const before = service.changes();
  const answer = await (sequence === undefined ? answerTo(curl, service.variables) : answerToAll(sequence, service.variables));
  if (answer === NO_CURL) return { outcome: NO_CURL };
  const why = service.changes() === before ? 'the fault does not come into play' : difference(finding, exchange, answer);
  if (why === null) return { outcome: 'shown' };
  const checks = requirements.find(({ id }) => id === requirement)?.checks ?? [];
  const exchanges = checks.find((check) => check.title === title && check.status === 'failed')?.exchanges?.length ?? 0;
  return exchanges > 1
    ? { outcome: 'not for one request', why: `the check compares several answers: ${why}` }
    : { outcome: 'not shown', why };
}

/** How the answer differs from the one in which the failure was found; null where it shows the same. */
function difference({ at }: Finding, { request, answer: found }: StoredExchange, again: Answer | null): string | null {
  if (found === null) return again === null ? null : `status ${again.status}, and no answer before`;
  // Rejected, and followed all the same: the last request reads what was tracked.
  if (request.url.endsWith('/track') && found.status === 401 && again?.status === 200) return null;
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
  return (JSON.stringify(valueAt(json.value, pointer)) ?? 'nothing').replace(VARYING, '0');
}

/** The last answer. What is to be done by hand is done here. */
async function answerToAll({ commands, byHand }: Sequence, variables: TestService['variables']): Promise<Answer | null | typeof NO_CURL> {
  if (byHand === undefined) return answerTo(commands.join('\n'), variables);
  const again = `again-${randomUUID()}`;
  const own = byHand.marker === undefined ? commands : commands.map((command) => command.replace(byHand.marker ?? again, again));
  const before = await answerTo(own.slice(0, -1).join('\n'), variables);
  if (before === null || before === NO_CURL) return before;
  const id = byHand.from === 'answer' ? idIn(before) : await lookUp(again, own[0] ?? '', variables);
  return answerTo((own.at(-1) ?? '').replaceAll(byHand.id, encodeURIComponent(id)), variables);
}

function idIn(answer: Answer): string {
  const json = jsonOf(answer);
  return 'value' in json ? String((json.value as { id?: unknown } | null)?.id) : json.problem;
}

async function lookUp(marker: string, tracking: string, variables: TestService['variables']): Promise<string> {
  const { CES_BASE_URL = '', CES_EVENT_LOOKUP_URL = '', CES_USERNAME, CES_PASSWORD } = variables;
  const business = decodeURIComponent(/\/businesses\/([^/]+)\/track'/.exec(tracking)?.[1] ?? '');
  const headers = { authorization: `Basic ${btoa(`${CES_USERNAME}:${CES_PASSWORD}`)}` };
  const answer = await fetch(lookupUrl(CES_BASE_URL, CES_EVENT_LOOKUP_URL, marker, business), { headers });
  return String(((await answer.json()) as { id?: unknown }).id);
}

/** The answer to the last request in `line`; null where nothing usable came back. */
async function answerTo(line: string, variables: TestService['variables']): Promise<Answer | null | typeof NO_CURL> {
  const { CES_USERNAME, CES_PASSWORD } = variables;
  const env = { PATH: process.env.PATH, CES_USERNAME, CES_PASSWORD };
  // With curl it is a process group of its own, which ends as a whole.
  const shell = spawn('sh', { env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(shell, 'close');
  const timer = setTimeout(() => endGroup(shell.pid), TIMEOUT_MS + pausesIn(line));
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
  return code === 0 ? decoded(printedAnswer(lastPrinted(Buffer.concat(chunks), line))) : null;
}

/** On a busy machine it may have ended, and nobody have heard of it yet. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Milliseconds that the commands spend on `sleep`. */
function pausesIn(line: string): number {
  return [...line.matchAll(/^sleep (\d+);/gm)].reduce((sum, [, seconds]) => sum + 1000 * Number(seconds), 0);
}

/** What was printed for the last request, where each begins a line of its own. */
function lastPrinted(printed: Buffer, line: string): Buffer {
  if (!line.includes(LINE_BREAK)) return printed;
  const heads = [...printed.toString('latin1').matchAll(/^HTTP\/\S+ \d{3}/gm)];
  return printed.subarray(heads.at(-1)?.index ?? 0);
}

/** curl without `--compressed` prints the content as it came. */
async function decoded(answer: Answer): Promise<Answer | null> {
  const body = await removeCodings(answer.body, answer.headers['content-encoding'], { maxBytes: MOST_BYTES }).catch(() => null);
  return body && { ...answer, body };
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
