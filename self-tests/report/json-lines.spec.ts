import { folded, lineOfPointer, toJsonLines } from '../../src/report/json-lines.ts';
import { expect, test } from '../test.ts';

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
