// Prints, as a JSON list, what GitHub's own parser finds wrong with a workflow or an action on standard input. A program of its own,
// because the parser imports JSON in a way that tsx understands and Node does not.
import { readFileSync } from 'node:fs';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';

const file = { name: process.argv[2] ?? '', content: readFileSync(0, 'utf8') };
const trace = new NoOperationTraceWriter();
const { context, value } = file.name === 'action.yml' ? parseAction(file, trace) : parseWorkflow(file, trace);
// Finds what the schema cannot say, such as a job that needs one that is not there.
if (value && file.name !== 'action.yml') await convertWorkflowTemplate(context, value);
process.stdout.write(JSON.stringify(context.errors.getErrors().map(({ message }) => message)));
