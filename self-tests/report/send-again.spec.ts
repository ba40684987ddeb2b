import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { credentialsForCurl, sendAgain } from '../../src/report/send-again.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { expect, test } from '../test.ts';
import { failingResult, passingResult } from './sample-result.ts';

const ONE = { curl: 'curl last', endpoint: 1 };

test('one request that shows it needs no advice', () => {
  expect(sendAgain(ONE)).toEqual({ advice: null, commands: 'curl last' });
  expect(sendAgain({ endpoint: 1 })).toBeUndefined();
});

test('several stand in order, a command a line', () => {
  expect(sendAgain({ ...ONE, sequence: { commands: ['id=$(curl first)', 'curl last'] } })).toEqual({
    advice: 'It takes all these requests: the last alone may not show it.',
    commands: 'id=$(curl first)\ncurl last',
  });
});

for (const [byHand, advice] of [
  [{ id: 'b%2F1', from: 'answer' }, 'Put the id that the answer before gives in place of b%2F1.'],
  [
    { id: 'evt_1', from: 'look-up', marker: 'm-1' },
    'Put another marker in place of m-1. Look the tracked event up, and put its id in place of evt_1.',
  ],
  [{ id: 'evt_1', from: 'look-up' }, 'Look the tracked event up, and put its id in place of evt_1.'],
] as const)
  test(`people hear what to do by hand: ${advice}`, () => {
    expect(sendAgain({ ...ONE, sequence: { commands: ['curl first', 'curl last'], byHand } })?.advice).toBe(
      `It takes these requests one by one: the last alone may not show it. ${advice}`,
    );
  });

test('what an update did stands after mending', () => {
  expect(sendAgain({ curl: 'curl', endpoint: 3, at: '/customers/0' })?.advice).toMatch(/run the test again to see that it is mended/);
  expect(sendAgain({ curl: 'curl', endpoint: 3 })?.advice).toBeNull();
});

const having = (source: string, result = failingResult()) => ({
  ...result,
  settings: [{ name: 'CES_PASSWORD', value: '(set)', source }],
});

test('where the credentials stand in a file, terminal and findings.md say how curl gets them', () => {
  const words = 'curl does not read .env. This puts it into the environment: set -a; . ./.env; set +a';
  expect(credentialsForCurl(having('.env'))).toBe(words);
  expect(verdictBlock(having('.env'), 'reports/index.html')).toContain(`\n  curl           ${words}\n`);
  expect(toFindingsMarkdown(having('.env'))).toContain('set -a; . ./.env; set +a');
  expect(credentialsForCurl(having("/etc/it's.env"))).toContain("; . '/etc/it'\\''s.env'; ");
});

test('nothing is said where the environment has them, or where there is no command', () => {
  for (const source of ['environment', 'command line', 'default']) expect(credentialsForCurl(having(source))).toBeNull();
  expect(credentialsForCurl(having('.env', passingResult()))).toBeNull();
});
