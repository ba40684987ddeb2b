import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { BY_FLAG, type Flags } from '../../settings/flags.ts';
import type { Problem } from '../../settings/settings-error.ts';
import { didYouMean } from '../../specification/near-matches.ts';

/** Arguments of `playwright test`, as Playwright itself reads them. */
export interface RunnerArguments {
  /** By Playwright's names: `grepInvert`, `shard`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Patterns of files. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

const FROM_RUNNER = createRequire(createRequire(import.meta.url).resolve('@playwright/test/package.json'));

/** Playwright's program, to be run by Node. */
export const RUNNER: string = FROM_RUNNER.resolve('./cli.js');

/**
 * The options of `playwright test`, as its `--help` spells them, with the values that one takes where it takes only some. Playwright's own table
 * costs a second to load, and is pinned: a test holds the two against each other.
 */
export const RUNNER_OPTIONS: Readonly<Record<string, readonly string[] | null>> = {
  '--add-reporter <reporter>': null,
  '--browser <browser>': null,
  '-c, --config <file>': null,
  '--debug [mode]': ['inspector', 'cli'],
  '--fail-on-flaky-tests': null,
  '--forbid-only': null,
  '--fully-parallel': null,
  '-g, --grep <grep>': null,
  '-G, --grep-invert <grep>': null,
  '--global-timeout <timeout>': null,
  '--headed': null,
  '--ignore-snapshots': null,
  '-j, --workers <workers>': null,
  '--last-failed': null,
  '--last-failed-file <file>': null,
  '--list': null,
  '--max-failures <N>': null,
  '--no-deps': null,
  '--only-changed [ref]': null,
  '--output <dir>': null,
  '--pass-with-no-tests': null,
  '--project <project-name...>': null,
  '--quiet': null,
  '--repeat-each <N>': null,
  '--reporter <reporter>': null,
  '--retries <retries>': null,
  '--run-agents <mode>': ['missing', 'all', 'none'],
  '--shard <shard>': null,
  '--shuffle [seed]': null,
  '--test-list <file>': null,
  '--test-list-invert <file>': null,
  '--timeout <timeout>': null,
  '--trace <mode>': [
    'on',
    'off',
    'on-first-retry',
    'on-all-retries',
    'retain-on-failure',
    'retain-on-first-failure',
    'retain-on-failure-and-retries',
  ],
  '--tsconfig <path>': null,
  '-u, --update-snapshots [mode]': ['all', 'changed', 'missing', 'none', 'default'],
  '--ui': null,
  '--ui-host <host>': null,
  '--ui-port <port>': null,
  '--update-source-method <method>': ['overwrite', '3way', 'patch'],
  '-x': null,
};

interface RunnerOption {
  readonly name: string;
  readonly short?: string;
  /** Whether it must have a value, may have one, or has several; none where absent. */
  readonly takes?: 'one' | 'perhaps one' | 'several';
  readonly values: readonly string[] | null;
}

const OPTIONS = Object.entries(RUNNER_OPTIONS).map(([written, values]): RunnerOption => {
  const [, short, name = '', value] = /^(?:-(\w), )?--?([\w-]+)(?: (.*))?$/.exec(written) ?? [];
  const takes = value?.endsWith('...>') ? 'several' : value?.startsWith('[') ? 'perhaps one' : 'one';
  return { name, ...(short && { short }), ...(value && { takes }), values };
});

/** In the form of `parseArgs`. */
const FORMS = Object.fromEntries(OPTIONS.map(({ name, short, takes }) => [name, { type: typeOf(takes), ...(short && { short }) }]));

function typeOf(takes: RunnerOption['takes']): Flags[string]['type'] {
  return takes === undefined || takes === 'perhaps one' ? 'boolean' : 'string';
}

/** Reads arguments of `playwright test` as Playwright does: only so it is known which options take a value, and which argument is a file. */
export function readRunnerArguments(args: readonly string[]): RunnerArguments {
  const end = args.indexOf('--');
  const own = end < 0 ? [...args] : args.slice(0, end);
  const { tokens } = parseArgs({ args: own, options: FORMS, strict: false, allowPositionals: true, tokens: true });
  const options: Record<string, unknown> = {};
  const [files, problems]: [string[], Problem[]] = [[], []];
  const strange = new Set<string>();
  /** The option that may take the next word too. */
  let open: RunnerOption | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (open === undefined) files.push(token.value);
      else if (open.takes === 'perhaps one') options[memberOf(open)] = token.value;
      if (open?.takes !== 'several') open = undefined;
    } else if (token.kind === 'option') {
      const option = OPTIONS.find(({ name }) => name === token.name);
      open = token.inlineValue || option?.takes === undefined || option.takes === 'one' ? undefined : option;
      if (option === undefined) strange.add(own[token.index]?.replace(/=.*$/s, '') ?? token.rawName);
      else if (typeOf(option.takes) === 'string' && token.value === undefined)
        problems.push({ variable: token.rawName, found: 'nothing', expected: 'a value' });
      else options[memberOf(option)] = token.value ?? true;
    }
  }
  for (const option of OPTIONS) {
    const { [memberOf(option)]: value } = options;
    if (typeof value === 'string' && option.values?.includes(value) === false)
      problems.push({ variable: `--${option.name}`, found: JSON.stringify(value), expected: `one of ${option.values.join(', ')}` });
  }
  return { options, files, problems: [...[...strange].map(noSuchOption), ...problems] };
}

/** `grepInvert` for `--grep-invert`. */
function memberOf({ name }: RunnerOption): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The arguments with each tag of an endpoint meant as a whole: Playwright takes a pattern, in which `@endpoint-1` also begins `@endpoint-10`. A tag that
 * goes on as a pattern (`@endpoint-1[0-8]`) stays as it is.
 */
export function wholeTags(args: readonly string[]): string[] {
  return args.map((argument) => argument.replaceAll(/@endpoint-\d+(?=$|[\s|)])/g, '$&\\b'));
}

/** Playwright's options, by their longest names. */
export function runnerFlags(): Flags {
  return FORMS;
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

/** Leaves out the value, since the option may be a misspelt password. */
function noSuchOption(option: string): Problem {
  const known = [...BY_FLAG.keys(), ...OPTIONS.map(({ name }) => name)].map((name) => `--${name}`);
  return {
    variable: option,
    found: 'an unknown option',
    expected: `an option of this command or of Playwright.${didYouMean(option, known)}`,
  };
}
