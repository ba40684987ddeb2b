/** What a `curl` line carries where the request carried a cookie that an earlier answer set. */
export const EARLIER_COOKIE = '-b "$COOKIE_OF_AN_ACCEPTED_REQUEST"';
/** Keeps the cookies of earlier answers in the same call, and reads no file. */
const COOKIES_KEPT = "-b ''";
/** Ends the output of one request, so that the next answer begins a line. */
export const LINE_BREAK = "-w '\\n'";
/** As `toCurl` writes it: with what goes to standard input in front, where there is something. */
const LINE = /^(printf '(?:[^']|'\\'')*' \| )?curl (.*)$/s;

/**
 * Lines of `toCurl` as one call, which sends them in order, over one connection where the target keeps it; one call a line where several of
 * them need the standard input. `--next` takes back every option before it, so each part has all of its own.
 */
export function inOneCall(lines: readonly string[]): string[] {
  const parts = lines.map((line) => LINE.exec(line) ?? [line, undefined, line.replace(/^curl /, '')]);
  const inputs = parts.flatMap(([, input]) => input ?? []);
  if (inputs.length > 1) return lines.map((line, index) => (index < lines.length - 1 ? `${line} ${LINE_BREAK}` : line));
  const passesCookie = lines.some((line) => line.includes(EARLIER_COOKIE));
  const own = parts.map(([, , options = '']) => (passesCookie ? withCookies(options) : options));
  return [`${inputs.join('')}curl ${own.join(` ${LINE_BREAK} --next `)}`];
}

function withCookies(options: string): string {
  return options.includes(EARLIER_COOKIE) ? options.replace(EARLIER_COOKIE, COOKIES_KEPT) : `${options} ${COOKIES_KEPT}`;
}
