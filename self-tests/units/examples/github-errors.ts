// Prints, as a JSON list, what GitHub's own parser finds wrong with an action and a workflow. A program of its own, because the parser imports JSON
// in a way that tsx understands and Node does not.
import { readFileSync } from 'node:fs';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';

const [, , action = '', workflow = ''] = process.argv;
const trace = new NoOperationTraceWriter();
const ofAction = parseAction({ name: action, content: readFileSync(action, 'utf8') }, trace);
const ofWorkflow = parseWorkflow({ name: workflow, content: readFileSync(workflow, 'utf8') }, trace);
// Finds what the schema cannot express, such as a job that needs a missing one.
if (ofWorkflow.value) await convertWorkflowTemplate(ofWorkflow.context, ofWorkflow.value);
const errors = [ofAction, ofWorkflow].flatMap(({ context }) => context.errors.getErrors());
process.stdout.write(JSON.stringify(errors.map(({ message }) => message)));
