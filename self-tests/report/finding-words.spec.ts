import { answerLines, following } from '../../src/report/finding-words.ts';
import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { folded, lineOfPointer, toJsonLines } from '../../src/report/json-lines.ts';
import { credentialsForCurl, sendAgain } from '../../src/report/send-again.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { expect, test } from '../test.ts';
import { exchange } from '../units/result/samples.ts';
import { failingResult, passingResult } from './sample-result.ts';

const answered = (value: unknown) => {
  const body = JSON.stringify(value);
  return { ...exchange('GET /'), answer: { status: 200, headers: {}, body, bytes: body.length, cut: false } };
};

test('what follows has its sentence, where the result has the statement', () => {
  const statement = {
    id: 'a.b',
    level: 'requirement',
    text: 'A sentence.',
    source: '',
    endpoints: [],
    status: 'failed',
    checks: [],
  } as const;
  expect(following({ consequences: ['a.b', 'c.d'] }, [statement])).toEqual(['a.b (A sentence.)', 'c.d']);
  expect(following({ consequences: ['a.b', 'c.d', 'e.f'] }, [statement], 1)).toEqual(['a.b (A sentence.)', 'c.d, e.f']);
});

const lines = (value: unknown, at: string) => answerLines({ at, exchange: answered(value) })?.split('\n');

test('a short answer is shown whole, with the place marked', () => {
  const flags = ['new_editor', 'revenue_attribution'].map((feature_flag_name) => ({ feature_flag_name, enabled: true }));
  expect(lines({ feature_flags: flags }, '/feature_flags')).toEqual([
    '  {',
    '▸   "feature_flags": [',
    '      { "feature_flag_name": "new_editor", "enabled": true },',
    '      { "feature_flag_name": "revenue_attribution", "enabled": true }',
    '    ]',
    '  }',
  ]);
});

test('of a longer answer, the lines around the place are shown', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, name.repeat(60)]);
  expect(lines(Object.fromEntries(names), '/d')?.map((line) => line.slice(0, 8))).toEqual([
    '    "b":',
    '    "c":',
    '▸   "d":',
    '    "e":',
    '    "f":',
  ]);
});

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
  expect(verdictBlock(having('.env'), 'reports/index.html')).toContain(`\n  curl            ${words}\n`);
  expect(toFindingsMarkdown(having('.env'))).toContain('set -a; . ./.env; set +a');
  expect(credentialsForCurl(having("/etc/it's.env"))).toContain("; . '/etc/it'\\''s.env'; ");
});

test('nothing is said where the environment has them, or where there is no command', () => {
  for (const source of ['environment', 'command line', 'default']) expect(credentialsForCurl(having(source))).toBeNull();
  expect(credentialsForCurl(having('.env', passingResult()))).toBeNull();
});

const laidOut = (json: string) => toJsonLines(json).map(({ text }) => text);

for (const json of ['{"a":1,"b":[true,null,{"c":"x"}],"d":{},"e":[],"f":[[],[1]]}', '[]', '{}', '"text"', '[[[1]]]', '{"a":{"b":{}}}']) {
  test(`lays out ${json} as JSON.stringify does`, () => {
    expect(laidOut(json).join('\n')).toBe(laidOutByTheEngine(json));
  });
}

/** Empty containers stay on one line in both. */
function laidOutByTheEngine(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

test('keeps numbers, escapes and duplicate members as they were sent', () => {
  expect(laidOut('{"a":9007199254740993,"a":1.0,"b":"\\u0041"}')).toEqual([
    '{',
    '  "a": 9007199254740993,',
    '  "a": 1.0,',
    '  "b": "\\u0041"',
    '}',
  ]);
});

test('lays out a text that was cut as far as it goes', () => {
  expect(laidOut('{"a":[1,{"b":"tex')).toEqual(['{', '  "a": [', '    1,', '    {', '      "b": "tex']);
});

test('ten thousand open brackets stay small', () => {
  expect(laidOut('['.repeat(10_000)).join('\n').length).toBeLessThan(600_000);
});

for (const [pointer, text] of [
  ['', '{'],
  ['/a', '  "a": ['],
  ['/a/1', '    "x"'],
  ['/é~1~0', '  "é/~": 2,'],
  ['/', '  "": 3'],
  ['/a/7/missing', '  "a": ['],
  ['/missing', '{'],
] as const) {
  test(`'${pointer}' leads to ${text.trim()}`, () => {
    const lines = toJsonLines('{"a":[1,"x"],"é/~":2,"":3}');
    expect(lines[lineOfPointer(lines, pointer)]?.text).toBe(text);
  });
}

test('leads nowhere in what is no JSON', () => {
  expect(lineOfPointer([{ text: '<h1>', pointer: null }], '/a')).toBe(-1);
});

test('short lists and objects without any in them stand on one line, which every place in them leads to', () => {
  const flags = [
    { name: 'new_editor', enabled: true },
    { name: 'x'.repeat(90), enabled: false },
  ];
  const lines = folded(toJsonLines(JSON.stringify({ flags, none: [], ids: [1, 2] })));
  expect(lines.map(({ text }) => text)).toEqual([
    '{',
    '  "flags": [',
    '    { "name": "new_editor", "enabled": true },',
    '    {',
    `      "name": "${'x'.repeat(90)}",`,
    '      "enabled": false',
    '    }',
    '  ],',
    '  "none": [],',
    '  "ids": [ 1, 2 ]',
    '}',
  ]);
  expect(lineOfPointer(lines, '/flags/0/enabled')).toBe(2);
});

test('what was cut is folded as far as it closes', () => {
  expect(folded(toJsonLines('{"a":[1],"b":[2')).map(({ text }) => text)).toEqual(['{', '  "a": [ 1 ],', '  "b": [', '    2']);
});
