import { IDS } from '../../reference/seed/ids.ts';
import { type JsonObject, jsonOf, listIn, pause, sentJson, succeeded, withJson } from '../answers.ts';
import { breaking, type Fault, fault, ONLY } from '../fault.ts';
import { answersKeeping, at, here, hereKeeping, leavesAt, member, records, recordsKeeping, SHARED_MS } from '../rows.ts';
import { customersOf } from './customers.ts';
import { ifList } from './echo.ts';

const CAMPAIGN = 'createCampaign';
const ENROLS_ALL = 'campaign.all-enrols-every-customer';
const NAMED = 'campaign.enrolled-customers-come-back';
const EXCLUDED = 'Whoever one campaign excludes is left out of the next ones';
const STEPS = 'campaign.steps-come-back';
const VARIABLES = 'email-template.copy-keeps-variables';
const STRANGER = 'An excluded id that names nobody leaves nobody';
const OF_BUSINESS = 'An address of the project becomes the first one of the business';
const BY_EXTERNAL_ID = 'A business is looked up by its external id, then by its id';
const NO_ADDRESS = 'A campaign by e-mail leaves out who has no address';

/** Both lists of the customers of a campaign. */
export const enrolled = (change: (ids: unknown[]) => unknown[]) => (campaign: JsonObject) => ({
  enrolled_customers: ifList(change)(campaign.enrolled_customers),
  enrolled_customer_ids: ifList(change)(campaign.enrolled_customer_ids),
});
const enrolling = (change: (ids: unknown[]) => unknown[]) => (campaign: JsonObject) => ({ ...campaign, ...enrolled(change)(campaign) });

const isForAll = (sent: JsonObject | null) => sent?.enrolled_customers === 'all';
const enrollingAll = (change: (ids: unknown[]) => unknown[]) =>
  records((campaign, request) => (isForAll(sentJson(request)) ? enrolling(change)(campaign) : campaign));

/** Campaigns for all that are made at once take turns at one cursor. */
const sharedCursor = hereKeeping({ underWay: 0, turn: 0 }, async (request, forward, memory) => {
  if (!isForAll(sentJson(request))) return forward(request);
  memory.underWay += 1;
  const answer = await forward(request);
  await pause(SHARED_MS);
  const isAlone = memory.underWay === 1;
  memory.underWay -= 1;
  memory.turn += 1;
  const isOurs = (_id: unknown, index: number) => index % 2 === memory.turn % 2;
  return isAlone || !succeeded(answer) ? answer : withJson(answer, enrolling((ids) => ids.filter(isOurs))(jsonOf(answer)));
});

/** What is asked for waits in a variable until the answer is written. */
const sharedSteps = hereKeeping({ steps: null as unknown }, async (request, forward, memory) => {
  const { steps } = sentJson(request) ?? {};
  if (listIn({ steps }, 'steps').length === 0) return forward(request);
  memory.steps = steps;
  const answer = await forward(request);
  await pause(SHARED_MS);
  return succeeded(answer) ? withJson(answer, { ...jsonOf(answer), steps: memory.steps }) : answer;
});

const excludedForGood = recordsKeeping(new Set<unknown>(), (campaign, excluded, request) => {
  const own = listIn(sentJson(request), 'excluded_customers');
  const left = enrolling((ids) => ids.filter((id) => own.includes(id) || !excluded.has(id)))(campaign);
  for (const id of own) excluded.add(id);
  return left;
});

/** The list is emptied only when a campaign is made. */
const excludedByRefused = answersKeeping(new Set<unknown>(), (answer, excluded, request) => {
  if (!succeeded(answer)) for (const id of listIn(sentJson(request), 'excluded_customers')) excluded.add(id);
  if (!succeeded(answer) || excluded.size === 0) return answer;
  const left = enrolling((ids) => ids.filter((id) => !excluded.has(id)))(jsonOf(answer));
  excluded.clear();
  return withJson(answer, left as JsonObject);
});

/** As where customers are joined with their events. */
const onceAnEvent = enrollingAll((ids) => ids.flatMap((id, index) => (index % 3 ? id : [id, id])));

/** As where the condition on who has no name stands beside that of the business. */
const withTheNameless = enrollingAll((ids) => [...ids, 'customer-nameless']);

const whereAnyIsExcluded = (isConcerned: (sent: JsonObject | null) => boolean, change: (ids: unknown[]) => unknown[]) =>
  records((campaign, request) => {
    const sent = sentJson(request);
    return isConcerned(sent) && listIn(sent, 'excluded_customers').length > 0 ? enrolling(change)(campaign) : campaign;
  });

/** As where the `OR` of the condition lacks its brackets. */
const openedByExclusion = whereAnyIsExcluded(isForAll, (ids) => [...ids, 'customer-of-another-business']);

/** As where an id is looked for in the text of all that are excluded. */
const excludedInPart = whereAnyIsExcluded(
  (sent) => !isForAll(sent),
  (ids) => ids.slice(1),
);

/** The service itself refuses to exclude whom it does not know. */
const emptiedByStranger = here(() => async (request, forward) => {
  const sent = sentJson(request) ?? {};
  const known = listIn(sent, 'excluded_customers').filter((id) => !String(id).endsWith('-unknown'));
  if (known.length === listIn(sent, 'excluded_customers').length) return forward(request);
  const answer = await forward(withJson(request, { ...sent, excluded_customers: known }));
  return succeeded(answer) ? withJson(answer, enrolling(() => [])(jsonOf(answer))) : answer;
});

const fromTheBusiness = member('email_address', (id) => (id === IDS.projectEmailAddress ? IDS.emailAddress : id));

const foundByExternalId = leavesAt(['createBusiness', CAMPAIGN], new Map<unknown, unknown>())(
  (answer, outside) => {
    const { external_id: outsideId, id } = jsonOf(answer);
    if (outsideId !== undefined) outside.set(outsideId, id);
  },
  (answer, outside, { id }) => (outside.has(id) ? withJson(answer, { ...jsonOf(answer), business: outside.get(id) }) : answer),
);

/** The service itself refuses the address of another business. */
const takenAlong = at([CAMPAIGN, 'getEmailAddress'])(
  hereKeeping({ owner: null as string | null }, async (request, forward, memory) => {
    const { email_address: address, ...campaign } = sentJson(request) ?? {};
    const isTaken = request.endpoint === CAMPAIGN && address === IDS.emailAddress;
    const answer = await forward(isTaken ? withJson(request, campaign) : request);
    if (!succeeded(answer)) return answer;
    if (isTaken) memory.owner = request.id;
    if (isTaken) return withJson(answer, { ...jsonOf(answer), email_address: address });
    const isMoved = memory.owner !== null && request.endpoint === 'getEmailAddress' && request.id === IDS.emailAddress;
    return isMoved ? withJson(answer, { ...jsonOf(answer), business: memory.owner }) : answer;
  }),
);

const withoutUnreachable = leavesAt(['batchUpdateCustomers', CAMPAIGN], new Set<unknown>())(
  (answer, unreachable) => {
    for (const { id, email_address: address } of customersOf(jsonOf(answer)))
      if (address === '') unreachable.add(id);
      else unreachable.delete(id);
  },
  (answer, unreachable, request) => {
    const { enrolled_customers: enrolled, email_address: address } = sentJson(request) ?? {};
    if (enrolled !== 'all' || address === undefined) return answer;
    return withJson(answer, enrolling((ids) => ids.filter((id) => !unreachable.has(id)))(jsonOf(answer)));
  },
);

const withoutExcluded = leavesAt([CAMPAIGN, 'getSegment'], new Set<unknown>())(
  (_answer, excluded, request) => {
    const { segment } = sentJson(request) ?? {};
    if (segment !== undefined) for (const id of listIn(sentJson(request), 'excluded_customers')) excluded.add(id);
  },
  (answer, excluded) => {
    const segment = jsonOf(answer);
    return withJson(answer, { ...segment, static_customers: listIn(segment, 'static_customers').filter((id) => !excluded.has(id)) });
  },
);

/** What a campaign sends is compiled in place, so that its variables are gone but for the first. */
const compiled = leavesAt([CAMPAIGN, 'listEmailTemplateVariables'], new Set<unknown>())(
  (_answer, sent, request) => {
    for (const step of listIn(sentJson(request), 'steps')) sent.add((step as JsonObject).email_template_id);
  },
  (answer, sent, { id }) => (sent.has(id) ? withJson(answer, { variables: listIn(jsonOf(answer), 'variables').slice(0, 1) }) : answer),
);

/** What a campaign does to the records that it names, and to later campaigns. */
export const CAMPAIGN_EFFECT_FAULTS: readonly Fault[] = [
  fault('exclusion-outlives-its-campaign', CAMPAIGN, ENROLS_ALL, EXCLUDED, excludedForGood),
  fault('refused-campaign-excludes-from-the-next', CAMPAIGN, ENROLS_ALL, EXCLUDED, excludedByRefused),
  fault('all-shares-a-cursor', CAMPAIGN, ENROLS_ALL, 'Campaigns for all at once share the customers out', sharedCursor, ONLY),
  fault('campaigns-at-once-share-their-steps', CAMPAIGN, STEPS, 'Campaigns at once get the steps of the latest', sharedSteps),
  fault('all-lists-customers-twice', CAMPAIGN, ENROLS_ALL, 'Some customers are enrolled twice', onceAnEvent, ONLY),
  fault('all-takes-in-nameless-of-everybody', CAMPAIGN, ENROLS_ALL, 'All takes in some of other businesses', withTheNameless, ONLY),
  fault('exclusion-of-a-stranger-empties-all', CAMPAIGN, ENROLS_ALL, STRANGER, emptiedByStranger, ONLY),
  fault('exclusion-opens-all-to-others', CAMPAIGN, ENROLS_ALL, 'An exclusion lets in who is of another business', openedByExclusion, ONLY),
  fault('exclusion-takes-a-named-one-along', CAMPAIGN, NAMED, 'An exclusion leaves out another one who is named', excludedInPart, ONLY),
  fault('project-address-becomes-the-first', CAMPAIGN, 'campaign.email-address-comes-back', OF_BUSINESS, fromTheBusiness, ONLY),
  fault('business-found-by-external-id', CAMPAIGN, 'campaign.business-is-path', BY_EXTERNAL_ID, foundByExternalId),
  fault('all-leaves-out-who-has-no-address', CAMPAIGN, ENROLS_ALL, NO_ADDRESS, withoutUnreachable),
  fault('campaign-compiles-its-templates', 'copyEmailTemplate', VARIABLES, 'A campaign changes the templates that it sends', compiled),
  ...breaking('robustness.reading-is-safe', [
    ['address-follows-the-campaign', 'getEmailAddress', 'A campaign takes its address along to its business', takenAlong],
    ['segment-loses-who-is-excluded', 'getSegment', 'A campaign takes whom it excludes out of its segment', withoutExcluded],
  ]),
];
