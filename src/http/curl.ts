import type { SentRequest } from './exchange.ts';
import { REDACTED } from './redaction.ts';
import { USUAL_CODINGS } from './request.ts';

/** Left to curl's defaults: they do not change what a target has to answer. */
const NOT_REPEATED = new Set(['authorization', 'user-agent']);
/** curl sends these by default, so a request without them has to remove them. */
const CURL_DEFAULTS = { always: ['accept'], withBody: ['accept', 'content-type'] };
/** Linux takes no more than 128 KiB in one argument (MAX_ARG_STRLEN); builtins such as printf have no such limit. */
const MAX_ARGUMENT_BYTES = 100_000;
/** What a terminal does not show, or runs when pasted: control and format characters, line and paragraph separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line for a POSIX shell that repeats `request`, with credentials from `$CES_USERNAME` and `$CES_PASSWORD`. @param isCoded its content coding may be what breaks the answer */
export function toCurl(request: SentRequest, isCoded = false): string {
  const { method, url, body, authorization, curl = '' } = request;
  // Without --globoff curl would read brackets and braces in a URL as lists.
  const parts = [
    'curl -sS -i --globoff --path-as-is',
    curl,
    // With -X HEAD, curl would wait for content.
    ...(method === 'HEAD' ? ['--head'] : ['-X', method]),
    quoted(url),
    ...(isCoded && request.headers['accept-encoding'] === USUAL_CODINGS ? ['--compressed'] : []),
    ...headerArguments(request),
    authorization.curl,
  ];
  const line = parts.filter((part) => part !== '').join(' ');
  if (body === null) return line;
  // In two pieces, with a pause between them, as the run sent it.
  if (request.headers['transfer-encoding'] === 'chunked') {
    const letters = [...body];
    const middle = Math.floor(letters.length / 2);
    const [first, second] = [letters.slice(0, middle), letters.slice(middle)].map((half) => quoted(printfFormat(half.join(''))));
    return `(printf ${first}; sleep 1; printf ${second}) | ${line}${request.headers.expect === undefined ? " -H 'expect:'" : ''} -T -`;
  }
  if (body.search(UNPRINTABLE) < 0 && Buffer.byteLength(body) <= MAX_ARGUMENT_BYTES) return `${line} --data-raw ${quoted(body)}`;
  return `printf ${quoted(printfFormat(body))} | ${line} --data-binary @-`;
}

function headerArguments({ headers, body, authorization }: SentRequest): string[] {
  // What carries credentials stands among the authorization's own arguments.
  const given = Object.entries(headers).filter(
    ([name, value]) =>
      (!NOT_REPEATED.has(name) || value === REDACTED) &&
      value !== authorization.shown &&
      !(name === 'accept-encoding' && value === USUAL_CODINGS),
  );
  const absent = CURL_DEFAULTS[body === null ? 'always' : 'withBody'].filter((name) => headers[name] === undefined);
  // In curl, `name:` removes a header and `name;` sends it empty.
  const lines = [...given.map(([name, value]) => headerLine(name, value)), ...absent.map((name) => quoted(`${name}:`))];
  return lines.map((line) => `-H ${line}`);
}

function headerLine(name: string, value: string): string {
  if (value !== REDACTED) return quoted(value === '' ? `${name};` : `${name}: ${value}`);
  // A shell without the variable ends with these words, so it sends nothing without the value.
  const variable = `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
  return `${quoted(`${name}: `)}"\${${variable}:?${REDACTED}: set it to the value of ${name.replaceAll(/[^\w-]/g, '_')} in CES_HEADERS}"`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A format that makes `printf` write exactly `text`; a leading dash would be read as an option. */
const printfFormat = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(UNPRINTABLE, octal).replace(/^-/, octal);

const octal = (char: string): string => [...Buffer.from(char, 'utf8')].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** What a `curl` line carries where the request carried a cookie that an earlier answer set. */
export const EARLIER_COOKIE = '-b "$COOKIE_OF_AN_ACCEPTED_REQUEST"';
/** Keeps the cookies of earlier answers in the same call, and reads no file. */
const COOKIES_KEPT = "-b ''";
/** Ends the output of one request, so that the next answer begins a line. */
export const LINE_BREAK = "-w '\\n'";
/** As `toCurl` writes it: with what goes to standard input in front, where there is something. */
const LINE = /^(\(printf .*?\) \| |printf '(?:[^']|'\\'')*' \| )?curl (.*)$/s;

/** Lines of `toCurl` as one call over one connection, or one call a line where several need standard input. `--next` takes back all options before it. */
export function inOneCall(lines: readonly string[]): string[] {
  const parts = lines.map((line) => LINE.exec(line) ?? [line, undefined, line.replace(/^curl /, '')]);
  const inputs = parts.flatMap(([, input]) => input ?? []);
  if (inputs.length > 1) return lines.map((line, index) => (index < lines.length - 1 ? `${line} ${LINE_BREAK}` : line));
  const passesCookie = lines.some((line) => line.includes(EARLIER_COOKIE));
  const own = parts.map(([, , options = '']) => {
    if (!passesCookie) return options;
    return options.includes(EARLIER_COOKIE) ? options.replace(EARLIER_COOKIE, COOKIES_KEPT) : `${options} ${COOKIES_KEPT}`;
  });
  return [`${inputs.join('')}curl ${own.join(` ${LINE_BREAK} --next `)}`];
}

/** A read of `toCurl`: options, URL, options. */
const READ_LINE = /^curl -sS -i (.*?) ?-X GET ('(?:[^']|'\\'')*') ?(.*)$/s;

/** Lines of `toCurl` that only read and differ in their URLs alone, as one call with at least `fewest` requests under way at once; null for others. */
export function readsAtOnce(lines: readonly string[], fewest: number): string | null {
  const reads = lines.map((line) => READ_LINE.exec(line)?.slice(1) ?? []);
  const [[before, , behind] = []] = reads;
  if (before === undefined || reads.some(([own, , other]) => own !== before || other !== behind)) return null;
  const urls = [...new Set(reads.map(([, url]) => url))].join(' ');
  // One curl starts its transfers together. Several processes would not.
  const call = `curl -sS ${before} -Z --no-progress-meter --parallel-immediate --parallel-max ${2 * fewest} ${behind} -w '\\n%{http_code} %{url_effective}\\n' "$@"`;
  return `(set -- ${urls}; while [ $# -lt ${fewest} ]; do set -- "$@" "$@"; done; ${call})`;
}
