import { commandFlags } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { swallowedFlags } from '../../../src/cli/main.ts';
import * as suite from '../../../src/cli/suite.ts';
import { settingFlags } from '../../../src/settings/command-line.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

test('which flags npm kept, and where they go, was approved: never their values', () =>
  expectCalls('cli/swallowed-flags.txt', {
    swallowedFlags: (variables: NodeJS.ProcessEnv) => {
      const problems = swallowedFlags(variables, suite.flags());
      expect(JSON.stringify(problems)).not.toContain('hunter2');
      return problems;
    },
  }));

test('every command takes the flags that it reads', () => {
  const all = Object.fromEntries([...COMMANDS].map(([name, command]) => [name, Object.keys(commandFlags(command))]));
  const settings = Object.keys(settingFlags());
  expect(settings).toHaveLength(VARIABLE_NAMES.length);
  expect(Object.keys(suite.flags())).toEqual(expect.arrayContaining([...settings, 'grep', 'workers', 'shard', 'headed', 'no-deps', 'x']));
  expect(all.doctor).toEqual([...settings, 'allow-writes', 'write', 'force']);
  expect(all.sensitivity).toEqual([...settings, 'sample']);
  expect(all.merge).toEqual(['env-file', 'report-dir', 'waivers', 'baseline']);
  expect(all.waivers).toEqual([...settings, 'write', 'reason', 'finding', 'until', 'owner', 'result']);
  expect(all.comment).toEqual([]);
  expect(all.compare).toEqual(['out', 'label']);
  expect(all.history).toEqual(['out']);
});
