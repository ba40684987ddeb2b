import { envText, exampleLine } from '../settings/documentation/documentation.ts';
import { shownValue } from '../settings/shown-value.ts';
import type { VariableName } from '../settings/variables.ts';
import type { Found } from './tried.ts';

/** A `.env` with the known and the found settings. All others are commented out. It holds no secret. */
export function envFile(known: readonly VariableName[], environment: NodeJS.ProcessEnv, found: readonly Found[]): string {
  return envText(HEAD, (name, variable) => {
    const own = found.find((entry) => entry.variable === name);
    if (own !== undefined) return `# Found by the doctor:\n${assignment(name, own.value)}`;
    const text = known.includes(name) ? (environment[name] ?? '') : '';
    if (text === '') return exampleLine(name, variable);
    return shownValue(name, text, environment) === text ? assignment(name, text) : `${SECRET}\n${exampleLine(name, variable)}`;
  });
}

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
