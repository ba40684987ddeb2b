import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tokens } from 'marked';
import { FURTHER_VARIABLES, VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { tokensOf } from '../../pages.ts';
import { expect, test } from '../../test.ts';

/** A page that tells of the past names what was there then. */
const HISTORY = 'CHANGELOG.md';
const FOLDERS = ['src', 'tests', 'mutation', 'reference', 'self-tests', 'scripts', 'schemas', 'docs', 'examples', '.ci'];
const OUR_FILE = new RegExp(`^(?:${FOLDERS.join('|').replace('.', '\\.')})/[\\w./-]*$`);
const VARIABLES: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];

/** Pages of the repository, those not yet committed too. */
const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => existsSync(page));
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;

test('every link leads somewhere', () => {
  const broken = PAGES.flatMap((page) => {
    const targets = tokensOf(page).flatMap((token) => (token.type === 'link' || token.type === 'image' ? [String(token.href)] : []));
    const relative = targets.filter((target) => !/^[a-z]+:/.test(target));
    return relative.filter((target) => !leadsSomewhere(page, target)).map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('every file, command and variable that a page names exists', () => {
  const unknown = PAGES.filter((page) => page !== HISTORY).flatMap((page) => {
    const spans = tokensOf(page).flatMap((token) => (token.type === 'codespan' ? [String(token.text)] : []));
    const text = readFileSync(page, 'utf8');
    const commands = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    const variables = [...text.matchAll(/\bCES_[A-Z_]*[A-Z]\b/g)].map(([name]) => name);
    return [
      ...spans.filter((span) => OUR_FILE.test(span) && !existsSync(span)),
      ...commands.filter((name) => !Object.hasOwn(scripts, name)),
      ...variables.filter((name) => !VARIABLES.includes(name)),
    ].map((name) => `${page}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('ARCHITECTURE.md gives a reason for each package, and for no other', () => {
  const tables = tokensOf('ARCHITECTURE.md').filter((token): token is Tokens.Table => token.type === 'table');
  const rows = tables.filter(({ header }) => header[0]?.text === 'package').flatMap(({ rows }) => rows.map(([first]) => first?.text ?? ''));
  const named = rows.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
}

/** Anchors of headings, as GitHub and GitLab make them. */
function anchorsOf(page: string): string[] {
  const headings = tokensOf(page).flatMap((token) => (token.type === 'heading' ? [String(token.text)] : []));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
