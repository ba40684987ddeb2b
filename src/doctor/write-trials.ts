import type { Implementation } from '../client/implementation.ts';
import { objectIn } from './fixture-reads.ts';
import { answered, type Tried, tryCall, untried } from './tried.ts';

/** Tries the fixtures that no GET can check, by the smallest write that can; says that they are untried unless writing is `allowed`. */
export async function tryByWriting(implementation: Implementation, allowed: boolean): Promise<Tried[]> {
  const { businessId, customerIds, projectEmailTemplateId, otherProjectEmailTemplateId, phoneNumberId } = implementation.settings.fixtures;
  return Promise.all([
    ...(customerIds.length === 0 ? [] : [customers(implementation, businessId, customerIds, allowed)]),
    ...(projectEmailTemplateId === null ? [] : [projectTemplate(implementation, allowed)]),
    ...(otherProjectEmailTemplateId === null ? [] : [untried(['CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID'], 'only a copy would tell')]),
    ...(phoneNumberId === null ? [] : [untried(['CES_PHONE_NUMBER_ID'], 'only a campaign would tell')]),
  ]);
}

/** Sends an update that names the customers and changes nothing. */
async function customers({ client }: Implementation, business: string | null, ids: readonly string[], allowed: boolean): Promise<Tried> {
  if (business === null)
    return { variables: ['CES_CUSTOMER_IDS'], outcome: 'wrong', words: 'useless without CES_BUSINESS_ID, to which they belong' };
  if (!allowed) return untried(['CES_CUSTOMER_IDS'], 'only an update would tell');
  const body = { customers: ids.map((id) => ({ id })) };
  return tryCall(client, ['CES_CUSTOMER_IDS'], 'batchUpdateCustomers', { id: business, body }, (exchange) => {
    const { customers: list } = objectIn(exchange);
    const known = new Set((Array.isArray(list) ? list : []).map((customer: { id?: unknown } | null) => customer?.id));
    const missing = ids.filter((id) => !known.has(id));
    return missing.length === 0
      ? { outcome: 'found', words: `found, all ${ids.length}` }
      : { outcome: 'wrong', words: `not answered: ${missing.map((id) => JSON.stringify(id)).join(', ')}` };
  });
}

/** Makes the copy that a run makes anyway. */
async function projectTemplate(implementation: Implementation, allowed: boolean): Promise<Tried> {
  const variables = ['CES_PROJECT_EMAIL_TEMPLATE_ID'] as const;
  if (!allowed) return untried(variables, 'only a copy would tell');
  return answered(variables, 'copyProjectEmailTemplate', await implementation.example('copyProjectEmailTemplate'), (exchange) =>
    typeof objectIn(exchange).id === 'string'
      ? { outcome: 'found', words: 'found, and copied' }
      : { outcome: 'wrong', words: 'the answer is no template' },
  );
}
