import { type FactLabel, factsOf, plainHeadline } from '../../src/report/finding-view.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { folded, lineOfPointer, toJsonLines } from '../../src/report/json-lines.ts';
import { toFindingsMarkdown, toMarkdown } from '../../src/report/markdown.ts';
import { credentialsForCurl, sendAgain } from '../../src/report/send-again.ts';
import { findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import { brokenAtOptions, short } from '../../src/report/words.ts';
import type { Finding, Sequence } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { expectCalls } from '../transcript.ts';
import { exchange } from '../units/result/samples.ts';
import { failingResult, firstFinding, passingResult } from './sample-result.ts';

const FAILING = failingResult();
const SAMPLE = firstFinding(FAILING);

const headline = (given: Partial<Finding>) => plainHeadline({ ...SAMPLE, ...given }, FAILING.endpoints);
test('what a colleague would say of a finding was approved', () => expectCalls('headlines.txt', { headline }));

test('several endpoints are the subject of a sentence, too', () => {
  const at = (endpoints: number[]) => headline({ endpoints, pointer: null, actual: 'status 500' });
  expect(at([])).toBe('the service answers status 500');
  expect(at([2, 5])).toBe('POST /businesses/{id}/campaigns (and 1 more endpoint) answers status 500');
  const all = FAILING.endpoints.map(({ number }) => number);
  expect(at(all)).toBe('each of the 18 endpoints answers status 500');
  expect([all, []].map((endpoints) => linesOf({ endpoints }, 'Where')?.[0]?.split(', in')[0])).toEqual([
    ...['all 18 endpoints', 'the service as a whole'],
  ]);
});

const linesOf = (given: Partial<Finding>, wanted: FactLabel, sentences?: number) =>
  factsOf({ ...SAMPLE, ...given }, FAILING, sentences === undefined ? {} : { sentences })[wanted];

test('what follows has its sentence, where the result has the statement', () => {
  const id = 'created.echo';
  const sentence = `${id} (What a creation accepted comes back as it was sent.)`;
  expect(linesOf({ consequences: [id, 'c.d'] }, 'Therefore')).toEqual([`also broken: ${sentence}`, 'c.d']);
  expect(linesOf({ consequences: [id, 'c.d', 'e.f'] }, 'Therefore', 1)).toEqual([`also broken: ${sentence}`, 'c.d, e.f']);
});

test('what takes several requests is told from top to bottom in time', () => {
  const [story] = [linesOf({ before: ['POST /a → 201 (1.2 s before)'], exchange: exchange('GET /a') }, 'Requests')];
  expect(story).toEqual(['1. POST /a → 201 (1.2 s before)', `2. ${exchange('GET /a').title}, which broke the statement`]);
});

test('a long command is broken before its options, never within a text', () => {
  const curl = `curl -X POST 'http://h/' -H 'a: it'\\''s -u in -H a text ${'x'.repeat(120)}' -u "$U:$P" --data-raw '{"-u -H ":1}'`;
  expect(brokenAtOptions(curl)).toBe(
    curl.replace(" -H 'a", " \\\n  -H 'a").replace(' -u "', ' \\\n  -u "').replace(' --data', ' \\\n  --data'),
  );
  expect(brokenAtOptions("curl -H 'a: b' http://h/")).toBe("curl -H 'a: b' http://h/");
});

/** A finding at this place of an answer with this value. */
const answering = (value: unknown, at: string): Partial<Finding> => {
  const body = JSON.stringify(value);
  return { at, exchange: { ...exchange('GET /'), answer: { status: 200, headers: {}, body, bytes: body.length, cut: false } } };
};
const answerTo = (value: unknown, at: string) => linesOf(answering(value, at), 'Answer')?.join('\n').split('\n');

test('a moment that was compared in another notation says how the answer writes it', () => {
  const answer = answering({ created_at: '20261124T085536,131-0700' }, '/created_at');
  const given = (actual: string) => linesOf({ ...answer, actual }, 'Actual');
  const said = '"2026-11-24T15:55:36.131Z"';
  expect(given(said)).toEqual([`${said}; the answer writes this moment as "20261124T085536,131-0700"`]);
  expect(given('"2026-11-25T15:55:36.131Z"')).toEqual(['"2026-11-25T15:55:36.131Z"']);
});

test('a short answer is shown whole, with the place marked', () => {
  const flags = ['new_editor', 'revenue_attribution'].map((feature_flag_name) => ({ feature_flag_name, enabled: true }));
  expect(answerTo({ feature_flags: flags }, '/feature_flags')).toEqual([
    '  {',
    '▸   "feature_flags": [',
    '      { "feature_flag_name": "new_editor", "enabled": true },',
    '      { "feature_flag_name": "revenue_attribution", "enabled": true }',
    '    ]',
    '  }',
  ]);
});

test('where no place is meant, a refusal says itself why it came; a success says nothing', () => {
  const { at: _, ...placeless } = SAMPLE;
  const body = '{"error":"customers must be an array"}';
  const said = (status: number) => {
    const answer = { status, headers: {}, body, bytes: body.length, cut: false };
    const finding: Finding = { ...placeless, exchange: { ...exchange('POST /'), answer } };
    return factsOf(finding, FAILING).Answer;
  };
  expect([422, 500, 201].map(said)).toEqual([[body], [body], undefined]);
});

test('a long counterexample is cut: its command sends it whole', () => {
  const [line = ''] = linesOf({ counterexample: { wide: 'x'.repeat(5000) } }, 'Counterexample') ?? [];
  expect(line).toMatch(/^\{"wide":"x{40}… \(5000 characters\)"\}$/);
});

test('of a longer answer, the lines around the place are shown', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, name.repeat(60)]);
  const marked = ['    "b":', '    "c":', '▸   "d":', '    "e":', '    "f":'];
  expect(answerTo(Object.fromEntries(names), '/d')?.map((line) => line.slice(0, 8))).toEqual(marked);
});

const commands = ['id=$(curl first)', 'curl last'];
const BY_ONE = 'Send these requests one by one: the last alone may not show it.';
const byHand = (given: NonNullable<Sequence['byHand']>) => ({ sequence: { commands, byHand: given } });
const TRACKED = `${BY_ONE} Put another marker in place of m-1. Look the tracked event up, and put its id in place of evt_1.`;
for (const [given, advice] of [
  [{}, null],
  [{ sequence: { commands } }, 'Send all these requests, in order: the last alone may not show it.'],
  [byHand({ id: 'b%2F1', from: 'answer' }), `${BY_ONE} Put the id that the answer before gives in place of b%2F1.`],
  [byHand({ id: 'evt_1', from: 'look-up', marker: 'm-1' }), TRACKED],
  [byHand({ id: 'evt_1', from: 'look-up' }), `${BY_ONE} Look the tracked event up, and put its id in place of evt_1.`],
  [{ endpoint: 3, at: '/customers/0' }, expect.stringMatching(/replay the test to see that it is mended/)],
  [{ endpoint: 3 }, null],
] as const)
  test(`people hear before they send ${JSON.stringify(given)} again: ${advice}`, () => {
    const sent = 'sequence' in given ? commands.join('\n') : 'curl last';
    expect(sendAgain({ curl: 'curl last', endpoint: 1, ...given })).toEqual({ advice, commands: sent });
    expect(sendAgain({ endpoint: 1, ...given })).toBeUndefined();
  });

const having = (source: string, result = FAILING) => ({ ...result, settings: [{ name: 'CES_PASSWORD', value: '(set)', source }] });

test('where the credentials stand in a file, terminal and findings.md say how curl gets them', () => {
  const words = 'curl does not read .env. This puts it into the environment: set -a; . ./.env; set +a';
  expect(credentialsForCurl(having('.env'))).toBe(words);
  expect(verdictBlock(having('.env'), 'reports/index.html')).toContain(`\n  curl            ${words}\n`);
  expect(toFindingsMarkdown(having('.env'))).toContain('set -a; . ./.env; set +a');
  expect(credentialsForCurl(having("/etc/it's.env"))).toContain("; . '/etc/it'\\''s.env'; ");
  // Nothing is said where the environment has them, or where there is no command.
  for (const source of ['environment', 'command line', 'default']) expect(credentialsForCurl(having(source))).toBeNull();
  expect(credentialsForCurl(having('.env', passingResult()))).toBeNull();
});

const laidOut = (json: string) => toJsonLines(json).map(({ text }) => text);

test('JSON is laid out as JSON.stringify does, as it was sent, and where it was cut, as far as it goes', () => {
  for (const json of ['{"a":1,"b":[true,null,{"c":"x"}],"d":{},"e":[],"f":[[],[1]]}', '[]', '{}', '"text"', '[[[1]]]', '{"a":{"b":{}}}'])
    expect(laidOut(json).join('\n')).toBe(JSON.stringify(JSON.parse(json), null, 2));
  expect(laidOut('{"a":9007199254740993,"a":1.0,"b":"\\u0041"}').slice(1, -1)).toEqual([
    ...['  "a": 9007199254740993,', '  "a": 1.0,', '  "b": "\\u0041"'],
  ]);
  expect(laidOut('{"a":[1,{"b":"tex')).toEqual(['{', '  "a": [', '    1,', '    {', '      "b": "tex']);
  expect(laidOut('['.repeat(10_000)).join('\n').length).toBeLessThan(600_000);
});

test('a pointer leads to the line of its value, or of the nearest that there is; in what is no JSON, nowhere', () => {
  const lines = toJsonLines('{"a":[1,"x"],"é/~":2,"":3}');
  for (const [pointer, text] of Object.entries({
    ...{ '': '{', '/a': '  "a": [', '/a/1': '    "x"', '/é~1~0': '  "é/~": 2,', '/': '  "": 3' },
    ...{ '/a/7/missing': '  "a": [', '/missing': '{' },
  }))
    expect(lines[lineOfPointer(lines, pointer)]?.text).toBe(text);
  expect(lineOfPointer([{ text: '<h1>', pointer: null }], '/a')).toBe(-1);
});

test('short lists and objects without any in them stand on one line, which every place in them leads to', () => {
  const [short, long] = [{ name: 'new_editor' }, { name: 'x'.repeat(95) }];
  const lines = folded(toJsonLines(JSON.stringify({ flags: [short, long], none: [], ids: [1, 2] })));
  expect(lines.map(({ text }) => text)).toEqual([
    ...['{', '  "flags": [', '    { "name": "new_editor" },', '    {', `      "name": "${long.name}"`, '    }', '  ],'],
    ...['  "none": [],', '  "ids": [ 1, 2 ]', '}'],
  ]);
  expect(lineOfPointer(lines, '/flags/0/name')).toBe(2);
  expect(folded(toJsonLines('{"a":[1],"b":[2')).map(({ text }) => text)).toEqual(['{', '  "a": [ 1 ],', '  "b": [', '    2']);
});

test('a setting that looks wrong stands above what may follow from it, in every report that people read', () => {
  const actual = 'status 404: CES_SEGMENT_ID="seg_nope" is not found; if the id is right, this is a fault';
  const doubted = { ...SAMPLE, pointer: null, endpoints: [13], expected: 'status 200', actual };
  expect(headline(doubted)).toBe('GET /segments/{id} answers status 404: CES_SEGMENT_ID="seg_nope" is not found');
  const result = { ...FAILING, findings: [doubted, ...(FAILING.findings ?? []).slice(1)] };
  for (const text of [toFindingsMarkdown(result), toMarkdown(result), renderHtml(result), findingsBlock(result).join('\n')]) {
    const above = text.indexOf('Look at the settings first');
    expect(above).toBeGreaterThan(-1);
    expect(above).toBeLessThan(text.indexOf('if the id is right'));
  }
});

for (const [title, text, cut] of [
  ['behind a word', 'one two three four five six seven eight', 'one two three four five six …'],
  ['in the middle of a long literal', `"${'a'.repeat(30)}z", cut after 30`, '"aaaaaaa…aaaaaz", cut after 30'],
  ['in the middle of a long word', `${'a'.repeat(30)}z`, 'aaaaaaaaaaaaaaa…aaaaaaaaaaaaaz'],
] as const)
  test(`what is too long for a line is cut ${title}`, () => {
    expect(short(text, 30)).toBe(cut);
    expect(short(text, 100)).toBe(text);
  });
