import { commandFlags } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import * as suite from '../../../src/cli/suite.ts';
import { swallowedFlags } from '../../../src/cli/swallowed-flags.ts';
import { settingFlags } from '../../../src/settings/command-line.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

const SCRIPT = { npm_lifecycle_event: 'conformance', npm_lifecycle_script: 'node scripts/conformance.mjs' };
const swallowed = (variables: NodeJS.ProcessEnv) => swallowedFlags({ ...SCRIPT, ...variables }, suite.flags());

test('each flag that npm kept is told, with where it goes, and never its value', () => {
  expect(
    swallowed({ npm_config_read_only: 'true', npm_config_base_url: '', npm_config_require_complete: '', npm_config_force: 'true' }),
  ).toEqual([
    {
      variable: '--base-url',
      found: 'npm_config_base_url in the environment',
      expected: expect.stringContaining('(npm run conformance -- --base-url VALUE)'),
    },
    {
      variable: '--read-only',
      found: 'npm_config_read_only in the environment',
      expected: expect.stringContaining('(npm run conformance -- --read-only)'),
    },
  ]);
  const secret = swallowed({ npm_config_username: 'hunter2' });
  expect(secret).toMatchObject([{ variable: '--username', expected: expect.stringContaining('CES_USERNAME in the environment') }]);
  expect(JSON.stringify(secret)).not.toContain('hunter2');
});

test('only a script of npm’s that ends in this command is meant', () => {
  const variables = { npm_config_read_only: 'true' };
  expect(swallowed({ ...variables, npm_lifecycle_script: 'x && node scripts/conformance.mjs' })).toHaveLength(1);
  expect(swallowed({ ...variables, npm_lifecycle_event: 'npx' })).toEqual([]);
  expect(swallowed({ ...variables, npm_lifecycle_script: 'tsx scripts/bench.ts' })).toEqual([]);
  expect(swallowedFlags(variables, suite.flags())).toEqual([]);
});

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
