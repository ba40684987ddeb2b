import { AskedRequests } from '../../../src/engine/evidence/asked.ts';
import { authorization } from '../../../src/http/authorization.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const WRONG = authorization('Basic d3Jvbmc=', 'wrong', '');
const NONE = authorization(null, 'none', '');

test('a request with wrong credentials is sent again only where such may be sent', () => {
  const asked = new AskedRequests();
  const [guess, bare, guilty] = [WRONG, NONE, null].map((given, index) => {
    const call = { id: 'b', body: {}, ...(given && { authorization: given }) };
    const sent = { ...exchange({ method: 'POST', sent: {}, status: [403, 401, 200][index] ?? 200 }), startedAt: 1000 * index };
    asked.note('createCampaign', call, sent);
    return sent;
  });
  const step = guilty && asked.of(guilty);
  const suspects = (mayGuess: boolean) => asked.suspects(step ? [step] : [], [], { business: null, mayGuess }).map((one) => one.exchange);
  expect(suspects(false)).toEqual([bare]);
  expect(suspects(true)).toContain(guess);
});

test('who was sent the value that is missing is likelier to blame than the record itself', () => {
  const asked = new AskedRequests();
  const address = 'a@example.com';
  const items = [
    { id: 'cus_7', email_address: address },
    { id: 'cus_8', full_name: 'New' },
    { id: 'cus_8', email_address: address },
  ];
  const sent = items.map((item, index) => {
    const call = { id: 'b', body: { customers: [item] } };
    const exchanged = { ...exchange({ method: 'POST', sent: call.body }), startedAt: 1000 * index };
    asked.note('batchUpdateCustomers', call, exchanged);
    return exchanged;
  });
  const step = asked.of(sent[2] ?? exchange());
  const [first] = asked.suspects(step ? [step] : [], ['"a@example.com"'], { business: 'b', mayGuess: true });
  expect(first?.exchange).toBe(sent[0]);
});

test('an update of whom the broken expectation names is the likeliest to blame', () => {
  const asked = new AskedRequests();
  const calls = [{ id: 'cus_7' }, { id: 'cus_8' }, {}].map((item, index) => {
    const call = { id: 'b', body: { customers: [item] } };
    const sent = { ...exchange({ method: 'POST', sent: call.body }), startedAt: 1000 * index };
    asked.note(index === 2 ? 'createCampaign' : 'batchUpdateCustomers', call, sent);
    return sent;
  });
  const step = asked.of(calls[2] ?? exchange());
  const first = (expected: readonly string[]) =>
    asked.suspects(step ? [step] : [], expected, { business: 'b', mayGuess: true })[0]?.exchange;
  expect(first([])).toBe(calls[1]);
  expect(first(['"cus_7" among them: a customer of the business'])).toBe(calls[0]);
});

test('what was sent as no client usually does tells where a value came from, and is no suspect', () => {
  const asked = new AskedRequests();
  const [odd, guilty] = [{ rawBody: '{"name":"a"}' }, { body: {} }].map((call, index) => {
    const sent = { ...exchange({ method: 'POST', sent: {} }), startedAt: 1000 * index };
    asked.note('createBusiness', call, sent);
    return sent;
  });
  const step = guilty && asked.of(guilty);
  expect(asked.changing).toContain(odd);
  expect(asked.suspects(step ? [step] : [], [], { business: null, mayGuess: true })).toEqual([]);
});
