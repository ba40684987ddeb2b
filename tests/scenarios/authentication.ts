import { orderFindings } from '../../src/checks/answers.ts';
import type { Finding } from '../../src/checks/finding.ts';
import { isObject } from '../../src/checks/json-equality.ts';
import { leakFindings } from '../../src/checks/leaks.ts';
import type { Call } from '../../src/client/client.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { findTracked, type TrackedEvent } from '../../src/client/tracked-event.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import type { CheckContext } from '../../src/engine/scenario.ts';
import { none, WRONG_WAYS } from '../../src/http/authorization.ts';
import { jsonOf, mediaTypeOf } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { customersOf, update } from './batch-update.ts';

const REVEALS = 'authentication.rejection-reveals-nothing';
const IN_ORDER = 'robustness.odd-credentials';
const DOES = 'authentication.rejection-does-nothing';
const OBSERVED = ['credentials.missing', 'credentials.wrong', 'credentials.rejection-body', 'credentials.challenge'];

interface Rejected {
  readonly way: string;
  readonly call: Call;
  readonly exchange: Exchange;
}

/** Every wrong way to fill the Authorization header, each beside its twin: the same request with good credentials, which is accepted. */
export function rejectsWrongCredentials(number: number): void {
  const writes = number in TRACES;
  const requirements = [...WRONG_WAYS.map(({ id }) => `authentication.rejects-${id}`), IN_ORDER, REVEALS, ...(writes ? [DOES] : [])];
  conformance('wrong credentials', { endpoint: number, requirements, observes: OBSERVED }, async (context) => {
    const { implementation, check, record } = context;
    const twin = await implementation.freshExample(number);
    if (!isSuccess(twin))
      throw new NotAssessed(`A rejection proves nothing, since good credentials do not succeed either: ${outcome(twin)}`);
    const rejected = await rejections(context, number);
    for (const { id } of WRONG_WAYS) {
      const own = rejected.find(({ way }) => way === id);
      if (own?.exchange.answer) check(`authentication.rejects-${id}`, acceptanceFindings(own.exchange), twin, own.exchange);
      else if (own) record.notAssessed(`authentication.rejects-${id}`, `Neither accepted nor rejected: ${outcome(own.exchange)}`);
      else record.notAssessed(`authentication.rejects-${id}`, 'These credentials have no such wrong form', ['CES_PASSWORD']);
    }
    const disorderly = rejected.map(({ exchange }) => exchange).filter((exchange) => orderFindings(exchange).length > 0);
    check(IN_ORDER, disorderly.slice(0, 3).flatMap(orderFindings), twin, ...disorderly.slice(0, 3));
    const leaks = rejected.flatMap(({ exchange }) =>
      exchange.answer && !isSuccess(exchange) ? leakFindings({ ...exchange, answer: exchange.answer }, twin) : [],
    );
    if (rejected.every(({ exchange }) => isSuccess(exchange) || exchange.answer === null))
      record.notAssessed(REVEALS, 'Nothing was rejected');
    else
      check(
        REVEALS,
        leaks.slice(0, 3),
        twin,
        ...rejected
          .map(({ exchange }) => exchange)
          .filter((exchange) => !isSuccess(exchange))
          .slice(0, 2),
      );
    observeRejections(context, rejected);
    await TRACES[number]?.(context, rejected);
  });
}

async function rejections({ implementation, all }: CheckContext, number: number): Promise<Rejected[]> {
  const { credentials } = implementation.settings;
  if (credentials === null) throw new Error('A target has credentials.');
  const sent = WRONG_WAYS.map(async ({ id, make }) => {
    const authorization = id === 'missing' ? none : make(credentials.username, credentials.password);
    const { call } = await implementation.once(`accepted call ${number}`, () => implementation.acceptedCall(number));
    const own = OWN_CALLS[number]?.(implementation, call) ?? call;
    return authorization === null
      ? null
      : { way: id, call: own, exchange: await implementation.client.send(number, { ...own, authorization }) };
  });
  return (await all(sent)).filter((attempt) => attempt !== null);
}

/** A rejection is any answer but a 2xx: which one, is the implementation's choice. */
function acceptanceFindings(exchange: Exchange): Finding[] {
  const { shown } = exchange.request.authorization;
  const expected = `a rejection, so no 2xx: the request carries ${shown === 'none' ? 'no credentials' : shown}`;
  return isSuccess(exchange) ? [{ expected, actual: outcome(exchange) }] : [];
}

/** Rejected requests that write must be told apart from each other and from the twin. */
const OWN_CALLS: Readonly<Record<number, (implementation: Implementation, call: Call) => Call>> = {
  3: (implementation, call) => {
    const { customers } = call.body as { customers: { id: string }[] };
    return { ...call, body: { customers: customers.slice(0, 1).map(({ id }) => ({ id, full_name: implementation.unique() })) } };
  },
  18: (implementation, call) => {
    const { event, data } = call.body as { event: string; data: object };
    return { ...call, body: { event, data: { ...data, conformance_marker: implementation.unique() } } };
  },
};

/** Where the API lets us see what a rejected request has done. */
const TRACES: Readonly<Record<number, (context: CheckContext, rejected: readonly Rejected[]) => Promise<void>>> = {
  3: customersUnchanged,
  18: nothingTracked,
};

async function customersUnchanged({ implementation, check }: CheckContext, rejected: readonly Rejected[]): Promise<void> {
  const ways = new Map(
    rejected.map(({ way, call }) => [(call.body as { customers: { full_name: string }[] }).customers[0]?.full_name, way]),
  );
  const [id] = implementation.settings.fixtures.customerIds;
  // Names no full name, so whatever name the answer holds was there before.
  const exchange = await update(implementation, [{ id, metadata: { origin: 'conformance', mark: implementation.unique() } }]);
  const customer = customersOf(exchange).get(id);
  if (!customer || !Object.hasOwn(customer, 'full_name')) throw new NotAssessed('The answer does not hold `full_name`');
  const way = ways.get(String(customer.full_name));
  const findings =
    way === undefined
      ? []
      : [
          {
            pointer: '/customers/0/full_name',
            expected: 'the name from before the rejected updates',
            actual: `the name from the update with wrong credentials (${way})`,
          },
        ];
  check(DOES, findings, ...rejected.map((attempt) => attempt.exchange).slice(0, 3), exchange);
}

async function nothingTracked({ implementation, check }: CheckContext, rejected: readonly Rejected[]): Promise<void> {
  const { call, exchange } = await implementation.acceptedCall(18);
  const tracked = (own: Call, answer: Exchange): TrackedEvent => {
    const body = own.body as { event: string; data: { conformance_marker: string } };
    return { business: own.id ?? '', marker: body.data.conformance_marker, body, exchange: answer };
  };
  // Tracked later than the rejected ones, so once it is found they would be too.
  const deadline = Date.now() + implementation.settings.tracking.resolutionTimeoutMs;
  const later = await findTracked(implementation, tracked(call, exchange), deadline);
  if (later === null) throw new NotAssessed('An event tracked with good credentials was not found, so nothing can be said of the others');
  const findings = await Promise.all(
    rejected.map(async ({ way, call: own, exchange: rejection }) => {
      const id = await findTracked(implementation, tracked(own, rejection), 0);
      return id === null ? [] : [{ expected: 'no event', actual: `the event ${id}, tracked with wrong credentials (${way})` }];
    }),
  );
  check(DOES, findings.flat(), ...rejected.map((attempt) => attempt.exchange).slice(0, 3));
}

function observeRejections({ observe }: CheckContext, rejected: readonly Rejected[]): void {
  const missing = rejected.find(({ way }) => way === 'missing')?.exchange.answer;
  const wrong = rejected.find(({ way }) => way === 'wrong-password')?.exchange.answer;
  observe('credentials.wrong', wrong?.status ?? null);
  if (!missing) return;
  observe('credentials.missing', missing.status);
  observe('credentials.challenge', missing.headers['www-authenticate'] ?? null);
  const json = jsonOf(missing);
  observe('credentials.rejection-body', {
    mediaType: mediaTypeOf(missing),
    members: 'value' in json && isObject(json.value) ? Object.keys(json.value) : null,
  });
}
