import { type FactLabel, factsOf, plainHeadline } from '../../src/report/finding-view.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { folded, type JsonLine, lineOfPointer, toJsonLines } from '../../src/report/json-lines.ts';
import { toFindingsMarkdown, toMarkdown } from '../../src/report/markdown.ts';
import { credentialsForCurl, sendAgain } from '../../src/report/send-again.ts';
import { findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import { brokenAtOptions, short } from '../../src/report/words.ts';
import type { Finding } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { expectCalls } from '../transcript.ts';
import { failingResult, firstFinding, passingResult } from './sample-result.ts';
import { exchange } from './sample-statements.ts';

const FAILING = failingResult();
const SAMPLE = firstFinding(FAILING);

const headline = (given: Partial<Finding>) => plainHeadline({ ...SAMPLE, ...given }, FAILING.endpoints);
test('what a colleague would say of a finding was approved', () => expectCalls('headlines.txt', { headline }));

const linesOf = (given: Partial<Finding>, wanted: FactLabel, sentences?: number) =>
  factsOf({ ...SAMPLE, ...given }, FAILING, sentences === undefined ? {} : { sentences })[wanted];

/** A finding at this place of an answer with this value. */
const answering = (value: unknown, at: string): Partial<Finding> => ({
  at,
  exchange: exchange('GET', '/', { status: 200, body: JSON.stringify(value) }),
});
const { at: _, ...PLACELESS } = SAMPLE;
const textsOf = (lines: readonly JsonLine[]) => lines.map(({ text }) => text);
const having = (source: string, result = FAILING) => ({ ...result, settings: [{ name: 'CES_PASSWORD', value: '(set)', source }] });

test('what is said of a finding, and how answers and commands are laid out, was approved', () =>
  expectCalls('finding-view.txt', {
    headline,
    linesOf,
    actual: (value: unknown, at: string, actual: string) => linesOf({ ...answering(value, at), actual }, 'Actual'),
    answer: (value: unknown, at: string) => linesOf(answering(value, at), 'Answer')?.join('\n').split('\n'),
    answerWithoutPlace: (status: number, body: string) =>
      factsOf({ ...PLACELESS, exchange: exchange('POST', '/', { status, body }) }, FAILING).Answer,
    brokenAtOptions,
    sendAgain,
    credentialsForCurl: (source: string) => credentialsForCurl(having(source)),
    toJsonLines: (json: string) => textsOf(toJsonLines(json)),
    lineOfPointer: (json: string, pointer: string) => textsOf(toJsonLines(json))[lineOfPointer(toJsonLines(json), pointer)],
    folded: (json: string) => textsOf(folded(toJsonLines(json))),
    foldedLine: (json: string, pointer: string) => lineOfPointer(folded(toJsonLines(json)), pointer),
    short,
  }));

test('a long counterexample is cut: its command sends it whole', () => {
  const [line = ''] = linesOf({ counterexample: { wide: 'x'.repeat(5000) } }, 'Counterexample') ?? [];
  expect(line).toMatch(/^\{"wide":"x{40}… \(5000 characters\)"\}$/);
});

test('where the credentials stand in a file, terminal and findings.md say how curl gets them', () => {
  const words = 'curl does not read .env. This puts it into the environment: set -a; . ./.env; set +a';
  expect(verdictBlock(having('.env'), 'reports/index.html')).toContain(`\n  curl            ${words}\n`);
  expect(toFindingsMarkdown(having('.env'))).toContain('set -a; . ./.env; set +a');
  // Nothing is said where there is no command.
  expect(credentialsForCurl(having('.env', passingResult()))).toBeNull();
});

test('JSON is laid out as JSON.stringify does; much of it stays bounded, and no pointer leads into what is none', () => {
  for (const json of ['{"a":1,"b":[true,null,{"c":"x"}],"d":{},"e":[],"f":[[],[1]]}', '[]', '{}', '"text"', '[[[1]]]', '{"a":{"b":{}}}'])
    expect(textsOf(toJsonLines(json)).join('\n')).toBe(JSON.stringify(JSON.parse(json), null, 2));
  expect(textsOf(toJsonLines('['.repeat(10_000))).join('\n').length).toBeLessThan(600_000);
  expect(lineOfPointer([{ text: '<h1>', pointer: null }], '/a')).toBe(-1);
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
