import { appendFile } from 'node:fs/promises';

/** GitHub Actions, and what follows its habits, shows the Markdown in the file of this name on the page of a run. */
const VARIABLE = 'GITHUB_STEP_SUMMARY';

/** Appends to the step summary, where there is one. A summary that cannot be written is told and changes no outcome. */
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
