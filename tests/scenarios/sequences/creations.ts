import { memberPointer } from '../../../src/checks/echo.ts';
import { show } from '../../../src/checks/finding.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import type { Members } from '../../../src/generation/bodies.ts';
import { ECHOED_MEMBERS, type NamedCreation } from '../echoed-members.ts';
import type { Journal } from './journal.ts';
import type { StepHandlers } from './steps.ts';

/** Businesses, campaigns and embeds: nothing that is done later touches them. */
export function creations(journal: Journal): StepHandlers<'create business' | 'create campaign' | 'embed'> {
  const { implementation } = journal;

  async function create(name: NamedCreation, kind: string, members: Members): Promise<void> {
    journal.begin(`create a ${kind} with ${show(members)}`);
    const [typical] = await implementation.typicalCalls(name);
    const record = await journal.send(name, { ...typical, body: { ...(typical?.body as object), ...members } });
    if (!record) return;
    journal.isNew(name, record);
    const [statement] = ECHOED_MEMBERS[name].metadata;
    for (const [member, value] of Object.entries(members))
      if (Object.hasOwn(record, member)) journal.judge(statement, name, differences(value, record[member], memberPointer(member)));
  }

  return {
    'create business': ({ members }) => create('createBusiness', 'business', members),
    'create campaign': ({ members }) => create('createCampaign', 'campaign', members),
    embed: async ({ seconds }) => {
      journal.begin(`make an embed for ${seconds} s`);
      const [typical] = await implementation.typicalCalls('createSmsTemplateEmbed');
      // Its id may be that of the template's embed before: one embed a template, renewed under its id, is permitted.
      await journal.send('createSmsTemplateEmbed', { ...typical, body: { expires_in: seconds } });
    },
  };
}
