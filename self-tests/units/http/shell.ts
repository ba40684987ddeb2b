import { execFileSync } from 'node:child_process';

type Variables = Readonly<Record<string, string>>;

/** In the place of `curl`: writes down what it gets instead of sending anything. */
const STUB = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; case "$*" in *'--data-binary @-') cat ;; esac; }`;
const END = '\n\0';

const written = (lines: readonly string[], variables: Variables) =>
  execFileSync('sh', { input: [STUB, ...lines, ''].join('\n'), env: { PATH: process.env.PATH, ...variables }, stdio: 'pipe' });
const argsIn = (call: string) => call.split('\0').slice(0, -1);

/** What a pasted line calls `curl` with: arguments, and the standard input, where `--data-binary @-` asks for it. */
export function runWithStubCurl(line: string, variables: Variables = {}) {
  const output = written([line], variables);
  const end = output.indexOf(END);
  const args = argsIn(output.toString('utf8', 0, end));
  return { args, input: args.at(-1) === '@-' ? output.subarray(end + END.length) : null };
}

/** The arguments of each of several lines, from one shell: it takes most of the time. */
export function argsWithStubCurl(lines: readonly string[], variables: Variables): readonly (readonly string[])[] {
  return written(lines, variables).toString().split(END).slice(0, -1).map(argsIn);
}

/** The Authorization header that curl would send for `args`, its own `-u` included; `null` for none. */
export function authorizationIn(args: readonly string[]): string | null {
  const valuesOf = (option: string) => args.flatMap((arg, index) => (arg === option ? (args[index + 1] ?? []) : []));
  const [user] = valuesOf('-u');
  if (user !== undefined) return `Basic ${Buffer.from(user, 'utf8').toString('base64')}`;
  const header = valuesOf('-H').find((field) => field.startsWith('Authorization: '));
  return header === undefined ? null : header.slice('Authorization: '.length);
}
