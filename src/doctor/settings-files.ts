import { envText, exampleLine } from '../settings/documentation.ts';
import { FIXTURE_NAMES } from '../settings/fixtures/fixtures.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { shownValue } from '../settings/secrets.ts';
import type { Variable } from '../settings/variable.ts';
import { VARIABLE_NAMES, type VariableName } from '../settings/variables.ts';
import { isObject } from '../specification/json.ts';
import type { Found } from './tried.ts';

/** A `.env` with the known and the found settings, the others commented out. It holds no secret but those that `former`, which it replaces, has. */
export function envFile(known: readonly VariableName[], environment: NodeJS.ProcessEnv, found: readonly Found[], former = ''): string {
  const kept = assignmentsIn(former);
  const text = envText(HEAD, (name, variable) => {
    const line = lineOf(name, variable);
    return assignmentsIn(line).size > 0 ? line : (kept.get(name) ?? line);
  });
  const others = [...kept].flatMap(([name, line]) => (VARIABLE_NAMES.some((own) => own === name) ? [] : [line]));
  return others.length === 0 ? text : `${text}\n${OTHERS}\n${others.join('\n')}\n`;

  function lineOf(name: VariableName, variable: Variable): string {
    const own = found.find((entry) => entry.variable === name);
    if (own !== undefined) return `# Found by the doctor:\n${assignment(name, own.value)}`;
    const text = known.includes(name) ? (environment[name] ?? '') : '';
    if (text === '') return exampleLine(name, variable);
    return shownValue(name, text, environment) === text ? assignment(name, text) : `${SECRET}\n${exampleLine(name, variable)}`;
  }
}

/** By variable, its assignment in a file as dotenv reads it, with quotes and comment. The last one wins. */
const assignmentsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(ASSIGNMENT)].map(({ 0: line, groups: { name = '' } = {} }) => [name, line.trim()]));

/** dotenv's own pattern of a line, but that the comment behind it has to stand in its last line. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=\s*?|:\s+?)(?:\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?[^\S\r\n]*(?:#.*)?$/gm;

const OTHERS = '# Other variables that stood in this file:';

const HEAD = `# Settings of the conformance suite, as the doctor knows them.
# A variable of the environment wins over this file. Put values that hold # or quotes between single quotes.`;

const SECRET = '# It is given, but is a secret, and the doctor writes no secrets. Put it here, or leave it in the environment:';

/** The value as dotenv reads it back: bare, or in quotes that it does not contain. */
function assignment(name: VariableName, text: string): string {
  if (/^[\w./:@%{}=&?,+~-]+$/.test(text)) return `${name}=${text}`;
  // Between double quotes, \n and \r are read as line breaks.
  const quote = ["'", '`', ...(/\\[nr]/.test(text) ? [] : ['"'])].find((mark) => !text.includes(mark));
  return quote === undefined
    ? `# No kind of quotes is left for this value; give it in the environment:\n# ${name}=…`
    : `${name}=${quote}${text}${quote}`;
}

/** A file of fixtures, as `CES_FIXTURES` reads it, without secrets. Members of `former`, which it replaces, stay; null where that is none. */
export function fixturesJson(known: readonly VariableName[], environment: NodeJS.ProcessEnv, found: readonly Found[], former = '{}') {
  const members = jsonIn(former);
  if (!isObject(members)) return null;
  const own = FIXTURE_NAMES.flatMap((name) => {
    const text = found.find(({ variable }) => variable === name)?.value ?? (known.includes(name) ? (environment[name] ?? '') : '');
    return text === '' || shownValue(name, text, environment) !== text ? [] : [[name, text] as const];
  });
  return `${JSON.stringify({ ...members, ...Object.fromEntries(own) }, null, 2)}\n`;
}
