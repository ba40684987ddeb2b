import type { Flags } from '../settings/flags.ts';
import type { CommandHelp } from './command-help.ts';

/** A command beside the run of the suite. */
interface Command {
  /** For `--help`, after the name. */
  readonly does: string;
  load(): Promise<CommandModule>;
}

interface CommandModule {
  /** What `--help` prints. */
  readonly help: CommandHelp;
  /** The flags that it takes. */
  flags(): Flags;
  /** Takes the arguments after the command's name and returns the exit code. Throws a SettingsError for wrong settings. */
  main(args: readonly string[]): number | Promise<number>;
}

/** By the first argument of the command line. Each is also an npm script. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['comment', { does: 'prints the last result as Markdown for a pull request', load: () => import('./comment.ts') }],
  ['compare', { does: 'shows several results side by side', load: () => import('./compare.ts') }],
  ['doctor', { does: 'checks settings, target and fixtures, and shows what a run could assess', load: () => import('./doctor.ts') }],
  ['history', { does: 'shows many results of one target over time, on one page: history results/', load: () => import('./history.ts') }],
  ['merge', { does: 'makes one report of the shards in a folder: merge blobs/', load: () => import('./merge.ts') }],
  [
    'sensitivity',
    {
      does: 'shows how many of some 850 small bugs a run with these settings would notice',
      load: () => import('../../mutation/sensitivity/command.ts'),
    },
  ],
  ['waivers', { does: 'shows the state of each waiver, and drafts one for each other failure', load: () => import('./waivers.ts') }],
]);
