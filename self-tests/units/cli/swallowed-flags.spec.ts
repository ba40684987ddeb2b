import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as suite from '../../../src/cli/suite.ts';
import { dashed, swallowedFlags, variableOf } from '../../../src/cli/swallowed-flags.ts';
import { flagOf, isSecret, settingFlags } from '../../../src/settings/command-line.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { newFolder } from '../../folders.ts';
import { expect, test } from '../../test.ts';
import { NPMS, named, SCRIPTS, swallowed } from './npm-flags.ts';

const SECRETS = VARIABLE_NAMES.filter(isSecret).map((name) => flagOf(name).slice(2));

for (const [name, flags] of Object.entries(SCRIPTS))
  test(`npm run ${name}: each flag that npm kept is told, with where it goes`, () => {
    for (const [flag, { type }] of Object.entries(flags).filter(([each]) => !NPMS.includes(each) && !SECRETS.includes(each))) {
      const [variable, value] = flag.startsWith('no-') ? [flag.slice(3), ''] : [flag, 'true'];
      const problems = swallowed({ [variableOf(variable)]: value }, flags, { event: name });
      expect(problems, flag).toEqual([
        {
          variable: dashed(flag),
          found: `${variableOf(variable)} in the environment`,
          expected: expect.stringMatching(new RegExp(`\\(npm run ${name} -- ${dashed(flag)}${type === 'string' ? ' VALUE' : ''}\\)$`)),
        },
      ]);
    }
  });

test('every command takes the flags that it reads', () => {
  const all = Object.fromEntries(Object.entries(SCRIPTS).map(([name, flags]) => [name, Object.keys(flags)]));
  const settings = Object.keys(settingFlags());
  expect(settings).toHaveLength(VARIABLE_NAMES.length);
  expect(all.conformance).toEqual(expect.arrayContaining([...settings, 'grep', 'workers', 'shard', 'headed', 'no-deps', 'x']));
  expect(all.doctor).toEqual([...settings, 'allow-writes', 'write', 'force']);
  expect(all.sensitivity).toEqual([...settings, 'sample']);
  expect(all.merge).toEqual(['env-file', 'report-dir', 'waivers', 'baseline']);
  expect(all.waivers).toEqual([...settings, 'write', 'reason', 'finding', 'until', 'owner', 'result']);
  expect(all.comment).toEqual([]);
  expect(all.compare).toEqual(['out', 'label']);
  expect(all.history).toEqual(['out']);
});

test('several are told at once, with the one line that is right; what else was given is hinted at', () => {
  const variables = { npm_config_read_only: 'true', npm_config_seed: '5' };
  const right = (more: string) => expect.stringContaining(`(npm run conformance -- --read-only --seed VALUE${more})`);
  expect(swallowed(variables)).toEqual([
    { variable: '--read-only, --seed', found: expect.stringContaining('read_only, npm_config_seed '), expected: right('') },
  ]);
  expect(swallowed(variables, settingFlags(), { args: ['--grep', 'x'] })).toMatchObject([{ expected: right(' …') }]);
});

test('no value is shown, and a secret is sent to the environment instead', () => {
  const problems = swallowed({ npm_config_username: 'hunter2', npm_config_base_url: 'https://me:hunter2@x' }, settingFlags(), {
    args: ['hunter2'],
  });
  expect(JSON.stringify(problems)).not.toContain('hunter2');
  expect(problems).toEqual([
    {
      variable: '--base-url',
      found: expect.stringMatching(/^npm_config_base_url /),
      expected: expect.stringMatching(/-- --base-url VALUE …\)$/),
    },
    { variable: '--username', found: 'a flag', expected: expect.stringContaining('CES_USERNAME in the environment') },
  ]);
  for (const flag of SECRETS.filter((name) => !NPMS.includes(name)))
    expect(swallowed({ [variableOf(flag)]: 'true' }), flag).toMatchObject([{ variable: `--${flag}`, found: 'a flag' }]);
});

test('a switch that was turned off is no flag; a value that is empty is one', () => {
  expect(swallowed({ npm_config_require_complete: '' })).toEqual([]);
  expect(swallowed({ npm_config_deps: 'true' }, suite.flags())).toEqual([]);
  expect(swallowed({ npm_config_base_url: '' })).toHaveLength(1);
});

test('only a script of npm’s that ends in this command is meant', () => {
  const variables = { npm_config_read_only: 'true' };
  expect(swallowed(variables, settingFlags(), { event: 'mine', script: 'x && node scripts/conformance.mjs' })).toHaveLength(1);
  expect(swallowed(variables, settingFlags(), { event: 'npx' })).toEqual([]);
  expect(swallowed(variables, settingFlags(), { event: 'bench', script: 'tsx scripts/bench.ts' })).toEqual([]);
  expect(swallowedFlags(variables, settingFlags(), [])).toEqual([]);
});

test('what stands in a file of npm’s settings was not typed', () => {
  const directory = newFolder();
  const files = { npm_config_userconfig: join(directory, 'user'), npm_config_globalconfig: join(directory, 'global') };
  writeFileSync(join(directory, '.npmrc'), '; seed=1\n# max-rps=1\nread-only=true\n  report_dir = x\n//registry.example/:username=me\n');
  writeFileSync(files.npm_config_userconfig, '"timeout-ms" = 5\nsegment-id[]=a\n');
  const standing = ['read_only', 'report_dir', 'timeout_ms', 'segment_id'].map((name) => [`npm_config_${name}`, 'true']);
  const variables = { ...Object.fromEntries(standing), ...files, npm_config_local_prefix: directory };
  expect(swallowed(variables)).toEqual([]);
  const typed = { npm_config_seed: '1', npm_config_max_rps: '1', npm_config_username: 'me' };
  expect(named(swallowed({ ...variables, ...typed }))).toEqual(['--seed', '--max-rps', '--username']);
});
