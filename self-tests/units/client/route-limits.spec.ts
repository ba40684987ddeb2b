import { RouteLimits } from '../../../src/client/route-limits.ts';
import { expect, test } from '../../test.ts';

/** What was put off three times, while so many others were answered. */
function limits(answersOfOthers: number, ...others: readonly string[]) {
  const made = new RouteLimits();
  for (const route of ['POST /a', 'POST /a', 'POST /a', ...others]) made.putOff(route, true);
  for (let count = 0; count < answersOfOthers; count += 1) made.answered('GET /z');
  return made;
}

for (const [title, answers, others, routes] of [
  ['few routes alone are put off', 8, ['POST /b'], ['POST /a', 'POST /b']],
  ['too few others were answered to tell', 7, [], []],
  ['whatever is asked is put off', 8, ['POST /b', 'GET /c', 'GET /d'], []],
] as const)
  test(`which routes are limited apart where ${title}`, () => expect(limits(answers, ...others).routes).toEqual(routes));

for (const [route, most] of [
  ['POST /a', 1],
  ['GET /z', 2],
] as const)
  test(`of what is limited apart, ${route} goes ${most} at once`, async () => {
    let [underWay, reached] = [0, 0];
    const act = async () => {
      underWay += 1;
      reached = Math.max(reached, underWay);
      await Promise.resolve();
      underWay -= 1;
    };
    const made = limits(8);
    await Promise.all([made.inTurn(route, act), made.inTurn(route, act)]);
    expect(reached).toBe(most);
  });

test('the waits at a route add up until it answers', () => {
  const made = limits(8);
  made.waited('POST /a', 1000);
  made.waited('POST /a', 2000);
  const before = made.waitedMs('POST /a');
  made.answered('POST /a');
  expect([before, made.waitedMs('POST /a')]).toEqual([3000, 0]);
});
