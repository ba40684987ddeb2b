import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { boundList, LEFT_BEHIND_FILE, sizeOf } from '../engine/evidence/left-behind.ts';
import { COMMON_LISTING, LATER_ROUND } from '../engine/run-state.ts';
import { createdOf, leftBehindOf, leftBehindSentence } from '../result/left-behind.ts';
import type { ConformanceResult, LeftBehind } from '../result/result.ts';
import { NONE_ASSESSED } from '../result/verdict.ts';
import { readResult, UnusableResult } from '../settings/files/stored-result.ts';
import type { Settings } from '../settings/settings.ts';
import type { Problem } from '../settings/settings-error.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import { SIGNALLED } from './command.ts';
import { prepareRun } from './suite.ts';
import { Rounds } from './watch/rounds.ts';
import { versionSource } from './watch/version.ts';

/** Where a round of failed checks writes its reports, in the report directory: those of the last whole run stay. */
const FOLDER = 'watch';

/** Options of Playwright that show something other than a run, or run a part of it. */
const NO_RUN = ['list', 'ui', 'uiHost', 'uiPort', 'shard', 'debug'];

type Run = (args: readonly string[], over: AbortSignal) => Promise<number>;

/** Runs the suite, then its failed checks whenever a key or another version of the target asks for it. Returns the exit code of the last round. */
export async function watch(args: readonly string[], run: Run): Promise<number> {
  const environment = { ...process.env };
  const { settings } = prepareRun(args, (options) => refused(options, process.stdin.isTTY === true));
  const listing = resolve(settings.run.reportDir, LEFT_BEHIND_FILE);
  boundList(listing);
  // What earlier runs left does not count.
  const from = sizeOf(listing);
  const left = () => leftIn(listing, from);
  const source = settings.version === null ? null : versionSource(settings);
  await source?.isAnother();
  const wishes = new Wishes(process.stdin);
  const env = { ...environment, [COMMON_LISTING]: listing };
  const { reportDir: folder, writeBudget } = settings.run;
  const rounds = new Rounds(async (titles, seed) => {
    const reportDir = titles === null ? folder : join(folder, FOLDER);
    const budget = writeBudget === null ? null : Math.max(0, writeBudget - createdOf(left()));
    // Playwright matches the title with the file's name before it.
    const grep = titles?.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') ?? null;
    const flags = { 'report-dir': reportDir, seed, 'write-budget': budget, grep };
    const startedAt = Date.now();
    // As on a command line of its own: a run puts its settings into the environment.
    // What is known already is not shown again: the round says what changed.
    process.env = { ...env, ...(seed !== null && { [LATER_ROUND]: '1' }) };
    const code = await run(withFlags(args, flags), wishes.over);
    const isWhole = !Object.values<number>(SIGNALLED).includes(code);
    return isWhole ? { code, result: resultIn(reportDir, startedAt) } : { code: null, result: null };
  });
  const another = async (signal: AbortSignal): Promise<Wish> => {
    await source?.changed(signal);
    console.log('The target has another version.');
    return 'failed';
  };
  try {
    for (let [wish, number]: [Wish, number] = ['all', 1]; wish !== 'quit'; number += 1) {
      const words = wish === 'all' ? await rounds.all() : await rounds.failed();
      const isOver = wishes.over.aborted;
      if (words !== '' && !isOver) console.log(`\nRound ${number}: ${words}`);
      const lines = [leftLine(settings, left()), ...(isOver ? [] : [source?.problem, keysLine(rounds.failing.length, settings)])];
      console.log(lines.flatMap((line) => (line == null ? [] : `\n${line}`)).join(''));
      wish = await wishes.next(source === null ? undefined : another);
    }
  } finally {
    wishes.close();
    await source?.close();
  }
  return rounds.code ?? SIGNALLED.SIGINT;
}

/** A run that ends before it begins leaves the result of an earlier one. */
function resultIn(reportDir: string, startedAt: number): ConformanceResult | null {
  try {
    const result = readResult(join(reportDir, 'conformance.json'));
    const { verdict, noVerdictReason, interrupted } = result;
    const isOld = Date.parse(result.startedAt) < startedAt;
    return isOld || interrupted || (verdict === 'no-verdict' && noVerdictReason !== NONE_ASSESSED) ? null : result;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    return null;
  }
}

function refused(options: object, isTerminal: boolean): Problem[] {
  const strange = NO_RUN.filter((name) => name in options);
  const problem = (found: string, expected: string) => ({ variable: '--watch', found, expected });
  return [
    ...(isTerminal ? [] : [problem('an input that is no terminal', 'a terminal: it waits for keys. Leave it out here')]),
    ...(strange.length === 0 ? [] : [problem(strange.join(', '), 'a whole run beside it')]),
  ];
}

/** The arguments of the command line and those of a round, which win. Files stand last. */
function withFlags(args: readonly string[], flags: Readonly<Record<string, string | number | null>>): string[] {
  const end = args.indexOf('--');
  const given = Object.entries(flags).flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}`]));
  return args.toSpliced(end < 0 ? args.length : end, 0, ...given);
}

function leftLine({ baseUrl, run }: Settings, left: readonly LeftBehind[]): string | null {
  const sentence = leftBehindSentence({ leftBehind: left, target: { baseUrl: baseUrl ?? '', embedded: baseUrl === null } });
  const budget = run.writeBudget === null ? '' : ` ${createdOf(left)} of CES_WRITE_BUDGET (${run.writeBudget}) are used.`;
  return sentence === null ? null : `Left behind by all rounds: ${sentence}${budget}`;
}

function keysLine(failing: number, { version }: Settings): string {
  const failed =
    failing === 0 ? 'No failed check is left' : `Enter runs the failed checks again (${failing} ${failing === 1 ? 'test' : 'tests'})`;
  return `${failed}; a runs all, q ends.${version === null ? '' : ' Another version of the target is as good as Enter.'}`;
}

/** What the list says that several runs left behind, from this byte on. */
export function leftIn(file: string, from: number): LeftBehind[] {
  const lines = existsSync(file) ? readFileSync(file).subarray(from).toString('utf8').split('\n') : [];
  const rows = lines
    .filter((line) => line !== '')
    .map((line): Pick<LeftBehind, 'endpoint'> & { readonly id?: string; readonly unanswered?: true } => JSON.parse(line));
  const pieces = rows.flatMap(({ endpoint, id, unanswered }) =>
    ENDPOINTS.filter(({ number }) => number === endpoint).map(({ name }) => ({
      ...{ endpoint: name, count: unanswered ? 0 : 1, unanswered: unanswered ? 1 : 0 },
      // Each run lists an updated customer anew.
      examples: id === undefined ? [] : [id],
    })),
  );
  return leftBehindOf(pieces);
}

type Wish = 'failed' | 'all' | 'quit';

/** Ctrl-C and Ctrl-D are characters, which a terminal in raw mode hands on. */
const WISHES: Readonly<Record<string, Wish>> = {
  ...{ '\r': 'failed', '\n': 'failed', a: 'all' },
  ...{ q: 'quit', '\u0003': 'quit', '\u0004': 'quit' },
};

/** A terminal, or what stands in for one in a test. */
type Keyboard = Pick<NodeJS.ReadableStream, 'on' | 'off' | 'pause' | 'resume'> & { setRawMode?(mode: boolean): unknown };

export class Wishes {
  readonly #keyboard: Keyboard;
  readonly #over = new AbortController();
  readonly #heard = new EventEmitter<{ wish: [Wish] }>();

  constructor(keyboard: Keyboard) {
    this.#keyboard = keyboard;
    keyboard.setRawMode?.(true);
    // The end of the input is a wish to quit.
    keyboard.on('data', this.#hear).on('end', this.#quit).resume();
    process.on('SIGINT', this.#quit).on('SIGTERM', this.#quit);
  }

  /** Aborted at once when somebody wants to quit, whatever is under way. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The next wish from now on. `other` resolves to what else is as good as a key, until its signal aborts. */
  async next(other?: (signal: AbortSignal) => Promise<Wish>): Promise<Wish> {
    if (this.over.aborted) return 'quit';
    const waits = new AbortController();
    const typed = once(this.#heard, 'wish', { signal: waits.signal }).then(([wish]: Wish[]) => wish ?? 'quit');
    try {
      return await Promise.race([typed, ...(other ? [other(waits.signal)] : [])]);
    } finally {
      waits.abort();
    }
  }

  close(): void {
    this.#keyboard.off('data', this.#hear).off('end', this.#quit).pause();
    this.#keyboard.setRawMode?.(false);
    process.off('SIGINT', this.#quit).off('SIGTERM', this.#quit);
  }

  readonly #hear = (chunk: Buffer): void => {
    for (const key of chunk.toString('utf8').toLowerCase()) {
      const wish = WISHES[key];
      if (wish === 'quit') this.#quit();
      else if (wish !== undefined) this.#heard.emit('wish', wish);
    }
  };

  readonly #quit = (): void => {
    this.#over.abort();
    this.#heard.emit('wish', 'quit');
  };
}
