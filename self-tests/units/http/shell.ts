import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { newFolder } from '../../folders.ts';

/** What a pasted line called `curl` with. */
export interface CurlCall {
  readonly args: readonly string[];
  /** Standard input, where `--data-binary @-` asks for it. */
  readonly input: Buffer | null;
}

/** Runs `line` with `sh`, with a `curl` in front of the path that writes down what it gets instead of sending anything. */
export function runWithStubCurl(line: string, variables: Readonly<Record<string, string>> = {}): CurlCall {
  const folder = newFolder();
  const stub = join(folder, 'curl');
  writeFileSync(
    stub,
    `#!/bin/sh\nprintf '%s\\0' "$@" > "${folder}/args"\ncase "$*" in *'--data-binary @-') cat > "${folder}/input" ;; esac\n`,
  );
  chmodSync(stub, 0o755);
  writeFileSync(join(folder, 'line'), `${line}\n`);
  execFileSync('sh', [join(folder, 'line')], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const args = readFileSync(join(folder, 'args'), 'utf8').split('\0').slice(0, -1);
  return { args, input: args.at(-1) === '@-' ? readFileSync(join(folder, 'input')) : null };
}

/** The arguments of each of several lines, from one shell: it takes most of the time. */
export function argsWithStubCurl(lines: readonly string[], variables: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${lines.join('\n')}`;
  const written = execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...variables }, encoding: 'utf8' });
  const calls = written.split('\n\0').slice(0, -1);
  return calls.map((call) => call.split('\0').slice(0, -1));
}

/** The Authorization header that curl would send for `args`, its own `-u` included; `null` for none. */
export function authorizationIn(args: readonly string[]): string | null {
  const valuesOf = (option: string) => args.flatMap((arg, index) => (arg === option ? (args[index + 1] ?? []) : []));
  const [user] = valuesOf('-u');
  if (user !== undefined) return `Basic ${Buffer.from(user, 'utf8').toString('base64')}`;
  const header = valuesOf('-H').find((field) => field.startsWith('Authorization: '));
  return header === undefined ? null : header.slice('Authorization: '.length);
}
