import { toBadge, toBadgeSvg } from '../../src/report/badge.ts';
import { toAnnotations, withoutCommands } from '../../src/report/code-hosts.ts';
import { toCtrf, toJunit } from '../../src/report/test-cases.ts';
import type { CheckResult, ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { exchange } from '../units/result/samples.ts';
import { failingResult, firstFinding, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

/** The annotations as the runner of GitHub Actions reads them out of the lines of a log. */
function read(log: string) {
  return log
    .split(/\r\n|[\r\n]/)
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
      return { kind, title, message };
    });
}

test('no more than ten of each kind are sent, and the last one counts the others', () => {
  const findings = Array.from({ length: 25 }, () => firstFinding(failingResult()));
  const annotations = read(toAnnotations({ ...failingResult(), findings }, 'robustness'));
  expect(annotations).toHaveLength(10);
  expect(annotations.at(-1)).toEqual({ kind: 'error', title: 'Conformance', message: '16 more findings are in the report.' });
  expect(read(toAnnotations({ ...failingResult(), findings: findings.slice(0, 10) }, 'robustness'))).toHaveLength(10);
});

test('nothing that a target sends becomes a command', () => {
  const result = hostileResult('%0A::error::a\r\n::stop-commands::x\n  ::add-mask::b,c:d\u2028::error::e');
  const annotations = read(toAnnotations(result, 'robustness'));
  expect(annotations.length).toBeGreaterThan(0);
  for (const { kind, title } of annotations) expect(`${kind} ${title}`).toMatch(/^(error|warning) .+ \(.+\)$/s);
});

test('output between two tokens holds no command, and each has a token of its own', () => {
  const [one, other] = [withoutCommands('  ::error::a\n'), withoutCommands('  ::error::a\n')];
  expect(one).toMatch(/^::stop-commands::([0-9a-f-]{36})\n {2}::error::a\n::\1::\n$/);
  expect(one).not.toBe(other);
});

for (const [result, message, color] of [
  [passingResult(), 'conformant 27/27', '#1a6541'],
  [partialResult(), '◐ conformant 18/27', '#7a5200'],
  [{ ...passingResult(), partial: true }, '◐ conformant 27/27', '#7a5200'],
  [failingResult(), 'not conformant 5/27 broken', '#a3241b'],
  [noVerdictResult(), 'no verdict', '#5a626b'],
] as const)
  test(`the badge says "${message}"`, () => {
    expect(toBadge(result)).toEqual({ schemaVersion: 1, label: 'API conformance', message, color });
    expect(toBadgeSvg(result)).toContain(`<title id="title">API conformance: ${message}</title>`);
  });

test('text of the target is no markup in the badge, and is no character that XML forbids', () => {
  const svg = toBadgeSvg(hostileResult('</desc><script>&\u0000\uFFFF\u202E'));
  expect(svg).toContain('&lt;/desc&gt;&lt;script&gt;&amp;\\u0000\uFFFD\\u202E');
  expect(svg).not.toContain('<script');
});

const counts = (xml: string) => /<testsuites tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml)?.slice(1).map(Number);
/** Statement and endpoint, once each. */
const CASES = passingResult().requirements.flatMap(({ checks }) => [...new Set(checks.map(({ endpoint }) => endpoint))]).length;

/** The passing result, in which one statement has these checks. */
function checked(id: string, checks: readonly Partial<CheckResult>[]): ConformanceResult {
  const own = checks.map((check): CheckResult => ({ title: 'a', endpoint: 13, category: 'shape', status: 'failed', ...check }));
  const requirements = passingResult().requirements.map((entry) => (entry.id === id ? { ...entry, checks: own } : entry));
  return { ...passingResult(), requirements };
}

test('several checks of a statement at one endpoint are one case: failed, then waived, then not assessed, then passed', () => {
  const waiver = { reason: 'Known', owner: 'T-1', expires: '2099-01-01' };
  const found = (actual: string) => [{ expected: 'status 401', actual }];
  const failed = { findings: found('status 200') };
  const waived = { status: 'waived', findings: found('status 403'), waiver } as const;
  const open = { status: 'not-assessed', message: 'No fixture', variables: ['CES_SEGMENT_ID'] } as const;
  const passed = { status: 'passed' } as const;
  const id = 'authentication.required';
  const all = toJunit(checked(id, [passed, open, waived, failed, failed]));
  expect(all.match(/<failure /g)).toHaveLength(1);
  expect(all.match(/Actual: status 200/g)).toHaveLength(1);
  expect(all).not.toContain('status 403');
  expect(counts(all)?.slice(1)).toEqual([1, 0, 0]);
  expect(toJunit(checked(id, [passed, open, waived]))).toContain('waived failure (T-1, until 2099-01-01: Known)');
  expect(toJunit(checked(id, [passed, open, { ...open, variables: ['CES_EVENT_ID'] }]))).toContain(
    'not assessed: No fixture (CES_SEGMENT_ID, CES_EVENT_ID)',
  );
  expect(counts(toJunit(checked(id, [passed, passed])))?.slice(1)).toEqual([0, 0, 0]);
});

test('a case shows the evidence of its own endpoint', () => {
  const findings = [{ expected: 'status 401', actual: 'status 200' }];
  const at = (endpoint: number) => ({ endpoint, findings, exchanges: [exchange(`at-${endpoint}`)] });
  const xml = toJunit(checked('authentication.required', [at(1), at(13)]));
  const [first = '', second = ''] = [...xml.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs)].map(([, text]) => text);
  expect(first).toContain('curl at-1');
  expect(first).not.toContain('curl at-13');
  expect(second).toContain('curl at-13');
});

test('the time of a test is shared out among its cases, so that all together took what the tests took', () => {
  const id = 'authentication.required';
  const second = { title: 'b', status: 'passed' } as const;
  const result = checked(id, [{ title: 'a' }, { title: 'a' }, second, { ...second, endpoint: 1 }]);
  const tests = Object.entries({ a: 1000, b: 500 }).map(([title, durationMs]) => ({ title, durationMs }));
  const times = [...toJunit({ ...result, tests }).matchAll(/name="authentication\.required" time="([\d.]+)"/g)].map(([, time]) =>
    Number(time),
  );
  expect(times).toEqual([0.25, 1.25]);
  const { tests: timed, ...untimed } = passingResult();
  expect(timed).not.toHaveLength(0);
  expect(toJunit(untimed)).not.toContain('time="');
});

test('a statement that failed only because of another one names it', () => {
  const findings = [{ ...firstFinding(failingResult()), requirement: 'created.echo', consequences: ['endpoint-2.shape'] }];
  expect(toJunit({ ...failingResult(), findings })).toContain('\nFollows from created.echo.]]>');
});

test('what concerns no endpoint has a suite of its own', () => {
  const xml = toJunit(checked('authentication.required', [{ endpoint: null, status: 'passed' }]));
  expect(xml).toContain('<testsuite name="The API as a whole"');
});

test('characters that XML forbids are replaced', () => {
  const xml = toJunit(hostileResult('a\u0000b\uD800c\uFFFEd\u0008]]>'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u);
  expect(xml).toContain('a\uFFFDb\uFFFDc\uFFFDd\uFFFD');
});

const FAILED = { requirement: 4, robustness: 5, completeness: 6 };
for (const [failOn, failed] of Object.entries(FAILED) as [keyof typeof FAILED, number][])
  test(`failing on ${failOn} makes ${failed} failures; what does not count, or is waived, is skipped in JUnit and other in CTRF`, () => {
    expect(counts(toJunit(failingResult(), failOn))).toEqual([CASES, failed, 0, 9 - failed]);
    const { summary, tests }: { summary: object; tests: { status: string }[] } = JSON.parse(toCtrf(failingResult(), failOn)).results;
    const number = (status: string) => tests.filter((entry) => entry.status === status).length;
    expect(summary).toMatchObject({ tests: CASES, failed, skipped: 2, pending: 0, other: 7 - failed, passed: number('passed') });
    expect(number('passed') + number('failed') + number('skipped') + number('other')).toBe(CASES);
  });
