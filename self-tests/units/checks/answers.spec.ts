import {
  byteOrderMarkFindings,
  excessFindings,
  htmlFindings,
  jsonFindings,
  jsonValue,
  mediaTypeFindings,
  orderFindings,
  statusFindings,
} from '../../../src/checks/answers.ts';
import { countFindings, integerForm } from '../../../src/checks/counts.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from './exchanges.ts';

for (const [name, status, holds] of [
  ['getEvent', 200, true],
  ['getEvent', 201, false],
  ['getEvent', 204, false],
  ['createBusiness', 201, false],
  ['createCampaign', 200, true],
  ['copyProjectEmailTemplate', 201, true],
  ['copyEmailTemplate', 202, true],
  ['createCampaign', 300, false],
  ['createCampaign', 199, false],
  ['copyProjectEmailTemplate', 400, false],
  ['copyEmailTemplate', 500, false],
] as const)
  test(`status ${status} of ${name} ${holds ? 'is' : 'is no'} success`, () =>
    expect(statusFindings(exchange({ status }), name)).toEqual(
      holds
        ? []
        : [{ expected: name === 'getEvent' || name === 'createBusiness' ? 'status 200' : 'a 2xx status', actual: `status ${status}` }],
    ));

test('no answer is no success, and no order', () => {
  const actual = 'no answer (timeout): the request failed: timeout';
  expect(statusFindings(failed(), 'getEvent')).toEqual([{ expected: 'status 200', actual }]);
  expect(orderFindings(failed())).toEqual([{ expected: 'an answer below 500', actual }]);
});

for (const [type, holds] of [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON;charset=UTF-8', true],
  [' application/json ', true],
  ['application/problem+json', false],
  ['text/json', false],
  ['', false],
  [null, false],
] as const)
  test(`content-type ${JSON.stringify(type)} ${holds ? 'is' : 'is not'} JSON's`, () => {
    const answered = exchange({ headers: type === null ? {} : { 'content-type': type } });
    expect(mediaTypeFindings(answered, 'application/json')).toHaveLength(holds ? 0 : 1);
  });

for (const [what, body, holds] of [
  ['markup', '<p>Hello</p>', true],
  ['a document', '<!doctype html><title>x</title>', true],
  ['plain words', 'Hello, your order is on its way', true],
  ['a number', '42', true],
  ['a text in quotes', '"Hello"', true],
  ['a text in quotes with a sign of comparison', '"5 < 6"', true],
  ['words that look like an object', '{"table": 4, "name": null}', true],
  ['words that look like a list', '["Hello"]', true],
  ['a JSON string of markup', '"<p>Hello</p>"', false],
  ['a JSON object', { html: '<p>Hello</p>' }, false],
  ['a JSON list', ['<p>Hello</p>'], false],
  ['null', 'null', true],
  ['not UTF-8', Uint8Array.of(0x3c, 0x70, 0x3e, 0xff), false],
] as const)
  test(`${what} ${holds ? 'can' : 'cannot'} be a preview`, () => expect(htmlFindings(exchange({ body }))).toHaveLength(holds ? 0 : 1));

test('an empty preview is left open: its template may be empty', () => {
  for (const body of ['', ' \n']) expect(() => htmlFindings(exchange({ body }))).toThrow('The preview is empty');
});

for (const [what, body, holds] of [
  ['an object', '{}', true],
  ['a bare value', '5', true],
  ['blanks around', ' {} \n', true],
  ['a byte order mark', '\uFEFF{}', true],
  ['nothing', '', false],
  ['half an object', '{"a":', false],
  ['HTML', '<p></p>', false],
  ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), false],
] as const)
  test(`${what} ${holds ? 'is' : 'is not'} JSON`, () => {
    expect(jsonFindings(exchange({ body }))).toHaveLength(holds ? 0 : 1);
    if (!holds) expect(() => jsonValue(exchange({ body }))).toThrow(NotAssessed);
  });

test('JSON that nests deeper than is read is not assessed: a reader may have a limit, and the target need not know it', () => {
  const deep = exchange({ body: `${'['.repeat(5000)}${']'.repeat(5000)}` });
  expect(() => jsonFindings(deep)).toThrow(NotAssessed);
  expect(() => jsonValue(deep)).toThrow(/not read: the body nests deeper/);
});

test('what no client can be expected to read is a finding of its own; what merely this suite does not read is none', () => {
  const nested = (depth: number) => exchange({ body: `${'['.repeat(depth)}${']'.repeat(depth)}` });
  expect([exchange(), nested(99_999), failed('unread'), failed('reset')].flatMap(excessFindings)).toEqual([]);
  expect(excessFindings(nested(100_000))).toEqual([
    { expected: 'JSON that a client can parse', actual: expect.stringContaining('nests at least 100,000 levels deep') },
  ]);
  const bomb = { ...failed(), failure: { kind: 'unread', message: 'the body is larger', status: 200, excessive: true } } as const;
  expect(excessFindings(bomb)).toEqual([{ expected: 'a body that a client can unpack', actual: 'the body is larger' }]);
});

test('a content-type without measure is shortened', () => {
  const [finding] = mediaTypeFindings(exchange({ headers: { 'content-type': 'x'.repeat(1000) } }), 'application/json');
  expect(finding?.actual).toBe(`content-type ${'x'.repeat(200)}… (1000 characters)`);
});

test('reads the JSON of a success only', () => {
  expect(jsonValue(exchange({ status: 201, body: { a: 1 } }))).toEqual({ a: 1 });
  expect(() => jsonValue(exchange({ status: 404, body: { a: 1 } }))).toThrow('The request did not succeed: status 404');
  expect(() => jsonValue(failed('reset'))).toThrow(NotAssessed);
});

test('finds a byte order mark, and takes nothing else for one', () => {
  expect(byteOrderMarkFindings(exchange({ body: '\uFEFF{}' }))).toHaveLength(1);
  for (const body of ['{}', '', '\u00EF']) expect(byteOrderMarkFindings(exchange({ body }))).toEqual([]);
});

for (const [status, holds] of [
  [200, true],
  [302, true],
  [404, true],
  [499, true],
  [500, false],
  [503, false],
] as const)
  test(`status ${status} is ${holds ? '' : 'not '}in order`, () => expect(orderFindings(exchange({ status }))).toHaveLength(holds ? 0 : 1));

test('counts of zero and more are in order, at any depth', () =>
  expect(countFindings({ emails: { sent: 0, opened: 5 }, custom_steps: [{ custom_step: '-1', sent: 2 }] }, '/statistics')).toEqual([]));

test('a count below zero is found at its place', () =>
  expect(countFindings({ custom_steps: [{ sent: 2 }, { sent: -1 }] }, '/statistics')).toEqual([
    { pointer: '/statistics/custom_steps/1/sent', expected: 'a count, zero or more', actual: '-1' },
  ]));

for (const [json, form] of [
  ['{"a":5,"b":[0]}', 'as integers'],
  ['{"a":"5.0","b":"\\"7.0"}', 'as integers'],
  ['{"a":0.5,"b":1.05}', 'as integers'],
  ['{"a":5.0}', 'some with a fraction of zero'],
  ['{"a":[5.00]}', 'some with a fraction of zero'],
] as const)
  test(`${json} writes integers ${form}`, () => expect(integerForm(json)).toBe(form));
