import { createRequire } from 'node:module';
import { RUNNER, RUNNER_OPTIONS, readRunnerArguments } from '../../../src/engine/playwright/runner-arguments.ts';
import { flagOf, readCommandLine } from '../../../src/settings/command-line.ts';
import { VARIABLE_NAMES, VARIABLES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

const SECRETS = VARIABLE_NAMES.filter((name) => VARIABLES[name].secret === 'whole');
const OPEN = VARIABLE_NAMES.filter((name) => !SECRETS.includes(name));
const SWITCHES: readonly string[] = ['CES_READ_ONLY', 'CES_REQUIRE_COMPLETE'];

interface PlaywrightCommand {
  name(): string;
  readonly options: readonly { readonly flags: string; readonly argChoices?: readonly string[] }[];
}

test('each variable that is no secret has a flag', () => {
  const { variables, rest, problems } = readCommandLine(OPEN.map((name) => (SWITCHES.includes(name) ? flagOf(name) : `${flagOf(name)}=x`)));
  expect({ rest, problems }).toEqual({ rest: [], problems: [] });
  expect(Object.keys(variables)).toEqual(OPEN);
  expect(flagOf('CES_SEGMENT_ID')).toBe('--segment-id');
});

test('the value stands behind a flag or in it; an empty one is one', () => {
  const { variables } = readCommandLine(['--segment-id', 'a b', '--report-dir=', '--event-id=-1', '--read-only', '--seed', '5']);
  expect(variables).toEqual({ CES_SEGMENT_ID: 'a b', CES_REPORT_DIR: '', CES_EVENT_ID: '-1', CES_READ_ONLY: '1', CES_SEED: '5' });
});

test('what is not of the table stays as it is and where it is', () => {
  const others = ['--grep', 'a b', '-gx', '--shard=1/2', '--workers', '2', 'segments', '--only-changed', '-x', '--', '--seed', '1'];
  const { variables, rest, problems } = readCommandLine(['--read-only', ...others.slice(0, 5), '--report-dir', 'r', ...others.slice(5)]);
  expect({ variables, rest, problems }).toEqual({ variables: { CES_READ_ONLY: '1', CES_REPORT_DIR: 'r' }, rest: others, problems: [] });
});

for (const name of SECRETS)
  test(`${name} has no flag, and what was given as one is neither shown nor passed on`, () => {
    for (const args of [[flagOf(name), 'hunter2'], [`${flagOf(name)}=hunter2`], ['--seed', `${flagOf(name)}=hunter2`]]) {
      const line = readCommandLine(args);
      expect(line.problems).toHaveLength(1);
      expect(JSON.stringify(line)).not.toContain('hunter2');
    }
    expect(readCommandLine([flagOf(name), 'hunter2']).problems[0]?.expected).toContain(`${name} in the environment`);
  });

test('all that is wrong with the flags is reported at once', () => {
  const { problems } = readCommandLine(['--seed', '--read-only=0', '--username=x', '--segment-id']);
  const found = problems.map(({ variable, found }) => `${variable}: ${found}`);
  expect(found).toEqual(['--seed: another option', '--username: a flag', '--segment-id: nothing']);
  expect(readCommandLine(['--read-only=0']).problems).toEqual([
    { variable: '--read-only', found: 'a value', expected: 'none: it stands alone' },
  ]);
});

test.describe('the rest is read as Playwright reads it', () => {
  test('options with and without values, and files', () => {
    const line = '-x --workers 2 seg --grep=a --only-changed --shuffle 7 b --project p q -gpattern c -j 3';
    const { options, files, problems } = readRunnerArguments(line.split(' '));
    expect({ options, files, problems }).toEqual({
      options: { x: true, workers: '3', grep: 'pattern', onlyChanged: true, shuffle: '7', project: 'q' },
      files: ['seg', 'b', 'c'],
      problems: [],
    });
  });

  test('what follows two dashes is not Playwright’s', () =>
    expect(readRunnerArguments(['a', '--', '--nonsense', 'b'])).toEqual({ options: {}, files: ['a'], problems: [] }));

  const STRANGE: readonly (readonly [string, RegExp])[] = [
    ['--read-onyl', /Did you mean "--read-only"/],
    ['--user', /Did you mean "--username"/],
    ['--sement-id=hunter2', /Did you mean "--segment-id"/],
    ['--pasword=hunter2', /Did you mean "--password"/],
    ['-seed', /Did you mean "--seed"/],
    ['--gerp', /Did you mean "--grep"/],
    ['--qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', /of this command or of Playwright\.$/],
  ];
  for (const [option, expected] of STRANGE)
    test(`${option} is neither ours nor Playwright’s`, () => {
      const { problems } = readRunnerArguments([option]);
      expect(problems).toEqual([{ variable: option.split('=')[0], found: 'an unknown option', expected: expect.stringMatching(expected) }]);
      expect(JSON.stringify(problems)).not.toContain('hunter2');
    });

  test('an option without its value, and one with another value than it takes', () => {
    expect(readRunnerArguments(['--workers']).problems).toEqual([{ variable: '--workers', found: 'nothing', expected: 'a value' }]);
    expect(readRunnerArguments(['--run-agents', 'some', '--debug=x', '--only-changed', 'x']).problems).toEqual([
      { variable: '--debug', found: '"x"', expected: 'one of inspector, cli' },
      { variable: '--run-agents', found: '"some"', expected: 'one of missing, all, none' },
    ]);
  });

  test('the options are those of the installed Playwright', () => {
    const { program } = createRequire(RUNNER)('playwright/lib/program') as { program: { commands: PlaywrightCommand[] } };
    const options = program.commands.find((command) => command.name() === 'test')?.options ?? [];
    expect(RUNNER_OPTIONS).toEqual(Object.fromEntries(options.map(({ flags, argChoices = null }) => [flags, argChoices])));
  });

  test('no option of Playwright has the name of a flag', () => {
    for (const name of VARIABLE_NAMES) expect(readRunnerArguments([flagOf(name)]).problems).toHaveLength(1);
  });
});
