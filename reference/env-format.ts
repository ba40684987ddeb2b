/** One line that dotenv and a POSIX shell read alike. Throws for a value that allows no such line. */
function toLine([name, value]: [string, string]): string {
  if (!value.includes("'")) return `${name}='${value}'`;
  if (!/["$`\\]/.test(value)) return `${name}="${value}"`;
  throw new Error(`${name}: cannot be quoted for both dotenv and sh; expected a value without ' or without any of " $ \` \\`);
}

/** Variables in the syntax of a `.env` file. */
export function toEnvFile(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map((entry) => `${toLine(entry)}\n`)
    .join('');
}
