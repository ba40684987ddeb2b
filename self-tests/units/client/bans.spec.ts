import type { Ask } from '../../../src/client/ask.ts';
import { Bans } from '../../../src/client/bans.ts';
import { expect, test } from '../../test.ts';

const AT = 1_800_000_000_000;
const asking = (intent: Ask['intent'], credentials: Ask['credentials'] = 'good') => ({ intent, credentials }) as Ask;

/** What is sent no more after so many bans, each so long after a request of each kind. */
const ROWS: readonly (readonly [title: string, sent: readonly Ask[], bans: number, afterMs: number, givenUp: readonly Ask['intent'][]])[] =
  [
    ['two bans are chance', [asking('hostile')], 2, 10, []],
    ['three are a firewall', [asking('hostile')], 3, 10, ['hostile']],
    ['the oddest are to blame first', [asking('hostile'), asking('generated')], 3, 10, ['hostile']],
    ['generated ones, where there are no odder ones', [asking('generated')], 3, 10, ['generated']],
    ['a ban long after is none for it', [asking('hostile')], 3, 2000, []],
    ['typical requests are never to blame', [asking('typical')], 3, 10, []],
    ['wrong credentials lock the account, which is another matter', [asking('hostile', 'wrong')], 3, 10, []],
  ];

for (const [title, sent, count, afterMs, givenUp] of ROWS)
  test(`${title}: ${givenUp.join() || 'nothing'} is given up`, () => {
    const bans = new Bans();
    for (let ban = 0; ban < count; ban += 1) {
      for (const ask of sent) bans.sent(ask, AT + ban * 10_000);
      bans.began(AT + ban * 10_000 + afterMs);
    }
    const intents = (['hostile', 'generated', 'typical'] as const).filter((intent) => {
      try {
        bans.check(asking(intent));
        return false;
      } catch {
        return true;
      }
    });
    expect(intents).toEqual(givenUp);
    expect(bans.count).toBe(givenUp.length * count);
  });

test('what meets a ban twice by itself is given up at once, and counts; what is usual may meet two outages, and no third', () => {
  const bans = new Bans();
  for (let ban = 0; ban < 3; ban += 1) expect(() => bans.shownBy(asking('hostile'), 2)).toThrow('as firewalls do');
  expect(() => bans.check(asking('hostile'))).toThrow('as firewalls do');
  expect(() => bans.shownBy(asking('typical'), 2)).not.toThrow();
  expect(() => bans.shownBy(asking('typical'), 3)).toThrow('as firewalls do');
  expect(bans.count).toBe(3);
});
