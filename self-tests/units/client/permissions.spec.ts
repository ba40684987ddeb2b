import type { Ask } from '../../../src/client/ask.ts';
import { NotAllowed, Permissions } from '../../../src/client/permissions.ts';
import { readingOf } from '../../../src/http/reading.ts';
import { refusalWords } from '../../../src/http/refusal.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';
import { ASK } from './asks.ts';

function askOf(route: string, effect: Ask['effect'] = 'creates', shape: string | null = 'typical'): Ask {
  const send = () => Promise.reject(new Error('sent by nobody'));
  return { ...ASK, route, effect, shape, renewed: () => askOf(route, effect, shape), send };
}

/** Of a target that answers each route with this status; and the routes that were asked. */
function permissionsOf(statuses: Readonly<Record<string, number>>, refusesAll = false) {
  const asked: string[] = [];
  const permissions = new Permissions(
    async (ask) => {
      asked.push(ask.route);
      const answered = exchange({ status: statuses[ask.route] ?? 200 });
      return { exchange: answered, reading: readingOf(answered, ask) };
    },
    async () => refusesAll,
  );
  permissions.typicalWrites = async () => Object.keys(statuses).map((route) => askOf(route));
  permissions.carriedOut(askOf('GET /a', 'none'));
  return { permissions, asked };
}

const refusal = (status: number) => exchange({ status, body: { error: 'This key may only read' } });

test("a refusal's words are found however deep they stand, the outer ones first", () => {
  const detail = { errors: [{ status: '507', detail: 'The plan is used up' }] };
  expect(
    [detail, { ...detail, title: 'No more room' }, { error: { code: 'full' } }].map((body) => refusalWords(exchange({ body }))),
  ).toEqual([': The plan is used up', ': No more room', '']);
  const problem = { title: 'Payment Required', detail: 'Part of the Pro plan' };
  expect(refusalWords(exchange({ status: 402, body: problem }))).toBe(': Part of the Pro plan');
  expect(refusalWords(exchange({ status: 402, body: { title: problem.title } }))).toBe(': Payment Required');
});

test('of barred inputs, three are proven to be the service’s own word, and the next ones are taken for it', async () => {
  const { permissions, asked } = permissionsOf({ 'POST /a': 200 });
  permissions.carriedOut(askOf('POST /a'));
  for (let time = 0; time < 5; time += 1) expect((await permissions.judged(askOf('POST /a'), refusal(403))).answer?.status).toBe(403);
  expect(asked).toHaveLength(3);
});

test('a route that one of two instances refuses is not closed', async () => {
  let turn = 0;
  const permissions = new Permissions(
    async (ask) => {
      turn += 1;
      const answered = exchange({ status: turn % 2 === 1 ? 403 : 200 });
      return { exchange: answered, reading: readingOf(answered, ask) };
    },
    async () => false,
  );
  permissions.carriedOut(askOf('GET /a', 'none'));
  await permissions.judged(askOf('GET /a', 'none'), refusal(403));
  expect([permissions.barred, turn]).toEqual([[], 2]);
});

test('a route is not closed by a refusal of everything, and a closed one is looked at no more', async () => {
  const { permissions } = permissionsOf({}, true);
  await expect(permissions.judged(askOf('GET /new', 'none'), refusal(403))).rejects.toThrow('refused everything for a while');
  expect(permissions.barred).toEqual([]);
});

const A = 'POST /a';
const ALL = { [A]: 405, 'POST /b': 405, 'POST /c': 405 };

/** What was carried out at `POST /a` before, how a request there is refused now, how all are answered, and what is closed then. */
const ROWS: readonly (readonly [
  title: string,
  carriedOut: number,
  refused: number,
  statuses: Readonly<Record<string, number>>,
  closed: readonly string[],
  refusedAsk?: Ask,
])[] = [
  ['nothing paid for, without a further request', 1, 402, {}, [A]],
  ['two records are no limit', 2, 422, { [A]: 422, 'POST /b': 200, 'POST /c': 200 }, []],
  ['another input than those before is refused for itself', 3, 422, { [A]: 422 }, [], askOf(A, 'creates', 'odd')],
  ['what is carried out again', 3, 422, { [A]: 200 }, []],
  ['an update, where every write is refused', 1, 405, ALL, Object.keys(ALL), askOf(A, 'changes')],
  ['too few others to tell', 0, 405, { [A]: 405, 'POST /b': 405 }, []],
  ['a feature that is switched off, whatever is asked there', 3, 501, { [A]: 501, 'POST /b': 200 }, [A], askOf(A, 'creates', 'odd')],
  ['what nobody implements for one input is of that', 3, 501, { [A]: 200 }, [], askOf(A, 'creates', 'odd')],
  ['an error of the service is its own', 9, 500, { [A]: 500, 'POST /b': 500, 'POST /c': 500 }, []],
  ['a conflict is of the request', 9, 409, { [A]: 409, 'POST /b': 409, 'POST /c': 409 }, []],
  ['a read is judged as it is', 9, 404, { [A]: 404 }, [], askOf(A, 'none')],
];

for (const [title, carriedOut, refused, statuses, closed, ask = askOf(A)] of ROWS)
  test(`${title}: ${closed.length === 0 ? 'judged' : `closed: ${closed.join(', ')}`}`, async () => {
    const { permissions } = permissionsOf(statuses);
    for (let time = 0; time < carriedOut; time += 1) permissions.carriedOut({ ...ask, shape: 'typical' });
    const judged = permissions.judged(ask, refusal(refused));
    if (closed.length === 0) expect((await judged).answer?.status).toBe(refused);
    else await expect(judged).rejects.toThrow(NotAllowed);
    expect(permissions.barred.map(({ route }) => route)).toEqual(closed);
  });

test('no update is sent again, since it would undo later ones', async () => {
  const { permissions, asked } = permissionsOf({ [A]: 403 });
  permissions.carriedOut(askOf(A, 'changes'));
  expect((await permissions.judged(askOf(A, 'changes'), refusal(403))).answer?.status).toBe(403);
  expect(asked).toEqual([]);
});

test('what is found closed is asked once for all that wait to know', async () => {
  const { permissions, asked } = permissionsOf(ALL);
  const judged = await Promise.allSettled(Object.keys(ALL).map((route) => permissions.judged(askOf(route), refusal(405))));
  expect(judged.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toHaveLength(2);
});
