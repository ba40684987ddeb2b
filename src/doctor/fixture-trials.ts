import { variablesInPath } from '../checks/given-ids.ts';
import { customersIn, type FlagEncoding, flagQuery } from '../client/call.ts';
import type { Client } from '../client/client.ts';
import type { Implementation } from '../client/implementation.ts';
import { mediaTypeOf, objectIn } from '../http/body.ts';
import { type Exchange, isRefusal } from '../http/exchange.ts';
import { FIXTURE_SETTINGS, FIXTURE_VARIABLES } from '../settings/fixtures/fixtures.ts';
import type { Fixtures } from '../settings/settings.ts';
import { ENDPOINTS, type Endpoint } from '../specification/endpoints.ts';
import { answered, ask, type Found, found, type Tried, tryCall, unclear, untried, type Verdict, wrong } from './tried.ts';

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
const but = (answer: string): Verdict => found(`found, but the answer ${answer}: a run will report this`);

/** Tries the fixtures that no GET can check, by the smallest write that can; says that they are untried unless writing is `allowed`. */
export async function tryByWriting(implementation: Implementation, allowed: boolean): Promise<Tried[]> {
  const { businessId, customerIds, projectEmailTemplateId, otherProjectEmailTemplateId, phoneNumberId } = implementation.settings.fixtures;
  return Promise.all([
    ...(customerIds.length === 0 ? [] : [customers(implementation, businessId, customerIds, allowed)]),
    ...(projectEmailTemplateId === null ? [] : [projectTemplate(implementation, allowed)]),
    ...(otherProjectEmailTemplateId === null ? [] : [untried(['CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID'], whyUntried('copy', allowed))]),
    ...(phoneNumberId === null ? [] : [untried(['CES_PHONE_NUMBER_ID'], whyUntried('campaign', allowed))]),
  ]);
}

const whyUntried = (record: string, allowed: boolean) =>
  allowed ? `it would leave one more ${record}; a run tells` : `only a ${record} would tell`;

/** Sends an update that names the customers and changes nothing. */
async function customers({ client }: Implementation, business: string | null, ids: readonly string[], allowed: boolean): Promise<Tried> {
  const variables = ['CES_CUSTOMER_IDS'] as const;
  if (business === null) return { variables, ...wrong('useless without CES_BUSINESS_ID, to which they belong') };
  if (!allowed) return untried(variables, 'only an update would tell');
  const updating = (some: readonly string[]) => ({ id: business, body: { customers: some.map((id) => ({ id })) } });
  const tried = await tryCall(client, variables, 'batchUpdateCustomers', updating(ids), (exchange) => {
    const known = new Set<unknown>(customersIn(objectIn(exchange)).map((customer) => customer.id));
    const missing = ids.filter((id) => !known.has(id)).map((id) => JSON.stringify(id));
    return missing.length === 0 ? found(`found, all ${ids.length}`) : wrong(`not answered: ${missing.join(', ')}`);
  });
  if (tried.read === undefined || !isRefusal(tried.read.exchange) || ids.length === 1) return tried;
  // One unknown id may be why all are refused.
  const refused: string[] = [];
  for (const id of ids) {
    const alone = await ask(client, 'batchUpdateCustomers', updating([id]));
    if (typeof alone !== 'string' && isRefusal(alone.exchange)) refused.push(JSON.stringify(id));
  }
  return refused.length === 0 ? tried : { ...tried, ...wrong(`not found: ${refused.join(', ')}`) };
}

async function projectTemplate(implementation: Implementation, allowed: boolean): Promise<Tried> {
  const variables = ['CES_PROJECT_EMAIL_TEMPLATE_ID'] as const;
  if (!allowed) return untried(variables, 'only a copy would tell');
  const copied = answered('copyProjectEmailTemplate', await implementation.example('copyProjectEmailTemplate'), (exchange) =>
    typeof objectIn(exchange)?.id === 'string' ? found('found, and copied') : wrong('the answer is no template'),
  );
  return { variables, ...copied };
}

/** Likely names of endpoint 14's query parameter: the specification does not show the name (Endpoints, rule 4). */
export const PARAMETERS: readonly string[] =
  'names name flags flag feature_flags feature_flag feature_flag_names feature_flag_name flag_names keys key features feature ids q'.split(
    ' ',
  );

const ENCODINGS: readonly FlagEncoding[] = ['repeat', 'comma', 'brackets', 'json'];

/** Names of the flags in the answer to a query; null if the query did not succeed. */
export type AskFlags = (query: string) => Promise<readonly string[] | null>;
type AskNames = (names: readonly string[]) => ReturnType<AskFlags>;

/** Finds the query parameter, and its encoding, for which endpoint 14 answers exactly the first flag, the second (without one: not `unknown`), and both. Null if there is none. */
export async function findFlagParameter(askQuery: AskFlags, flags: readonly string[], unknown: string) {
  const answers = new Map<string, ReturnType<AskFlags>>();
  const asked = (query: string) => {
    const answer = answers.get(query) ?? askQuery(query);
    answers.set(query, answer);
    return answer;
  };
  for (const parameter of PARAMETERS) {
    for (const encoding of ENCODINGS)
      if (await understands((names) => asked(flagQuery(parameter, names, encoding)), flags, unknown)) return { parameter, encoding };
  }
  return null;
}

async function understands(askNames: AskNames, [first = '', second]: readonly string[], unknown: string): Promise<boolean> {
  const exactly = async (...names: string[]) => {
    const answered = new Set(await askNames(names));
    return answered.size === names.length && names.every((name) => answered.has(name));
  };
  if (!(await exactly(first))) return false;
  if (second === undefined) return !(await askNames([unknown]))?.includes(first);
  return (await exactly(second)) && (await exactly(first, second));
}

const FLAGS = 'CES_FEATURE_FLAGS';
const PARAMETER = 'CES_FEATURE_FLAGS_PARAM';

/** Tries the settings of feature flags. Searches for the query parameter if it is missing or not understood. */
export async function tryFlags(implementation: Implementation, business: string | null): Promise<{ tried: Tried[]; found: Found[] }> {
  const { featureFlags: flags, featureFlagsParam: parameter, featureFlagsEncoding: encoding } = implementation.settings.fixtures;
  const given = [...(flags.length > 0 ? ([FLAGS] as const) : []), ...(parameter === null ? [] : ([PARAMETER] as const))];
  if (flags.length === 0 || business === null) {
    const why = flags.length === 0 ? `${FLAGS} is not set` : 'CES_BUSINESS_ID names no business';
    return { tried: given.length === 0 ? [] : [untried(given, why)], found: [] };
  }
  const askQuery = async (query: string): Promise<readonly string[] | null> => {
    const read = await ask(implementation.client, 'getFeatureFlagStatuses', { id: business, query });
    const statuses = typeof read === 'string' ? null : objectIn(read.exchange)?.feature_flags;
    if (!Array.isArray(statuses)) return null;
    return statuses.map((flag: unknown) => String((flag as { feature_flag_name?: unknown } | null)?.feature_flag_name));
  };
  const unknown = implementation.unique();
  const trial = parameter === null ? null : await tryGiven((names) => askQuery(flagQuery(parameter, names, encoding)), flags, unknown);
  if (trial?.every(({ outcome }) => outcome === 'found')) return { tried: trial, found: [] };
  const search = await findFlagParameter(askQuery, flags, unknown);
  if (search === null) {
    const words = 'found no parameter for which endpoint 14 answers exactly the requested flags';
    return { tried: trial ?? [{ variables: [FLAGS], ...unclear(words) }], found: [] };
  }
  return {
    tried: trial ?? [{ variables: [FLAGS], ...found('found, by a parameter that is not set') }],
    found: [
      ...(search.parameter === parameter ? [] : [{ variable: PARAMETER, value: search.parameter } as const]),
      ...(search.encoding === encoding ? [] : [{ variable: 'CES_FEATURE_FLAGS_ENCODING', value: search.encoding } as const]),
    ],
  };
}

async function tryGiven(askNames: AskNames, flags: readonly string[], unknown: string): Promise<Tried[]> {
  const names = await askNames(flags);
  const missing = flags.filter((flag) => !names?.includes(flag)).map((flag) => JSON.stringify(flag));
  const isUnderstood = await understands(askNames, flags, unknown);
  const lacking = `not answered: ${missing.join(', ')}`;
  const named = missing.length === 0 ? found(`found, all ${flags.length}`) : isUnderstood ? wrong(lacking) : unclear(lacking);
  const parameter = isUnderstood ? found('understood') : wrong('not understood: other flags are answered, or none');
  return [
    { variables: [FLAGS], ...named },
    { variables: [PARAMETER], ...parameter },
  ];
}
