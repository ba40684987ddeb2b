import { gzipSync } from 'node:zlib';
import { onJson } from '../../../mutation/answers.ts';
import { AUTHENTICATION_FAULTS } from '../../../mutation/faults/authentication.ts';
import { REJECTION_FAULTS } from '../../../mutation/faults/rejections.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../../../mutation/interposition.ts';
import { LaidInFront } from '../../../mutation/sensitivity/laid-in-front.ts';
import { expect, test } from '../../test.ts';

const good = `Basic ${Buffer.from('user:pass').toString('base64')}`;
const wrong = `Basic ${Buffer.from('user:other').toString('base64')}`;
const BASE: PassingRequest = {
  connection: 1,
  method: 'POST',
  target: '/businesses/b/track',
  headers: { authorization: good },
  body: Buffer.from('{"event":"a"}'),
  endpoint: 'trackEvent',
  id: 'b',
};
const record: PassingAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"id":"1"}') };
const refusal: PassingAnswer = { status: 401, headers: {}, body: Buffer.from('no') };

/** What a sound implementation was asked, and how it answers. */
function implementation(
  answers: (request: PassingRequest) => PassingAnswer = ({ headers }) => (headers.authorization === good ? record : refusal),
) {
  const asked: PassingRequest[] = [];
  const forward = async (request: PassingRequest) => {
    asked.push(request);
    return answers(request);
  };
  return { asked, forward };
}

function named(faults: readonly Fault[], wanted: string): Interposition {
  const interpose = faults.find(({ name }) => name === wanted)?.interpose;
  if (interpose === undefined) throw new Error(`no fault ${wanted}`);
  return interpose();
}

test('a request that a fault alters reaches the implementation as the suite sent it', async () => {
  const { asked, forward } = implementation();
  const front = new LaidInFront((request, ask) => ask({ ...request, body: Buffer.from('{}') }));
  expect(await front.interposition(BASE, forward)).toEqual(record);
  expect(asked).toEqual([BASE]);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('a request that a fault sends twice is sent once', async () => {
  const { asked, forward } = implementation();
  const front = new LaidInFront(async (request, ask) => (await ask(request)) && ask(request));
  await front.interposition(BASE, forward);
  expect(asked).toEqual([BASE]);
});

test('wrong credentials that a fault lets through get what the suite got with the good ones, and nothing is done twice', async () => {
  const { asked, forward } = implementation();
  const front = new LaidInFront(named(AUTHENTICATION_FAULTS, 'unprotected-18'));
  const rejected = { ...BASE, headers: { authorization: wrong }, body: Buffer.from('{"event":"b"}') };
  await front.interposition(BASE, forward);
  expect(await front.interposition(rejected, forward)).toEqual(record);
  expect(asked).toEqual([BASE, rejected]);
  expect(front).toMatchObject({ changes: 1, withheld: 0 });
});

test('of several accepted requests the one with the same body is the control request', async () => {
  const { forward } = implementation(({ headers, body }) => (headers.authorization === good ? { ...record, body } : refusal));
  const front = new LaidInFront(named(AUTHENTICATION_FAULTS, 'unprotected-18'));
  await front.interposition(BASE, forward);
  await front.interposition({ ...BASE, body: Buffer.from('{"event":"b"}') }, forward);
  expect(await front.interposition({ ...BASE, headers: { authorization: wrong } }, forward)).toMatchObject({ body: BASE.body });
});

test('a fault that reads another record gets what the suite read there', async () => {
  const read = (id: string) => ({ ...BASE, method: 'GET', target: `/segments/${id}`, body: Buffer.from('') });
  const { asked, forward } = implementation(({ target }) => ({ ...record, body: Buffer.from(target) }));
  const front = new LaidInFront((_request, ask) => ask(read('1')));
  await front.interposition(read('1'), forward);
  expect(await front.interposition(read('2'), forward)).toMatchObject({ body: Buffer.from('/segments/1') });
  expect(asked).toEqual([read('1'), read('2')]);
});

test('what a fault would carry out behind a rejection is not carried out', async () => {
  const { asked, forward } = implementation();
  const front = new LaidInFront(named(REJECTION_FAULTS, 'rejected-event-is-tracked'));
  const rejected = { ...BASE, headers: { authorization: wrong } };
  await front.interposition(BASE, forward);
  expect(await front.interposition(rejected, forward)).toEqual(refusal);
  expect(asked).toEqual([BASE, rejected]);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('wrong credentials whose control request was never accepted are rejected', async () => {
  const { forward } = implementation();
  const front = new LaidInFront(named(AUTHENTICATION_FAULTS, 'unprotected-18'));
  await front.interposition({ ...BASE, target: '/businesses/other/track' }, forward);
  expect(await front.interposition({ ...BASE, headers: { authorization: wrong } }, forward)).toEqual(refusal);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('a fault reads JSON that came compressed', async () => {
  const { forward } = implementation(() => ({
    ...record,
    headers: { ...record.headers, 'content-encoding': 'gzip' },
    body: gzipSync(record.body),
  }));
  const front = new LaidInFront(onJson(['trackEvent'], () => ({ id: 2 }))());
  expect(await front.interposition(BASE, forward)).toEqual({ ...record, body: Buffer.from('{"id":2}') });
  expect(front.changes).toBe(1);
});

test('where a fault can make nothing of an answer, the answer stands, and the reason is kept', async () => {
  const { forward } = implementation(() => ({ ...record, body: Buffer.from('no JSON') }));
  const front = new LaidInFront(onJson(['trackEvent'], () => ({}))());
  expect(await front.interposition(BASE, forward)).toMatchObject({ body: Buffer.from('no JSON') });
  expect(front.changes).toBe(0);
  expect([...front.unfit]).toEqual([expect.stringContaining('JSON')]);
});

test('a connection that the implementation breaks is not laid to the fault', async () => {
  const front = new LaidInFront(onJson(['trackEvent'], () => ({}))());
  await expect(front.interposition(BASE, () => Promise.reject(new Error('socket hang up')))).rejects.toThrow('socket hang up');
  expect(front).toMatchObject({ changes: 0, withheld: 0, unfit: new Set() });
});
