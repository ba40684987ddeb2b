import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Property } from '../../../src/engine/judged-property.ts';
import { runProperty } from '../../../src/engine/property.ts';
import { ShrinkBudget } from '../../../src/engine/shrink-budget.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';

type Letters = readonly string[];

const ALPHABET = [...'abcdefghijklmnop'];
const LIMITS = { seed: 7, runs: 0, replay: null, budgetMs: 60_000 };
const limits = (replay: string | null = null) => ({ ...LIMITS, replay, shrinks: new ShrinkBudget() });

/** A target that is sent letters, many together. */
function lettered({ refuses = () => false, fails = () => false }: Partial<Record<'refuses' | 'fails', (sent: Letters) => boolean>>) {
  const asked: string[] = [];
  const property: Property<Letters, Letters> = {
    arbitrary: fc.constant([]),
    boundaries: ALPHABET.map((letter) => ({ label: `the letter ${letter}`, input: [letter] })),
    merge: (one, other) => (one.length + other.length > 8 ? null : [...one, ...other]),
    attempt: async (sent) => {
      asked.push(sent.join(''));
      return sent;
    },
    isAccepted: (sent) => !refuses(sent),
    exchanges: () => [],
    judges: [
      {
        requirement: 'business.name-comes-back',
        findings: (_input, sent) => {
          if (refuses(sent)) return null;
          return fails(sent) ? [{ expected: 'all letters', actual: sent.join('') }] : [];
        },
      },
    ],
    concurrency: 1,
  };
  return { asked, property };
}

test('inputs that do not touch each other are sent together, and each counts', async () => {
  const { asked, property } = lettered({});
  const run = await runProperty(property, limits());
  expect(asked).toEqual(['abcdefgh', 'ijklmnop']);
  expect(run).toMatchObject({ planned: 16, tried: 16, accepted: 16, refused: [], outcomes: [{ assessed: 16, failure: null }] });
});

test('one that fails is found by halving, and reported alone', async () => {
  const { asked, property } = lettered({ fails: (sent) => sent.includes('k') });
  const run = await runProperty(property, limits());
  expect(asked).toEqual(['abcdefgh', 'ijklmnop', 'ijkl', 'ij', 'kl', 'k', 'l', 'mnop', 'k']);
  expect(run).toMatchObject({ tried: 16, accepted: 16, outcomes: [{ assessed: 16, failure: { counterexample: ['k'], token: 'b10' } }] });
});

test('one that is refused is found by halving', async () => {
  const { property } = lettered({ refuses: (sent) => sent.includes('c') || sent.includes('p') });
  const run = await runProperty(property, limits());
  expect(run).toMatchObject({ tried: 16, accepted: 14, refused: ['the letter c', 'the letter p'], outcomes: [{ failure: null }] });
});

test('what is refused only together is no refusal of any input', async () => {
  const { property } = lettered({ refuses: (sent) => sent.length > 3 });
  expect(await runProperty(property, limits())).toMatchObject({ tried: 16, accepted: 16, refused: [], outcomes: [{ assessed: 16 }] });
});

test('what fails only together is reported together, and its token sends it again', async () => {
  const fails = (sent: Letters) => sent.includes('b') && sent.includes('c');
  const { outcomes } = await runProperty(lettered({ fails }).property, limits());
  const [token, counterexample] = ['b0+b1+b2+b3', ['a', 'b', 'c', 'd']];
  expect(outcomes).toMatchObject([{ failure: { token, counterexample, flaky: false } }]);
  const { asked, property } = lettered({ fails });
  const again = await runProperty(property, limits(token));
  expect(asked).toEqual(['abcd']);
  expect(again).toMatchObject({ planned: 1, outcomes: [{ failure: { token, counterexample } }] });
});

test('where a limit keeps the culprit from being found, those that failed together are reported', async () => {
  const { property } = lettered({ fails: (sent) => sent.includes('k') });
  let left = 2;
  const attempt = async (sent: Letters) => {
    left -= 1;
    if (left < 0) throw new NotAssessed('the budget is spent');
    return property.attempt(sent);
  };
  const run = await runProperty({ ...property, attempt }, limits());
  const counterexample = [...'ijklmnop'];
  expect(run).toMatchObject({ tried: 8, outcomes: [{ failure: { counterexample } }], cut: { message: 'the budget is spent' } });
});

test('a token of inputs of which one does not exist sends nothing', async () => {
  const { asked, property } = lettered({});
  await runProperty(property, limits('b1+b99'));
  expect(asked).toEqual([]);
});
