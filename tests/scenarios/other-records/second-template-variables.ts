import { foundIn } from '../../../src/checks/finding.ts';
import { namesInTexts, variableFindings } from '../../../src/checks/subject-variables.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';
import { copyId, readVariables, variablesIn } from '../template-variables.ts';

/** A copy of the project's template is a second template, with a subject of its own. */
export const secondSubjectIsListed = scenario(
  covers('listEmailTemplateVariables', 'email-template.subject-variables-are-listed', { optional: true }),
  async ({ implementation, check }) => {
    const { settings } = implementation;
    // Another check asks about the first template, so nothing stays open for want of a second.
    if (settings.fixtures.projectEmailTemplateId === null || settings.run.readOnly) throw new NotAssessed('There is no second template');
    const copy = await implementation.example('copyProjectEmailTemplate');
    if (namesInTexts(recordOf(copy)).length === 0) throw new NotAssessed('The texts of the project template name no variable');
    const { exchange: read } = await readVariables(implementation, copyId(copy, 'copyProjectEmailTemplate'));
    const findings = variableFindings(recordOf(copy), variablesIn(read));
    check({ 'email-template.subject-variables-are-listed': foundIn(read, findings) }, copy, read);
  },
);
