import type { Call } from '../../../src/client/call.ts';
import { AskedRequests } from '../../../src/engine/evidence/asked.ts';
import { authorization } from '../../../src/http/authorization.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

/** Requests of a run, a second apart, and who is suspected of what is wrong with the last. */
function askedFor(business: string | null, ...calls: readonly (readonly [EndpointName, Call, status?: number])[]) {
  const asked = new AskedRequests();
  const sent = calls.map(([name, call, status = 200], index) => {
    const one = { ...exchange({ method: 'POST', sent: call.body ?? {}, status }), startedAt: 1000 * index };
    asked.note(name, call, one);
    return one;
  });
  const steps = sent.slice(-1).flatMap((last) => asked.of(last) ?? []);
  const suspects = (expected: readonly string[] = [], mayGuess = true) =>
    asked.suspects(steps, expected, { business, mayGuess }).map((one) => one.exchange);
  return { asked, sent, suspects };
}

const updating = (item: object) => ['batchUpdateCustomers', { id: 'b', body: { customers: [item] } }] as const;

test('a request with wrong credentials is sent again only where such may be sent', () => {
  const call = { id: 'b', body: {} };
  const [guess, bare] = [
    { ...call, authorization: authorization('Basic d3Jvbmc=', 'wrong', '') },
    { ...call, authorization: authorization(null, 'none', '') },
  ];
  const { sent, suspects } = askedFor(null, ['createCampaign', guess, 403], ['createCampaign', bare, 401], ['createCampaign', call]);
  expect(suspects([], false)).toEqual([sent[1]]);
  expect(suspects()).toContain(sent[0]);
});

test('who was sent the value that is missing is likelier to blame than the record itself', () => {
  const address = 'a@example.com';
  const updates = [
    { id: 'cus_7', email_address: address },
    { id: 'cus_8', full_name: 'New' },
    { id: 'cus_8', email_address: address },
  ];
  const { sent, suspects } = askedFor('b', ...updates.map(updating));
  expect(suspects(['"a@example.com"'])[0]).toBe(sent[0]);
});

test('an update of whom the broken expectation names is the likeliest to blame', () => {
  const guilty = ['createCampaign', { id: 'b', body: { customers: [{}] } }] as const;
  const { sent, suspects } = askedFor('b', updating({ id: 'cus_7' }), updating({ id: 'cus_8' }), guilty);
  expect(suspects()[0]).toBe(sent[1]);
  expect(suspects(['"cus_7" among them: a customer of the business'])[0]).toBe(sent[0]);
});

test('what was sent as no client usually does tells where a value came from, and is no suspect', () => {
  const { asked, sent, suspects } = askedFor(null, ['createBusiness', { rawBody: '{"name":"a"}' }], ['createBusiness', { body: {} }]);
  expect(asked.changing).toContain(sent[0]);
  expect(suspects()).toEqual([]);
});
