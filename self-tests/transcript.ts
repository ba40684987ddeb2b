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
  expect(lines.join('\n')).toMatchSnapshot(name.split('/'));
}
