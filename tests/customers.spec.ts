import { echoFindings, type Likeness, memberPointer } from '../src/checks/echo.ts';
import { type Finding, show } from '../src/checks/finding.ts';
import { differencesAsSets } from '../src/checks/json-equality.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from '../src/client/canonical.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented } from './scenarios/answers.ts';
import { rejectsWrongCredentials } from './scenarios/authentication.ts';
import {
  answeredCustomers,
  type CustomerUpdate,
  customersOf,
  ids,
  ownedCustomers,
  typicalUpdates,
  update,
} from './scenarios/batch-update.ts';
import { updatesAtOnce } from './scenarios/customer-concurrency.ts';
import { anyUpdateComesBack } from './scenarios/customer-properties.ts';
import { exampleRecords } from './scenarios/records.ts';
import { staysInOrder } from './scenarios/robustness.ts';
import { holdsInAnyOrder } from './scenarios/sequences.ts';

const COMES_BACK: Readonly<Record<string, [string, Likeness]>> = {
  full_name: ['customer.full-name-comes-back', 'json'],
  phone_number: ['customer.phone-number-comes-back', 'json'],
  email_address: ['customer.email-address-comes-back', 'json'],
  metadata: ['customer.metadata-comes-back', 'members'],
};

answersAsDocumented(3);

for (const [member, [requirement, likeness]] of Object.entries(COMES_BACK)) {
  conformance(`\`${member}\` comes back`, { endpoint: 3, requirements: [requirement] }, async ({ implementation, check }) => {
    const typical = await typicalUpdates(implementation);
    const updates = typical.map((customer) => ({ id: customer.id, [member]: customer[member] }));
    const exchange = await update(implementation, updates);
    const answered = answeredCustomers(exchange);
    const findings = updates.flatMap((sent) => {
      const index = answered.findIndex(({ id }) => id === sent.id);
      const customer = answered[index];
      return customer && Object.hasOwn(customer, member)
        ? echoFindings(likeness, sent[member], customer[member], memberPointer(member, `/customers/${index}`))
        : [];
    });
    if (!answered.some((customer) => Object.hasOwn(customer, member))) throw new NotAssessed(`The answer does not hold \`${member}\``);
    check(requirement, findings, exchange);
  });
}

/** Batches beyond this size try an implementation's limits, which are not shown, rather than its care. */
const LARGEST_BATCH = 6;

conformance(
  'the customers that were updated are answered, in batches of any size and order',
  {
    endpoint: 3,
    requirements: ['customer.answered-are-asked', 'customer.full-name-comes-back'],
    observes: ['customers.unsubscribed-values'],
  },
  async ({ implementation, check, record, observe }) => {
    const owned = ownedCustomers(implementation).slice(0, LARGEST_BATCH);
    const typical = await exampleRecords(implementation, 3);
    const values = new Set(typical.map(({ unsubscribed }) => unsubscribed).filter((value) => value !== undefined));
    observe('customers.unsubscribed-values', [...values]);
    const sizes = owned.map((_, index) => owned.slice(0, index + 1));
    // Backwards too: what is matched by position, or sorted on the way, goes to somebody else.
    const batches = [...sizes, ...sizes.slice(1).map((batch) => batch.toReversed())].map((batch) =>
      batch.map((id) => ({ id, full_name: implementation.unique() })),
    );
    const accepted = [];
    for (const batch of batches) {
      const exchange = await update(implementation, batch);
      if (isSuccess(exchange)) accepted.push({ batch, exchange, answered: answeredCustomers(exchange) });
    }
    if (accepted.length === 0) throw new NotAssessed('No batch was accepted');
    const exchanges = accepted.map(({ exchange }) => exchange);
    const members = accepted.map(({ batch, exchange, answered }) => ({ exchange, findings: memberFindings(ids(batch), ids(answered)) }));
    check('customer.answered-are-asked', ...firstBroken(members, exchanges));
    const names = accepted.map(({ batch, exchange, answered }) => ({ exchange, findings: nameFindings(batch, answered) }));
    if (!accepted.some(({ answered }) => answered.some((customer) => Object.hasOwn(customer, 'full_name'))))
      record.notAssessed('customer.full-name-comes-back', 'The answers do not hold `full_name`');
    else check('customer.full-name-comes-back', ...firstBroken(names, exchanges));
  },
);

function memberFindings(asked: readonly unknown[], answered: readonly unknown[]): Finding[] {
  const twice =
    answered.length > new Set(answered).size ? [{ pointer: '/customers', expected: 'each customer once', actual: show(answered) }] : [];
  return [...differencesAsSets(asked.map(String), answered, '/customers/*/id'), ...twice];
}

function nameFindings(batch: readonly CustomerUpdate[], answered: readonly CustomerUpdate[]): Finding[] {
  return answered.flatMap((customer, index) => {
    const sent = batch.find(({ id }) => id === customer.id);
    return sent && Object.hasOwn(customer, 'full_name')
      ? echoFindings('json', sent.full_name, customer.full_name, `/customers/${index}/full_name`)
      : [];
  });
}

/** Findings of the first exchange that has some, and that exchange; all exchanges where none has. */
function firstBroken(
  judged: readonly { readonly exchange: Exchange; readonly findings: Finding[] }[],
  all: readonly Exchange[],
): [Finding[], ...Exchange[]] {
  const broken = judged.find(({ findings }) => findings.length > 0);
  return broken ? [broken.findings, broken.exchange] : [[], ...all];
}

const persistence = {
  endpoint: 3,
  requirements: ['customer.update-is-kept', 'customer.update-leaves-other-fields', 'customer.update-leaves-other-customers'],
};

/** Members that nothing but an update of themselves changes. */
const UNTOUCHED = ['email_address', 'phone_number', 'external_id', 'unsubscribed'];

conformance('an update is kept, and is all that changes', persistence, async ({ implementation, check, record }) => {
  const [id = '', other] = ownedCustomers(implementation);
  const exchanges: Exchange[] = [];
  const after = async (customer: string, members: CustomerUpdate) => {
    const exchange = await update(implementation, [{ id: customer, ...members }]);
    exchanges.push(exchange);
    return customersOf(exchange).get(customer) ?? {};
  };
  const marked = (mark: string, number: number) => ({
    full_name: mark,
    email_address: canonicalEmailAddress(mark),
    phone_number: canonicalPhoneNumber(number),
    metadata: { origin: 'conformance', mark },
  });
  const before = await after(id, marked(implementation.unique(), 901));
  const bystander = other === undefined ? null : await after(other, marked(implementation.unique(), 902));
  // Touches nothing but the full name; then nothing but the metadata: each time the rest has to stay.
  const renamed = implementation.unique();
  const afterName = await after(id, { full_name: renamed });
  const afterMetadata = await after(id, { metadata: { origin: 'conformance', mark: renamed } });

  const kept = held(afterMetadata, 'full_name', renamed);
  if (kept === null) record.notAssessed('customer.update-is-kept', 'A later answer does not hold `full_name`');
  else check('customer.update-is-kept', kept, ...exchanges);

  const untouched = [
    ...UNTOUCHED.filter((member) => Object.hasOwn(before, member)).map((member) => held(afterMetadata, member, before[member])),
    Object.hasOwn(before, 'metadata') ? held(afterName, 'metadata', before.metadata) : null,
  ].filter((findings) => findings !== null);
  if (untouched.length === 0) record.notAssessed('customer.update-leaves-other-fields', 'The answers hold no field that was left alone');
  else check('customer.update-leaves-other-fields', untouched.flat(), ...exchanges);

  if (other === undefined || bystander === null) throw new NotAssessed('Only one customer may be updated', ['CES_CUSTOMER_IDS']);
  const later = await after(other, { metadata: { origin: 'conformance', mark: renamed } });
  const still = ['full_name', ...UNTOUCHED]
    .filter((member) => Object.hasOwn(bystander, member))
    .map((member) => held(later, member, bystander[member]))
    .filter((findings) => findings !== null);
  if (still.length === 0) throw new NotAssessed('The answers hold no field of the other customer');
  check('customer.update-leaves-other-customers', still.flat(), ...exchanges);
});

/** Findings where a customer's member is not what it was; null where the answer does not hold it. */
function held(customer: Readonly<Record<string, unknown>>, member: string, expected: unknown): Finding[] | null {
  if (!Object.hasOwn(customer, member)) return null;
  return echoFindings('json', expected, customer[member], memberPointer(member, '/customers/0'));
}

anyUpdateComesBack(COMES_BACK);
updatesAtOnce();
holdsInAnyOrder();
rejectsWrongCredentials(3);
staysInOrder(3);

const questions = {
  endpoint: 3,
  requirements: ['customer.answered-are-asked'],
  observes: ['customers.metadata-update', 'customers.unknown-in-batch', 'customers.item-without-id', 'customers.empty-batch'],
};

conformance('what a batch may hold', questions, async ({ implementation, check, observe }) => {
  const [id] = ownedCustomers(implementation);
  const known = String(id);
  await update(implementation, [{ id: known, metadata: { first: 1, second: 2 } }]);
  const second = await update(implementation, [{ id: known, metadata: { second: 3 } }]);
  const metadata = customersOf(second).get(known)?.metadata as Record<string, unknown> | undefined;
  if (metadata) observe('customers.metadata-update', Object.hasOwn(metadata, 'first') ? 'merged' : 'replaced');

  const name = implementation.unique();
  const unknown = await update(implementation, [
    { id: known, full_name: name },
    { id: `${name}-unknown`, full_name: name },
  ]);
  observe(
    'customers.unknown-in-batch',
    isSuccess(unknown) ? { status: unknown.answer.status, answered: ids(answeredCustomers(unknown)).length } : outcome(unknown),
  );
  const nameless = await update(implementation, [{ full_name: name }]);
  observe('customers.item-without-id', outcome(nameless));
  const empty = await update(implementation, []);
  observe('customers.empty-batch', outcome(empty));
  // Whatever the status: an answer of success must not list customers that the request did not name.
  const findings = [
    { asked: [known], exchange: unknown },
    { asked: [], exchange: nameless },
    { asked: [], exchange: empty },
  ].flatMap(({ asked, exchange }) => {
    const strangers = isSuccess(exchange)
      ? ids(answeredCustomers(exchange)).filter((customer) => !(asked as unknown[]).includes(customer) && customer !== `${name}-unknown`)
      : [];
    return strangers.length > 0 ? [{ pointer: '/customers', expected: `nobody but ${show(asked)}`, actual: show(strangers) }] : [];
  });
  check('customer.answered-are-asked', findings, unknown, nameless, empty);
});
