import { gzipSync } from 'node:zlib';
import type { Fault } from '../../../mutation/fault.ts';
import { AUTHENTICATION_FAULTS, REJECTION_FAULTS } from '../../../mutation/faults/authentication.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../../../mutation/interposition.ts';
import { json } from '../../../mutation/rows.ts';
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

/** An interposition laid in front of a sound implementation: what that is asked, and how the suite asks. */
function laid(
  interposition: Interposition,
  answers: (request: PassingRequest) => PassingAnswer = ({ headers }) => (headers.authorization === good ? record : refusal),
) {
  const asked: PassingRequest[] = [];
  const front = new LaidInFront(interposition);
  const ask = (request: PassingRequest) =>
    front.interposition(request, async (passed) => {
      asked.push(passed);
      return answers(passed);
    });
  return { asked, front, ask };
}

function named(faults: readonly Fault[], wanted: string): Interposition {
  const interpose = faults.find(({ name }) => name === wanted)?.interpose;
  if (interpose === undefined) throw new Error(`no fault ${wanted}`);
  return interpose();
}

const UNPROTECTED = () => named(AUTHENTICATION_FAULTS, 'unprotected-18');
const rejected = { ...BASE, headers: { authorization: wrong } };
const ofB = { body: Buffer.from('{"event":"b"}') };

test('a request that a fault alters reaches the implementation as the suite sent it', async () => {
  const { asked, front, ask } = laid((request, forward) => forward({ ...request, body: Buffer.from('{}') }));
  expect(await ask(BASE)).toEqual(record);
  expect(asked).toEqual([BASE]);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('a request that a fault sends twice is sent once', async () => {
  const { asked, ask } = laid(async (request, forward) => (await forward(request)) && forward(request));
  await ask(BASE);
  expect(asked).toEqual([BASE]);
});

test('wrong credentials that a fault lets through get what the suite got with the good ones, and nothing is done twice', async () => {
  const { asked, front, ask } = laid(UNPROTECTED());
  await ask(BASE);
  expect(await ask({ ...rejected, ...ofB })).toEqual(record);
  expect(asked).toEqual([BASE, { ...rejected, ...ofB }]);
  expect(front).toMatchObject({ changes: 1, withheld: 0 });
});

test('of several accepted requests the one with the same body is the control request', async () => {
  const { ask } = laid(UNPROTECTED(), ({ headers, body }) => (headers.authorization === good ? { ...record, body } : refusal));
  await ask(BASE);
  await ask({ ...BASE, ...ofB });
  expect(await ask(rejected)).toMatchObject({ body: BASE.body });
});

test('a fault that reads another record gets what the suite read there', async () => {
  const read = (id: string) => ({ ...BASE, method: 'GET', target: `/segments/${id}`, body: Buffer.from('') });
  const { asked, ask } = laid(
    (_request, forward) => forward(read('1')),
    ({ target }) => ({ ...record, body: Buffer.from(target) }),
  );
  await ask(read('1'));
  expect(await ask(read('2'))).toMatchObject({ body: Buffer.from('/segments/1') });
  expect(asked).toEqual([read('1'), read('2')]);
});

test('what a fault would carry out behind a rejection is not carried out', async () => {
  const { asked, front, ask } = laid(named(REJECTION_FAULTS, 'rejected-event-is-tracked'));
  await ask(BASE);
  expect(await ask(rejected)).toEqual(refusal);
  expect(asked).toEqual([BASE, rejected]);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('wrong credentials whose control request was never accepted are rejected', async () => {
  const { front, ask } = laid(UNPROTECTED());
  await ask({ ...BASE, target: '/businesses/other/track' });
  expect(await ask(rejected)).toEqual(refusal);
  expect(front).toMatchObject({ changes: 0, withheld: 1 });
});

test('a fault reads JSON that came compressed', async () => {
  const packed = { ...record, headers: { ...record.headers, 'content-encoding': 'gzip' }, body: gzipSync(record.body) };
  const { front, ask } = laid(json(() => ({ id: 2 }))(['trackEvent']), () => packed);
  expect(await ask(BASE)).toEqual({ ...record, body: Buffer.from('{"id":2}') });
  expect(front.changes).toBe(1);
});

test('where a fault can make nothing of an answer, the answer stands, and the reason is kept', async () => {
  const body = Buffer.from('no JSON');
  const { front, ask } = laid(json(() => ({}))(['trackEvent']), () => ({ ...record, body }));
  expect(await ask(BASE)).toMatchObject({ body });
  expect(front.changes).toBe(0);
  expect([...front.unfit]).toEqual([expect.stringContaining('JSON')]);
});

test('a connection that the implementation breaks is not laid to the fault', async () => {
  const { front, ask } = laid(json(() => ({}))(['trackEvent']), () => {
    throw new Error('socket hang up');
  });
  await expect(ask(BASE)).rejects.toThrow('socket hang up');
  expect(front).toMatchObject({ changes: 0, withheld: 0, unfit: new Set() });
});
