import { AS_LISTED } from '../src/checks/run-history.ts';
import { askedIdDeviations, type Deviation, differences, distinctIdDeviations, foundIn, show } from './judging.ts';
import { type Exchange, type Implementation, isSuccess, outcome } from './library.ts';
import { campaignLeavesAsItIs } from './scenarios/campaigns.ts';
import { addressesAreOfTheirBusiness, foreignAddressDeviations, isOwned } from './scenarios/two-businesses.ts';
import { usualOf } from './scenarios/usual.ts';
import { exampleRecord, exampleRecords, ifPossible, NotAssessed, recordOf, scenario, test } from './suite.ts';

for (const name of ['listEmailAddresses', 'getProjectEmailAddress', 'getEmailAddress'] as const)
  for (const [claim, covered] of usualOf(name)) test(`${name}: ${claim}`, covered);

// Both kinds of addresses have one shape, and an endpoint each.
for (const [name, otherKind, otherId] of [
  ['getProjectEmailAddress', 'a connected address', (implementation: Implementation) => ifPossible(implementation.emailAddressId())],
  ['getEmailAddress', 'an address of the project', ({ settings }: Implementation) => settings.fixtures.projectEmailAddressId],
] as const)
  test(
    `${name}: ${otherKind} is answered`,
    scenario(name, ['record.id-is-asked-id', 'addresses.of-the-other-kind'], { optional: true }, async (context) => {
      const { implementation, check, observe } = context;
      const id = await otherId(implementation);
      // Another check asks for an address of this kind, so nothing stays open.
      if (id === null) throw new NotAssessed('No address of the other kind is known');
      const exchange = await implementation.client.send(name, { id });
      observe({ 'addresses.of-the-other-kind': outcome(exchange) });
      // What a service answers to an unknown id is not shown: without an id of its own it is no record.
      const record = isSuccess(exchange) ? recordOf(exchange) : {};
      check({ 'record.id-is-asked-id': record.id === undefined ? [] : foundIn(exchange, askedIdDeviations(record, id)) }, exchange);
    }),
  );

test('the addresses of two businesses are their own, in turn and at once', addressesAreOfTheirBusiness);

test(
  'the listed addresses are different ones, and of the business in the path',
  scenario('listEmailAddresses', ['email-address.business-is-path', 'record.ids-are-distinct'], async (context) => {
    const { implementation, check, notAssessed } = context;
    const addresses = await exampleRecords(implementation, 'listEmailAddresses');
    const exchange = await implementation.example('listEmailAddresses');
    const business = await implementation.businessId();
    if (addresses.length === 0) throw new NotAssessed('The business has no connected e-mail addresses', ['CES_BUSINESS_ID']);
    const foreign = await foreignAddressDeviations(implementation, business, exchange);
    if (addresses.some(isOwned)) check({ 'email-address.business-is-path': foreign }, exchange);
    else notAssessed('email-address.business-is-path', 'No listed address holds `business`');
    if (addresses.length > 1) check({ 'record.ids-are-distinct': distinctIdDeviations(addresses, '/email_addresses') }, exchange);
    else notAssessed('record.ids-are-distinct', 'The business has only one connected e-mail address', ['CES_BUSINESS_ID']);
  }),
);

test(
  'the list holds the connected address that says it is of this business',
  scenario('listEmailAddresses', 'robustness.list-holds-what-belongs', async ({ implementation, check }) => {
    const business = await implementation.businessId();
    const shown = await implementation.example('getEmailAddress');
    const { id, business: owner, one_off } = await exampleRecord(implementation, 'getEmailAddress');
    if (owner !== business)
      throw new NotAssessed('The connected address does not say that it is of this business', ['CES_EMAIL_ADDRESS_ID']);
    if (one_off === true)
      throw new NotAssessed('The connected address is for one use, and such need not be listed', ['CES_EMAIL_ADDRESS_ID']);
    const list = await implementation.example('listEmailAddresses');
    const listed = await exampleRecords(implementation, 'listEmailAddresses');
    const isListed = listed.some((address) => address.id === id);
    const expected = `${show(id)} among the addresses of ${show(business)}`;
    const missing = foundIn(list, [{ pointer: '/email_addresses', expected, actual: `${listed.length} others` }]);
    check({ 'robustness.list-holds-what-belongs': isListed ? [] : missing }, shown, list);
  }),
);

test(
  'a campaign of another business leaves an address where it is',
  campaignLeavesAsItIs('getEmailAddress', 'business', async (implementation, { id }) => {
    const { id: business } = await exampleRecord(implementation, 'createBusiness');
    return { id: String(business), body: { email_address: id } };
  }),
);

test(
  'a listed address can be read, and is the same then',
  scenario('getEmailAddress', 'email-address.list-agrees-with-record', async ({ implementation, check }) => {
    const listed = (await exampleRecords(implementation, 'listEmailAddresses')).slice(0, 5);
    if (listed.length === 0) throw new NotAssessed('The business has no connected e-mail addresses', ['CES_BUSINESS_ID']);
    const reads = await Promise.all(listed.map(({ id }) => readListed(implementation, String(id))));
    const deviations = reads.flatMap((exchange, index) => foundIn(exchange, agreementDeviations(listed[index] ?? {}, exchange)));
    const exchanges = [await implementation.example('listEmailAddresses'), ...reads];
    const contrast = AS_LISTED;
    check({ 'email-address.list-agrees-with-record': { deviations, exchanges, ...(deviations.length > 0 && { contrast }) } });
  }),
);

/** The list may hold addresses of the project, which only endpoint 10 knows (docs/reading-rules.md, rule 13). */
async function readListed({ client }: Implementation, id: string): Promise<Exchange> {
  const exchange = await client.send('getEmailAddress', { id });
  const ofProject = isSuccess(exchange) ? null : await client.send('getProjectEmailAddress', { id });
  return ofProject !== null && isSuccess(ofProject) ? ofProject : exchange;
}

const MEMBERS = ['id', 'email_address', 'display_name', 'reply_to', 'business', 'one_off', 'custom_domain'];

/** A list may show less of a record than the record itself, or more; what both show has to agree. */
function agreementDeviations(listed: Readonly<Record<string, unknown>>, exchange: Exchange): Deviation[] {
  if (exchange.answer?.status !== 200)
    return [{ expected: `the address ${show(listed.id)}, which endpoint 9 lists`, actual: outcome(exchange) }];
  const read = recordOf(exchange);
  const shared = MEMBERS.filter((member) => Object.hasOwn(listed, member) && Object.hasOwn(read, member));
  return shared.flatMap((member) => differences(listed[member], read[member], `/${member}`));
}
