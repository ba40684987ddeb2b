import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../folders.ts';
import { tokensOf } from '../pages.ts';
import { QUICK, resultIn, shell, test } from './run.ts';
import { changeJson } from './target.ts';

test.describe.configure({ timeout: 240_000 });

/** Shell commands of the page, in their order. */
const COMMANDS = tokensOf('docs/for-agents.md').flatMap((token) =>
  token.type === 'code' && token.lang === 'sh' ? [String(token.text)] : [],
);

test('the commands of docs/for-agents.md lead from a finding to one that is fixed; what was known is not new', async ({ target }) => {
  const [keep = '', credentials = '', again = '', everything = '', list = '', ...more] = COMMANDS;
  expect(more).toEqual([]);
  let mended = false;
  const { variables } = await target({
    change: (reply, { path, method }) => {
      if (path.startsWith('/segments/')) return changeJson(reply, (body) => ({ ...body, name: 5 }));
      return !mended && method === 'POST' && path.endsWith('/campaigns') ? changeJson(reply, (body) => ({ ...body, name: null })) : reply;
    },
  });
  const cwd = newFolder();
  const conformance = `node ${resolve('scripts/conformance.mjs')}`;
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', scripts: { conformance } }));
  const settings = Object.entries({ ...variables, ...QUICK, CES_DEPTH: 'quick' });
  writeFileSync(join(cwd, '.env'), settings.map(([name, value]) => `${name}='${value}'\n`).join(''));
  const sh = (command: string) => shell(command, cwd);

  mkdirSync(join(cwd, 'reports'));
  const before = await sh('CES_SEED=42 CES_BASELINE=reports CES_FAIL_ON=new npm run conformance');
  expect(before.code, before.stdout).toBe(1);
  expect(before.stdout).toContain('CES_BASELINE=reports holds no whole result of this target');
  expect(before.stdout).toContain('all count as new, since there is no baseline');
  const { findings = [] } = await resultIn(join(cwd, 'reports'));
  const finding = findings.find(({ requirement }) => requirement === 'campaign.fields');
  expect((await sh(list)).stdout).toContain(`${finding?.id} a string / null`);
  expect(await sh(keep)).toMatchObject({ code: 0 });
  const curl = finding?.curl ?? '';
  expect((await sh(`${credentials}\n${curl}`)).stdout).toMatch(/^HTTP\/1\.1 20\d/);

  mended = true;
  expect(finding?.replay).toBe(again.trim());
  expect(await sh(again)).toMatchObject({ code: 0 });
  const after = await sh(`CES_FAIL_ON=new ${everything}`);
  expect(after.code, after.stdout).toBe(0);
  expect(after.stdout).toMatch(/Since baseline +0 new findings, \d+ fixed, 1 still there/);
  expect(after.stdout).toContain('Exit 0: 1 finding in the baseline too, which CES_FAIL_ON=new does not count\n');
  expect(after.stdout).toContain(`${finding?.id} POST /businesses/{id}/campaigns answers`);
  expect(readFileSync(join(cwd, 'reports', 'findings.md'), 'utf8')).toContain('\nFixed:\n');
});
