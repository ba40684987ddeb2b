import { resolve } from 'node:path';
import { didYouMean } from '../specification/near-matches.ts';
import type { LoadedEnvironment } from './environment.ts';
import { FIXTURE_NAMES, fixtureText } from './fixture-values.ts';
import { kindOf } from './json-kind.ts';
import type { Problem } from './settings-error.ts';
import { readTextFile } from './text-file.ts';
import { VARIABLE_NAMES } from './variables.ts';

/** Editors look there for the schema of the file. */
const SCHEMA_MEMBER = '$schema';

/** An environment to which the fixtures of a file are added, and what is wrong with the file itself. */
export interface WithFixtures extends LoadedEnvironment {
  readonly problems: readonly Problem[];
}

/**
 * Adds the fixtures of the file that `CES_FIXTURES` names, below all variables that are there already, empty ones too. Whether their
 * texts are right is for `readSettings` to say, as of any other variable.
 */
export function addFixtures(cwd: string, { environment, sources }: LoadedEnvironment): WithFixtures {
  const { CES_FIXTURES: file = '', CES_BASE_URL: target = '' } = environment;
  // Without a target, that the file is named at all is the mistake.
  if (file === '' || target === '') return { environment, sources, problems: [] };
  const content = membersOf(resolve(cwd, file), file);
  if ('problem' in content) return { environment, sources, problems: [{ variable: 'CES_FIXTURES', ...content.problem }] };
  const read = Object.entries(content.members).map(([name, value]) => [name, memberText(name, value, file)] as const);
  const own = read.flatMap(([name, member]) => ('text' in member && member.text !== '' ? [[name, member.text] as const] : []));
  const added = own.filter(([name]) => !Object.hasOwn(environment, name));
  return {
    environment: { ...environment, ...Object.fromEntries(added) },
    sources: { ...sources, ...Object.fromEntries(added.map(([name]) => [name, file])) },
    problems: [
      ...repeated(content.names).map((name) => ({ variable: name, found: `several in ${file}`, expected: 'it once' })),
      ...read.flatMap(([name, member]) => ('text' in member ? [] : [{ variable: name, ...member }])),
    ],
  };
}

type Content =
  | { readonly members: Readonly<Record<string, unknown>>; readonly names: readonly string[] }
  | { readonly problem: Omit<Problem, 'variable'> };

function membersOf(path: string, file: string): Content {
  const read = readTextFile(path, file);
  if ('problem' in read) return { problem: read.problem };
  try {
    const members: unknown = JSON.parse(read.text);
    return typeof members === 'object' && members !== null && !Array.isArray(members)
      ? { members: members as Record<string, unknown>, names: namesIn(read.text) }
      : { problem: { found: `${kindOf(members)} in ${JSON.stringify(file)}`, expected: OBJECT } };
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? '' : `, line ${read.text.slice(0, Number(position)).split('\n').length}`;
    return { problem: { found: `no JSON in ${JSON.stringify(file)}${line}`, expected: OBJECT } };
  }
}

const OBJECT = 'a JSON object with names of variables as members';

/** The text of a member, empty for none, or what is wrong with it. Values stay unseen: one may be a secret that went astray. */
function memberText(name: string, value: unknown, file: string): { readonly text: string } | Omit<Problem, 'variable'> {
  if (name === SCHEMA_MEMBER) return { text: '' };
  const known = FIXTURE_NAMES.find((candidate) => candidate === name);
  if (known === undefined) return { found: `a member of ${file}`, expected: instead(name) };
  const member = fixtureText(known, value);
  return 'text' in member ? member : { expected: member.expected, found: `${member.found} in ${file}` };
}

function instead(name: string): string {
  if ((VARIABLE_NAMES as readonly string[]).includes(name)) return 'it in the environment or in .env: it is no fixture';
  return `the name of a fixture.${didYouMean(name, FIXTURE_NAMES)}`;
}

/** The names of the outermost object of a JSON text, as often as they stand there: of several alike, `JSON.parse` keeps the last alone. */
function namesIn(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let text = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token.startsWith('"')) text = token;
    else if (token === ':' && depth === 1) names.push(JSON.parse(text));
    else if (token !== ':') depth += token === '{' || token === '[' ? 1 : -1;
  }
  return names;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
