import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { outcome } from '../../../src/http/outcome.ts';

export const unknownReferencesAreAnswered = scenario(
  covers('createCampaign', [], { observes: 'campaigns.unknown-references' }),
  async ({ implementation, observe, all }) => {
    const id = await implementation.businessId();
    const unknown = `${implementation.unique()}-unknown`;
    const references = {
      segment: { segment: unknown },
      email_address: { email_address: unknown },
      email_template_id: { steps: [{ type: 'email', email_template_id: unknown }] },
    };
    const answers = await all(
      Object.entries(references).map(async ([member, reference]) => {
        const body = { name: implementation.unique(), ...reference };
        return [member, outcome(await implementation.client.send('createCampaign', { id, body }))] as const;
      }),
    );
    observe({ 'campaigns.unknown-references': Object.fromEntries(answers) });
  },
);
