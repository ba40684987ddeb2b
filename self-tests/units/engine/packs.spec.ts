import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/property/property.ts';
import { runProperty } from '../../../src/engine/property/run-property.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { limits as limitsOf, plain } from './echoing.ts';

type Letters = readonly string[];

/** The first two go alone. */
const ALPHABET = [...'12abcdefghijklmnop'];
const limits = (replay: string | null = null) => limitsOf({ runs: 0, replay });

/** A target that is sent letters, many together. */
function lettered({ refuses = () => false, fails = () => false }: Partial<Record<'refuses' | 'fails', (sent: Letters) => boolean>>) {
  const asked: string[] = [];
  const judge: Judge<Letters, Letters> = {
    requirement: 'business.name-comes-back',
    deviations: (_input, sent) => {
      if (refuses(sent)) return null;
      return fails(sent) ? [{ expected: 'all letters', actual: sent.join('') }] : [];
    },
  };
  const property: Property<Letters, Letters> = {
    ...plain<Letters>(fc.constant([]), [judge]),
    boundaries: ALPHABET.map((letter) => ({ label: `the letter ${letter}`, input: [letter] })),
    merge: (one, other) => (one.length + other.length > 8 ? null : [...one, ...other]),
    attempt: async (sent) => {
      asked.push(sent.join(''));
      return sent;
    },
    isAccepted: (sent) => !refuses(sent),
  };
  return { asked, property };
}

test('inputs that do not touch each other are sent together, and each counts', async () => {
  const { asked, property } = lettered({});
  const run = await runProperty(property, limits());
  expect(asked).toEqual(['1', '2', 'abcdefgh', 'ijklmnop']);
  expect(run).toMatchObject({ planned: 18, tried: 18, accepted: 18, refused: [], outcomes: [{ assessed: 18, failure: null }] });
});

test('one that fails is found by halving, and reported alone', async () => {
  const { asked, property } = lettered({ fails: (sent) => sent.includes('k') });
  const run = await runProperty(property, limits());
  expect(asked).toEqual(['1', '2', 'abcdefgh', 'ijklmnop', 'ijkl', 'ij', 'kl', 'k', 'l', 'mnop', 'k']);
  expect(run).toMatchObject({ tried: 18, accepted: 18, outcomes: [{ assessed: 18, failure: { counterexample: ['k'], token: 'b12' } }] });
});

test('what passes in company is said to pass, though more came back than it alone', async () => {
  const { property } = lettered({});
  const echoed = async (sent: Letters) => sent.filter((letter) => letter !== 'k');
  const deviations = (input: Letters, came: Letters) =>
    input.join('') === came.join('') ? [] : [{ expected: input.join(''), actual: came.join('') }];
  const judges = [{ requirement: 'business.name-comes-back' as const, deviations }];
  const run = await runProperty({ ...property, attempt: echoed, judges }, limits());
  expect(run.outcomes[0]?.failure).toMatchObject({ counterexample: ['k'], contrast: '17 of 17 other inputs pass' });
});

test('one that is refused is found by halving', async () => {
  const { property } = lettered({ refuses: (sent) => sent.includes('c') || sent.includes('p') });
  const run = await runProperty(property, limits());
  expect(run).toMatchObject({ tried: 18, accepted: 16, refused: ['the letter c', 'the letter p'], outcomes: [{ failure: null }] });
});

test('where a refusal tells of each, nothing is halved for it, and each counts as refused', async () => {
  const { asked, property } = lettered({ refuses: () => true });
  const run = await runProperty({ ...property, tellsOfEach: () => true }, limits());
  expect(asked).toEqual(['1', '2', 'abcdefgh', 'ijklmnop']);
  expect(run).toMatchObject({ tried: 18, accepted: 0, outcomes: [{ assessed: 0, failure: null }] });
  expect(run.refused).toHaveLength(18);
});

test('what is refused only together is no refusal of any input', async () => {
  const { property } = lettered({ refuses: (sent) => sent.length > 3 });
  expect(await runProperty(property, limits())).toMatchObject({ tried: 18, accepted: 18, refused: [], outcomes: [{ assessed: 18 }] });
});

test('what fails only together is reported without what the failure does not need, and its token sends it again', async () => {
  const fails = (sent: Letters) => sent.includes('b') && sent.includes('c');
  const { outcomes } = await runProperty(lettered({ fails }).property, limits());
  const [token, counterexample] = ['b3+b4', ['b', 'c']];
  expect(outcomes).toMatchObject([{ failure: { token, counterexample, flaky: false } }]);
  const { asked, property } = lettered({ fails });
  const again = await runProperty(property, limits(token));
  expect(asked).toEqual(['bc']);
  expect(again).toMatchObject({ planned: 1, outcomes: [{ failure: { token, counterexample } }] });
});

test('what fails for any input in the same way halves nothing, and what else fails is found all the same', async () => {
  const { asked, property } = lettered({});
  const always = { requirement: 'business.fields' as const, deviations: () => [{ expected: 'a string', actual: 'null' }] };
  const one = { ...property, judges: [always] };
  const run = await runProperty(one, limits());
  // The last is the first again, to see whether it fails each time.
  expect(asked).toEqual(['1', '2', 'abcdefgh', 'ijklmnop', '1']);
  expect(run).toMatchObject({ tried: 18, outcomes: [{ assessed: 18, failure: { counterexample: ['1'], token: 'b0' } }] });
  const other = lettered({ fails: (sent) => sent.includes('k') }).property;
  const { outcomes } = await runProperty({ ...other, judges: [always, ...other.judges] }, limits());
  expect(outcomes).toMatchObject([{ failure: { token: 'b0' } }, { assessed: 18, failure: { counterexample: ['k'], token: 'b12' } }]);
});

test('where a limit keeps the culprit from being found, those that failed together are reported', async () => {
  const { property } = lettered({ fails: (sent) => sent.includes('k') });
  let left = 4;
  const attempt = async (sent: Letters) => {
    left -= 1;
    if (left < 0) throw new NotAssessed('the budget is spent');
    return property.attempt(sent);
  };
  const run = await runProperty({ ...property, attempt }, limits());
  const counterexample = [...'ijklmnop'];
  expect(run).toMatchObject({ tried: 10, outcomes: [{ failure: { counterexample } }], cut: { message: 'the budget is spent' } });
});

test('a token of inputs of which one does not exist sends nothing', async () => {
  const { asked, property } = lettered({});
  await runProperty(property, limits('b1+b99'));
  expect(asked).toEqual([]);
});
