/** What can be done beside running the suite. */
interface Command {
  /** For `--help`, after the name. */
  readonly does: string;
  /** The module's `main` takes the arguments after the name and answers the exit code. */
  load(): Promise<{ main(args: readonly string[]): number | Promise<number> }>;
}

/** By the first argument of the command line; each is also an npm script. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['compare', { does: 'shows several results side by side', load: () => import('./compare.ts') }],
  ['doctor', { does: 'looks at settings, target and fixtures, and tells what a run could assess', load: () => import('./doctor.ts') }],
  ['merge', { does: 'makes one report of the shards in a folder: merge blobs/', load: () => import('./merge.ts') }],
  [
    'sensitivity',
    {
      does: 'tells how many of some 850 small bugs a run with these settings would notice',
      load: () => import('../../mutation/sensitivity/command.ts'),
    },
  ],
  [
    'waivers',
    { does: 'drafts waivers for what failed in the last run, and tells the state of those there are', load: () => import('./waivers.ts') },
  ],
]);
