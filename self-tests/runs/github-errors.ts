// Prints, as a JSON list, what GitHub's own parser finds wrong with workflows. A program of its own, because the parser imports JSON in a way that
// tsx understands and Node does not.
import { readFileSync } from 'node:fs';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const errors: string[] = [];
for (const name of process.argv.slice(2)) {
  const { context, value } = parseWorkflow({ name, content: readFileSync(name, 'utf8') }, new NoOperationTraceWriter());
  // Finds what the schema cannot express, such as a job that needs a missing one.
  if (value) await convertWorkflowTemplate(context, value);
  errors.push(...context.errors.getErrors().map(({ message }) => `${name}: ${message}`));
}
process.stdout.write(JSON.stringify(errors));
