import { expect } from '@playwright/test';
import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import { test } from './support/service.ts';
import { BUSINESS, track } from './support/tracking.ts';

/** Members as JSON text: what a JavaScript object could not spell is written out. */
const KEPT: [string, string][] = [
  ['empty key', '"":1'],
  ['__proto__', '"__proto__":{"a":1}'],
  ['constructor', '"constructor":{"prototype":{"a":1}}'],
  ['names of methods', '"toString":"x","hasOwnProperty":null,"toJSON":"y"'],
  ['lone surrogates', '"\\ud800":"\\udfff"'],
  ['NUL', '"a\\u0000b":"\\u0000"'],
  ['largest and smallest numbers', '"max":1.7976931348623157e+308,"min":5e-324,"safe":9007199254740991,"low":-9007199254740991'],
  ['long fractions', '"a":0.1234567890123456,"b":123456789.12345679,"c":1e+21,"d":1e-7'],
  ['large whole numbers as JavaScript writes them', '"a":1152921504606847000,"b":100000000000000000000'],
  ['line separators', '"a":"\\u2028\\u2029\\r\\n\\t\\b\\f"'],
  ['beyond the basic plane', '"😀":"👩‍👩‍👧"'],
  ['different normal forms', '"\\u00e9":1,"e\\u0301":2'],
  ['keys like indices', '"10":1,"9":2,"-1":3'],
  ['nested', '"a":[[[[{}]]],[],{"b":[null,true,false]}]'],
  ['text that looks like JSON', '"a":"{\\"b\\":1e999}","c":"[[[["'],
  ['500 levels', `"a":${'['.repeat(500)}${']'.repeat(500)}`],
  ['100,000 characters', `"a":"${'é'.repeat(100_000)}"`],
];

for (const [title, members] of KEPT) {
  test(`kept exactly: ${title}`, async ({ service }) => {
    const sent = `{${members}}`;
    const canonical = JSON.stringify(JSON.parse(sent));

    const business = await service.call('/businesses', { body: `{"metadata":${sent}}` });
    expect(business.text).toContain(`"metadata":${canonical}`);

    const campaign = await service.call(`${BUSINESS}/campaigns`, {
      body: `{"metadata":${sent},"steps":[{"type":"other","more":${sent}}]}`,
    });
    expect(campaign.text).toContain(`"metadata":${canonical}`);
    expect(campaign.text).toContain(`"more":${canonical}`);

    expect((await service.call(`${BUSINESS}/track`, { body: `{"event":"a","data":{"${MARKER_MEMBER}":"m","data":${sent}}}` })).status).toBe(
      200,
    );
    const { id } = (await service.call('/conformance/events?marker=m')).json() as { id: string };
    expect((await service.call(`/events/${id}`)).text).toContain(`"data":${canonical}`);

    const batch = `{"customers":[{"id":"cus_ada","metadata":{"kept":${sent}}}]}`;
    await service.call(`${BUSINESS}/customers/batch_update`, { body: batch });
    const again = await service.call(`${BUSINESS}/customers/batch_update`, { body: '{"customers":[{"id":"cus_ada"}]}' });
    expect(again.text).toContain(`"kept":${canonical}`);
  });
}

const SPELLINGS: [string, number][] = [
  ['1.50', 1.5],
  ['15e-1', 1.5],
  ['100', 100],
  ['1E2', 100],
  ['0.000', 0],
  ['0e999', 0],
  ['1000000000000000000000', 1e21],
  ['0.00000000000000000001', 1e-20],
];

for (const [written, value] of SPELLINGS) {
  test(`the number ${written} is accepted`, async ({ service }) => {
    expect((await service.call('/businesses', { body: `{"metadata":{"n":${written}}}` })).json()).toMatchObject({ metadata: { n: value } });
  });
}

for (const written of [
  '1e309',
  '-1e309',
  '9007199254740993',
  '0.12345678901234567890',
  '1e-400',
  `1${'0'.repeat(400)}`,
  '1e99999999999999999999',
]) {
  test(`the number ${written.slice(0, 30)} would be damaged and is refused`, async ({ service }) => {
    const reply = await service.call('/businesses', { body: `{"metadata":{"n":${written}}}` });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('IEEE 754');
  });
}

test('event names are kept exactly', async ({ service }) => {
  const name = '\u0000 \ud800 é 😀 __proto__';
  const body = { event: name, data: { [MARKER_MEMBER]: 'name' } };
  await service.call(`${BUSINESS}/track`, { body });
  const { id } = (await service.call('/conformance/events?marker=name')).json() as { id: string };
  expect((await service.call(`/events/${id}`)).json()).toMatchObject({ name });
  expect(await track(service, 'other')).not.toBe(id);
});
