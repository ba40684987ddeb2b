import { invocation } from '../installation/invocation.ts';
import { settingsHelp, wrapped } from '../settings/documentation.ts';
import { COMMANDS } from './commands.ts';

/** What `--help` prints. */
export function helpText(): string {
  const indent = Math.max(...[...COMMANDS.keys()].map(({ length }) => length)) + 4;
  const commands = [...COMMANDS].map(([name, { summary }]) => `  ${name}`.padEnd(indent) + wrapped(summary, indent).trimStart());
  return [
    `Usage: ${invocation('conformance', '[settings] [options of Playwright] [files]')}\n       ${invocation('conformance', '<command> …')}`,
    wrapped(ABOUT, 0),
    ['Commands, each with --help', ...commands].join('\n'),
    wrapped(SETTINGS, 0),
    settingsHelp(),
    ...[WATCH, PLAYWRIGHT, EXIT_CODES].map((paragraph) => wrapped(paragraph, 0)),
  ].join('\n\n');
}

const ABOUT =
  'Checks an implementation of the Customer Engagement Service API against its specification, and writes a report with a verdict. Without settings, it checks the embedded reference service.';

const SETTINGS =
  'Settings are flags, variables of the environment (CES_SEGMENT_ID for --segment-id), or lines of .env. A flag wins over the environment, and the environment wins over .env.';

const WATCH =
  '--watch runs the suite and then, at a terminal, waits: Enter runs the failed checks again, a runs all, q ends. Use it while you mend the service. With --version-url, another version of the target counts as Enter.';

const PLAYWRIGHT =
  'All other options and files go to Playwright: --grep PATTERN, --grep @endpoint-1 (endpoint 1 alone), --shard=1/3, --repeat-each N, --last-failed, --list, --ui and the others of `playwright test --help`.';

const EXIT_CODES =
  'Exit code: 0 when nothing that counts failed, 1 when something did, 2 without a verdict (wrong settings, target out of reach, wrong path, credentials refused everywhere), 130 or 143 after a signal.';
