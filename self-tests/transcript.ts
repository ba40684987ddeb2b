import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

const FOLDER = new URL('report/golden/', import.meta.url);

/** What to show for a line that is asked, in one line or several. */
type Answer = (asked: string, heading: string) => string | readonly string[] | Promise<string | readonly string[]>;

/**
 * Asks each line of a transcript in `report/golden/`, and compares what is answered with what was approved: it stands below, indented by two spaces. A line
 * that begins with `#` is a heading for those below it. To ask for more, add a line; `--update-snapshots` writes its answer.
 */
export async function expectTranscript(name: string, answer: Answer): Promise<void> {
  const lines: string[] = [];
  let heading = '';
  const written = readFileSync(new URL(name, FOLDER), 'utf8').split('\n');
  for (const line of written.filter((text) => !text.startsWith('  '))) {
    lines.push(line);
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    else if (line !== '') lines.push(...[await answer(line, heading)].flat().map((text) => `  ${text.replaceAll('\n', '\n  ')}`));
  }
  expect(lines.length, 'something is asked').toBeGreaterThan(1);
  expect(lines.join('\n')).toMatchSnapshot(name.split('/'));
}

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * A transcript of calls: a heading names a function, and a line below it says what a call is about, and ends with its arguments as a JSON list. Shown is what
 * it returns, a line for each item of a list, or the error that it throws.
 */
export async function expectCalls(name: string, functions: Functions): Promise<void> {
  await expectTranscript(name, async (line, heading) => {
    const call = functions[heading] as ((...args: unknown[]) => unknown) | undefined;
    if (call === undefined) throw new Error(`${name} calls ${heading}, which is not among the functions`);
    try {
      const returned = await call(...(JSON.parse(line.slice(line.indexOf('['))) as unknown[]));
      return Array.isArray(returned) && returned.length > 0 ? returned.map(inJson) : inJson(returned);
    } catch (error) {
      return `throws ${error instanceof Error ? `${error.name}: ${error.message}` : error}`;
    }
  });
}

/** Without the exchanges of a finding, which are those of the call. */
function inJson(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => (key === 'exchange' ? undefined : member)) ?? 'undefined';
}
