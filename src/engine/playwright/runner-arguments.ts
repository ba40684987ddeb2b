import { createRequire } from 'node:module';
import { readOptions } from '../../settings/command-line.ts';
import type { Problem } from '../../settings/settings-error.ts';
import type { JsonObject } from '../../specification/json.ts';

export interface RunnerArguments {
  /** By Playwright's names: `grepInvert`, `shard`. */
  readonly options: JsonObject;
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

const FROM_RUNNER = createRequire(createRequire(import.meta.url).resolve('@playwright/test/package.json'));

/** Playwright's program, to be run by Node. */
export const RUNNER: string = FROM_RUNNER.resolve('./cli.js');

const TRACES = ['on-first-retry', 'on-all-retries', 'retain-on-failure', 'retain-on-first-failure', 'retain-on-failure-and-retries'];

/** Options that take any value, or none. */
const PLAIN = [
  ...['--add-reporter <reporter>', '--browser <browser>', '-c, --config <file>', '--fail-on-flaky-tests', '--forbid-only'],
  ...['--fully-parallel', '-g, --grep <grep>', '-G, --grep-invert <grep>', '--global-timeout <timeout>', '--headed', '--ignore-snapshots'],
  ...['-j, --workers <workers>', '--last-failed', '--last-failed-file <file>', '--list', '--max-failures <N>', '--no-deps'],
  ...['--only-changed [ref]', '--output <dir>', '--pass-with-no-tests', '--project <project-name...>', '--quiet', '--repeat-each <N>'],
  ...['--reporter <reporter>', '--retries <retries>', '--shard <shard>', '--shuffle [seed]', '--test-list <file>'],
  ...['--test-list-invert <file>', '--timeout <timeout>', '--tsconfig <path>', '--ui', '--ui-host <host>', '--ui-port <port>', '-x'],
];

/** The options of `playwright test`, as `--help` spells them, with their allowed values. Playwright's own table takes a second to load; a test compares. */
export const RUNNER_OPTIONS: Readonly<Record<string, readonly string[] | null>> = {
  ...Object.fromEntries(PLAIN.map((option) => [option, null])),
  '--debug [mode]': ['inspector', 'cli'],
  '--run-agents <mode>': ['missing', 'all', 'none'],
  '--trace <mode>': ['on', 'off', ...TRACES],
  '-u, --update-snapshots [mode]': ['all', 'changed', 'missing', 'none', 'default'],
  '--update-source-method <method>': ['overwrite', '3way', 'patch'],
};

/** Reads arguments of `playwright test` as Playwright does: only so it is known which options take a value, and which argument is a file. */
export function readRunnerArguments(args: readonly string[]): RunnerArguments {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const { values, words, problems } = readOptions(own, Object.keys(RUNNER_OPTIONS), 'an option of this command or of Playwright', true);
  const strange = Object.entries(RUNNER_OPTIONS).flatMap(([written, allowed]) => {
    const [, name = ''] = /--([\w-]+)/.exec(written) ?? [];
    const wrong = values[name]?.filter((value) => allowed?.includes(value) === false) ?? [];
    return wrong.map((value) => ({ variable: `--${name}`, found: JSON.stringify(value), expected: `one of ${allowed?.join(', ')}` }));
  });
  const inCamelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(values).map(([name, given]) => [inCamelCase(name), given.at(-1) ?? true]);
  return { options: Object.fromEntries(named), files: words, problems: [...problems, ...strange] };
}

/** Endpoint tags as whole words: as a pattern, `@endpoint-1` also begins `@endpoint-10`. One that goes on as a pattern stays. */
export function wholeTags(args: readonly string[]): string[] {
  return args.map((argument) => argument.replaceAll(/@endpoint-\d+(?=$|[\s|)])/g, '$&\\b'));
}

/** The arguments of this process, if it is `playwright test`. Null in an editor's test server, in workers, and while reports are merged. */
export function ownRunnerArguments(): RunnerArguments | null {
  const [, , command, ...args] = process.argv;
  return command === 'test' ? readRunnerArguments(args) : null;
}

/** The reporters that take the place of the suite's own, so that there is no verdict; null where it stays. */
export function replacedReporter({ options: { reporter } }: Pick<RunnerArguments, 'options'>): string | null {
  return reporter === undefined || String(reporter).includes('report/reporter') ? null : String(reporter);
}
