import { variablesInPath } from '../checks/given-ids.ts';
import type { Client } from '../client/client.ts';
import type { Implementation } from '../client/implementation.ts';
import { mediaTypeOf, objectIn } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { FIXTURE_SETTINGS, FIXTURE_VARIABLES } from '../settings/fixtures/fixture-variables.ts';
import type { Fixtures } from '../settings/settings.ts';
import { ENDPOINTS, type Endpoint } from '../specification/endpoints.ts';
import { answered, found, type Tried, tryCall, untried, type Verdict, wrong } from './tried.ts';

/** @param id of the record that was asked for */
type Judge = (exchange: Exchange, id: string) => Verdict;

/** What an answer of this endpoint shows of the record in its path. */
function judgeOf({ response, resources, list: member }: Endpoint): Judge {
  if (response === null) return page;
  return member === null && resources.length > 0 ? record : list(member ?? 'variables');
}

/** Tries each given fixture that a GET can check, all at once. */
export function readFixtures(client: Client, fixtures: Fixtures): Promise<Tried[]> {
  const tries = FIXTURE_SETTINGS.flatMap((setting) => {
    const [variable, id] = [FIXTURE_VARIABLES[setting], fixtures[setting]];
    // Of several reads of a record the first.
    const read = ENDPOINTS.find(({ name, method }) => method === 'GET' && variablesInPath(name).includes(variable));
    if (read === undefined || typeof id !== 'string') return [];
    return [tryCall(client, [variable], read.name, { id }, (exchange) => judgeOf(read)(exchange, id))];
  });
  return Promise.all(tries);
}

function record(exchange: Exchange, id: string): Verdict {
  const other = objectIn(exchange)?.id;
  if (other === id) return found('found');
  return typeof other === 'string' ? wrong(`the answer is another record, ${JSON.stringify(other)}`) : but('is no record');
}

function list(member: string): Judge {
  return (exchange) => {
    const entries = objectIn(exchange)?.[member];
    if (!Array.isArray(entries)) return but(`holds no list \`${member}\``);
    return found(`found, ${member}: ${entries.length === 0 ? 'none, so nothing of them is seen' : entries.length}`);
  };
}

function page({ answer }: Exchange): Verdict {
  const type = answer && mediaTypeOf(answer);
  return type === 'text/html' ? found('found') : but(`is ${type ?? 'nothing'}, not HTML`);
}

/** The id opens a record, so what is wrong with the answer is no fault of the setting. */
function but(answer: string): Verdict {
  return found(`found, but the answer ${answer}: a run will report this`);
}

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
  const variables = ['CES_CUSTOMER_IDS'] as const;
  if (business === null) return { variables, ...wrong('useless without CES_BUSINESS_ID, to which they belong') };
  if (!allowed) return untried(variables, 'only an update would tell');
  const body = { customers: ids.map((id) => ({ id })) };
  return tryCall(client, variables, 'batchUpdateCustomers', { id: business, body }, (exchange) => {
    const all = objectIn(exchange)?.customers;
    const known = new Set((Array.isArray(all) ? all : []).map((customer: { id?: unknown } | null) => customer?.id));
    const missing = ids.filter((id) => !known.has(id)).map((id) => JSON.stringify(id));
    return missing.length === 0 ? found(`found, all ${ids.length}`) : wrong(`not answered: ${missing.join(', ')}`);
  });
}

/** Makes the copy that a run makes anyway. */
async function projectTemplate(implementation: Implementation, allowed: boolean): Promise<Tried> {
  const variables = ['CES_PROJECT_EMAIL_TEMPLATE_ID'] as const;
  if (!allowed) return untried(variables, 'only a copy would tell');
  const copied = answered('copyProjectEmailTemplate', await implementation.example('copyProjectEmailTemplate'), (exchange) =>
    typeof objectIn(exchange)?.id === 'string' ? found('found, and copied') : wrong('the answer is no template'),
  );
  return { variables, ...copied };
}
