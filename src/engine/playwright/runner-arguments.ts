import { createRequire } from 'node:module';
import { BY_FLAG, type Flags } from '../../settings/flags.ts';
import type { Problem } from '../../settings/settings-error.ts';
import { didYouMean } from '../../specification/near-matches.ts';

/** A command of Playwright's argument parser (commander), as far as it is used here. */
interface Command {
  name(): string;
  readonly commands: readonly Command[];
  readonly options: readonly { readonly long?: string | undefined; readonly short?: string; readonly required: boolean }[];
  createCommand(): Command;
  addOption(option: Command['options'][number]): Command;
  exitOverride(): Command;
  configureOutput(output: { writeErr(text: string): void }): Command;
  parseOptions(args: string[]): { readonly operands: readonly string[]; readonly unknown: readonly string[] };
  opts(): Readonly<Record<string, unknown>>;
}

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
 * Reads arguments of `playwright test` with Playwright's own table: only it knows which options take a value, and so which argument is a
 * file. Playwright exports the table for its `cli.js` and does not document it. Playwright is pinned, and a test checks this against its
 * output.
 */
export function readRunnerArguments(args: readonly string[]): RunnerArguments {
  const end = args.indexOf('--');
  const own = end < 0 ? [...args] : args.slice(0, end);
  if (own.length === 0) return { options: {}, files: [], problems: [] };
  const command = testCommand();
  try {
    const { operands, unknown } = command.parseOptions(own);
    const strange = unknown.filter((argument) => /^-./.test(argument)).map((argument) => argument.replace(/=.*$/s, ''));
    return { options: command.opts(), files: operands, problems: strange.map((option) => noSuchOption(option, command)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { options: {}, files: [], problems: [{ variable: 'arguments', found: message, expected: 'options as Playwright takes them' }] };
  }
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
  const options = testCommand().options.map(({ long, short = '', required }) => ({ name: long ?? short, required }));
  return Object.fromEntries(options.map(({ name, required }) => [name.replace(/^-+/, ''), { type: required ? 'string' : 'boolean' }]));
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

/** A copy that forgets what it parsed, prints nothing and does not end the process. */
function testCommand(): Command {
  const { program } = FROM_RUNNER('playwright/lib/program') as { program: Command };
  const original = program.commands.find((command) => command.name() === 'test');
  if (original === undefined)
    throw new Error('Playwright has no command `test` any more: src/engine/playwright/runner-arguments.ts has to be adapted');
  const copy = original.createCommand();
  for (const option of original.options) copy.addOption(option);
  return copy.exitOverride().configureOutput({ writeErr: () => undefined });
}

/** Leaves out the value, since the option may be a misspelt password. */
function noSuchOption(option: string, { options }: Command): Problem {
  const flags = [...BY_FLAG.keys()].map((flag) => `--${flag}`);
  const known = [...flags, ...options.flatMap(({ long }) => long ?? [])];
  return {
    variable: option,
    found: 'an unknown option',
    expected: `an option of this command or of Playwright.${didYouMean(option, known)}`,
  };
}
