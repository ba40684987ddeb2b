import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { marked, type Token, type Tokens } from 'marked';
import { newFolder } from '../folders.ts';
import { QUICK, resultIn, test } from './run.ts';
import { changeJson } from './target.ts';

test.describe.configure({ timeout: 240_000 });

/** Shell commands of the page, in their order. */
const COMMANDS: readonly string[] = codeIn(marked.lexer(readFileSync('docs/for-agents.md', 'utf8')));

function codeIn(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  marked.walkTokens([...tokens], (token) => {
    if (token.type === 'code' && (token as Tokens.Code).lang === 'sh') found.push((token as Tokens.Code).text);
  });
  return found;
}

test('the commands of docs/for-agents.md lead from a finding to a finding that is fixed', async ({ target }) => {
  const [keep = '', credentials = '', again = '', everything = '', list = '', ...more] = COMMANDS;
  expect(more).toEqual([]);
  let mended = false;
  const { variables } = await target({
    change: (reply, { path, method }) =>
      !mended && method === 'POST' && path.endsWith('/campaigns') ? changeJson(reply, (body) => ({ ...body, name: null })) : reply,
  });
  const cwd = newFolder();
  const conformance = `node ${resolve('scripts/conformance.mjs')}`;
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', scripts: { conformance } }));
  const settings = Object.entries({ ...variables, ...QUICK, CES_DEPTH: 'quick' });
  writeFileSync(join(cwd, '.env'), settings.map(([name, value]) => `${name}='${value}'\n`).join(''));
  const sh = (command: string) =>
    promisify(execFile)('sh', ['-c', command], { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );

  const before = await sh('CES_SEED=42 npm run conformance');
  expect(before.code, before.stdout).toBe(1);
  const [finding] = (await resultIn(join(cwd, 'reports'))).findings ?? [];
  expect((await sh(list)).stdout).toContain(`${finding?.id} a string / null`);
  expect(await sh(keep)).toMatchObject({ code: 0 });
  const curl = finding?.curl ?? '';
  expect((await sh(`${credentials}\n${curl}`)).stdout).toMatch(/^HTTP\/1\.1 20\d/);

  mended = true;
  expect(finding?.replay).toBe(again.trim());
  expect(await sh(again)).toMatchObject({ code: 0 });
  const after = await sh(everything);
  expect(after.code, after.stdout).toBe(0);
  expect(after.stdout).toMatch(/Since baseline +0 new findings, \d+ fixed, 0 still there/);
  expect(after.stdout).toContain(`${finding?.id} [requirement] POST /businesses/{id}/campaigns (2)`);
  expect(readFileSync(join(cwd, 'reports', 'findings.md'), 'utf8')).toContain('\nFixed:\n');
});
