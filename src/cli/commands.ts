import { invocation } from '../installation/installation.ts';
import { settingsHelp, wrapped } from '../settings/documentation.ts';
import { type Command, MERGE_SETTINGS } from './command.ts';
import { KEPT_RESULT } from './earlier-reports.ts';

const OUT = { '--out <folder>': 'where that is written; reports where absent' };

const ROWS: readonly Command[] = [
  {
    name: 'comment',
    summary: 'prints the last result as Markdown for a pull request',
    does: 'Prints the last result, or that of a file, as Markdown for one comment of a pull request: the verdict, and what is new, fixed and still there.',
    words: { written: '[conformance.json]', least: 0, most: 1, expected: 'one result at most' },
    exitCode: '0, or 2 for a file that is no result.',
    load: async () => ({ main: (await import('./comparisons.ts')).showComment }),
  },
  {
    name: 'compare',
    summary: 'shows several results side by side',
    does: 'Shows where several results (conformance.json) differ, in statements and in observations. Writes compare.html and compare.json.',
    words: { written: 'a.json b.json [c.json …]', least: 2, most: Number.POSITIVE_INFINITY, expected: 'two results or more' },
    options: { ...OUT, '--label <name>': 'names a result; the first label the first result, and so on' },
    exitCode: '0, or 2 for files that are no results.',
    load: async () => ({ main: (await import('./comparisons.ts')).showComparison }),
  },
  {
    name: 'doctor',
    summary: 'checks settings, target and fixtures, and shows what a run could assess',
    does: 'Checks the settings, the target, the credentials and each given fixture. Shows what a run could assess, and what each missing variable would add. Sends only reads, unless --allow-writes is given.',
    settings: 'all',
    checksSettings: true,
    options: {
      '--allow-writes': 'also tries what only a write shows; has no effect in a read-only run',
      '--write [file]':
        'writes a commented .env with what is known and what was found, without secrets; to a name that ends in .json, the fixtures among it, for CES_FIXTURES',
      '--force': 'lets --write replace a file that exists: what it does not know, such as secrets, is kept',
    },
    exitCode:
      '0 when a run can be made, also with a fixture that is not found (✕), since a run tells whose fault that is; 2 when the settings are wrong, the target is out of reach, nothing answers at its path (reads alone may leave a doubt, which is printed), or the credentials are refused.',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'history',
    summary: 'shows many results of one target over time, on one page: history results/',
    does: 'Shows how one target fared over many runs: its verdict, and since when what is broken. Reads every result (conformance.json, by any name) in the folder, at any depth, and writes history.html. Of several targets, that of the newest result counts.',
    words: { written: 'folder', least: 1, most: 1, expected: 'one folder' },
    options: OUT,
    exitCode: '0, or 2 where the folder holds no result, or a file that cannot be used.',
    load: async () => ({ main: (await import('./comparisons.ts')).showHistory }),
  },
  {
    name: 'merge',
    summary: 'makes one report of the shards in a folder: merge blobs/',
    does: 'Makes one report of the shards of a run. The folder holds, at any depth, the files that each shard wrote into blob/ of its report directory.',
    words: { written: 'folder', least: 1, most: 1, expected: 'one folder' },
    settings: MERGE_SETTINGS,
    checksSettings: true,
    exitCode: 'that of a run: 0 when nothing that counts failed, 1 when something did, 2 without a verdict.',
    load: async () => ({ main: (await import('./suite.ts')).mergeShards }),
  },
  {
    name: 'sensitivity',
    summary: 'shows how many of the known small bugs a run with these settings would notice',
    does: 'Shows how many of the known small bugs (faults) a run with these settings would notice, and how many there are. Runs the suite once and judges its exchanges again with one fault at a time. What they do not decide is tried on the embedded service. It leaves what one run leaves. Writes sensitivity.md and sensitivity.json, and adds to left-behind.jsonl.',
    settings: 'all',
    checksSettings: true,
    options: { '--sample <number>': 'tries so many faults, chosen by the seed' },
    exitCode: '0 with a figure, 2 without one, and where more than a tenth of the faults could not be tried.',
    load: () => import('../../mutation/sensitivity/command.ts'),
  },
  {
    name: 'waivers',
    summary: 'shows the state of each waiver, and drafts one for each other finding',
    does: 'Shows the state of each waiver after the last run, and what it would draft: one waiver for each finding that has none. Without a file of waivers it takes that of CES_WAIVERS.',
    words: { written: '[waivers.json]', least: 0, most: 1, expected: 'one file of waivers at most' },
    settings: 'all',
    options: {
      '--write': 'adds the drafts to the file of waivers',
      '--reason <text>': 'why the drafted ones are accepted for a while; TODO where absent',
      '--finding <id>': 'drafts for the finding with this id alone; several times for several',
      '--until <date>': 'their last day, as 2027-01-31; 90 days from now where absent',
      '--owner <text>': 'who answers for them: a person, a team or a ticket; TODO where absent',
      '--result <file>': `the result of the run; the last whole one in CES_REPORT_DIR where absent (conformance.json, else ${KEPT_RESULT})`,
    },
    exitCode: '0, or 2 when arguments, file or result are unusable, or a run would refuse what the file had.',
    load: () => import('./waivers.ts'),
  },
];

/** By the first argument of the command line. Each is also an npm script. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(ROWS.map((row) => [row.name, row]));

export function helpText(): string {
  const indent = Math.max(...[...COMMANDS.keys()].map(({ length }) => length)) + 4;
  const commands = [...COMMANDS].map(([name, { summary }]) => `  ${name}`.padEnd(indent) + wrapped(summary, indent).trimStart());
  return [
    `Usage: ${invocation('conformance', '[settings] [options of Playwright] [files]')}\n       ${invocation('conformance', '<command> …')}`,
    wrapped(ABOUT, 0),
    ['Commands, each with --help', ...commands].join('\n'),
    wrapped(SETTINGS, 0),
    settingsHelp(),
    ...[
      '--watch runs the suite and then, at a terminal, waits: Enter runs the failed checks again, a runs all, q ends. Use it while you mend the service. With --version-url, another version of the target counts as Enter.',
      'All other options and files go to Playwright: --grep PATTERN, --grep @endpoint-1 (endpoint 1 alone), --shard=1/3, --repeat-each N, --last-failed, --list, --ui and the others of `playwright test --help`.',
      'Exit code: 0 when nothing that counts failed, 1 when something did, 2 without a verdict (wrong settings, target out of reach, wrong path, credentials refused everywhere), 130 or 143 after a signal.',
    ].map((paragraph) => wrapped(paragraph, 0)),
  ].join('\n\n');
}

const ABOUT =
  'Checks an implementation of the Customer Engagement Service API against its specification, and writes a report with a verdict. Without settings, it checks the embedded reference service.';

const SETTINGS =
  'Settings are flags, variables of the environment (CES_SEGMENT_ID for --segment-id), or lines of .env. A flag wins over the environment, and the environment wins over .env.';
