import { appendFile } from 'node:fs/promises';

/** GitHub Actions and compatible servers show the Markdown in this file on the page of a run. */
const VARIABLE = 'GITHUB_STEP_SUMMARY';

/** Appends to the step summary, if there is one. A failure to write it is reported and changes no outcome. */
export async function appendStepSummary(markdown: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const file = environment[VARIABLE];
  if (file === undefined || file === '') return;
  try {
    await appendFile(file, `${markdown}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `The summary could not be appended to the file that ${VARIABLE} names: ${reason}. The reports are complete without it.\n`,
    );
  }
}
