import { type Finding, show } from '../src/checks/finding.ts';
import { distinctIdFindings, pathFindings } from '../src/checks/identity.ts';
import { differences } from '../src/checks/json-equality.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';
import { exampleRecords, recordOf } from './scenarios/records.ts';

for (const number of [9, 10, 11]) {
  answersAsDocumented(number);
  isSafeToRead(number);
}
identifiesItself(10);
identifiesItself(11);

conformance(
  'the list is of the business in the path',
  { endpoint: 9, requirements: ['email-address.business-is-path', 'record.ids-are-distinct'] },
  async ({ implementation, check, record }) => {
    const addresses = await exampleRecords(implementation, 9);
    const exchange = await implementation.example(9);
    const business = await implementation.businessId();
    if (addresses.length === 0) throw new NotAssessed('The business has no connected e-mail addresses', ['CES_BUSINESS_ID']);
    // An address of the whole project has no business to name.
    const owned = addresses.filter((address) => typeof address.business === 'string' && address.business !== '');
    if (owned.length === 0) record.notAssessed('email-address.business-is-path', 'No listed address holds `business`');
    else
      check(
        'email-address.business-is-path',
        owned.flatMap((address) => pathFindings(address, 'business', business)),
        exchange,
      );
    if (addresses.length < 2)
      record.notAssessed('record.ids-are-distinct', 'The business has only one connected e-mail address', ['CES_BUSINESS_ID']);
    else check('record.ids-are-distinct', distinctIdFindings(addresses, '/email_addresses'), exchange);
  },
);

conformance(
  'what is listed can be read',
  { endpoint: 11, requirements: ['email-address.list-agrees-with-record'] },
  async ({ implementation, check }) => {
    const listed = (await exampleRecords(implementation, 9)).slice(0, 5);
    if (listed.length === 0) throw new NotAssessed('The business has no connected e-mail addresses', ['CES_BUSINESS_ID']);
    const reads = await Promise.all(listed.map((address) => implementation.client.send(11, { id: String(address.id) })));
    const findings = reads.flatMap((exchange, index) => {
      const expected = listed[index] ?? {};
      if (exchange.answer?.status !== 200)
        return [{ expected: `the address ${show(expected.id)}, which endpoint 9 lists`, actual: outcome(exchange) }];
      return sharedDifferences(expected, recordOf(exchange));
    });
    check('email-address.list-agrees-with-record', findings, await implementation.example(9), ...reads);
  },
);

const MEMBERS = ['id', 'email_address', 'display_name', 'reply_to', 'business', 'one_off', 'custom_domain'];

/** A list may show less of a record than the record itself, or more; what both show has to agree. */
function sharedDifferences(listed: Readonly<Record<string, unknown>>, read: Readonly<Record<string, unknown>>): Finding[] {
  return MEMBERS.filter((member) => Object.hasOwn(listed, member) && Object.hasOwn(read, member)).flatMap((member) =>
    differences(listed[member], read[member], `/${member}`),
  );
}
