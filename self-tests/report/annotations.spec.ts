import { toAnnotations, withoutCommands } from '../../src/report/annotations.ts';
import { toBadge, toBadgeSvg } from '../../src/report/badge.ts';
import { toCodeQuality } from '../../src/report/code-quality.ts';
import type { FailOn } from '../../src/result/counting.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

interface Annotation {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** The annotations as the runner of GitHub Actions reads them out of the lines of a log. */
function read(log: string): Annotation[] {
  return log
    .split(/\r\n|[\r\n]/)
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
      return { kind, title: unescaped(title), message: unescaped(message) };
    });
}

function unescaped(text: string): string {
  return text.replace(/%(0A|0D|3A|2C|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function kinds(result: ConformanceResult, failOn: FailOn): string[] {
  return read(toAnnotations(result, failOn)).map(({ kind, title }) => `${kind} ${title}`);
}

test('what fails the run is an error, and other findings are warnings; what is waived or merely not seen has none', () => {
  const errors = [
    'error endpoint-2.shape [requirement]',
    'error endpoint-8.shape [requirement]',
    'error authentication.required [requirement]',
    'error event.extra-is-tracked-data [requirement]',
  ];
  const robustness = 'robustness.hostile-ids [robustness]';
  expect(kinds(failingResult(), 'robustness').sort()).toEqual([...errors, `error ${robustness}`].sort());
  expect(kinds(failingResult(), 'requirement').sort()).toEqual([...errors, `warning ${robustness}`].sort());
  expect(kinds(changedResult(), 'new').sort()).toEqual([...errors, `warning ${robustness}`].sort());
  expect(kinds(failingResult(), 'completeness')).toContain('error completeness.endpoint-8 [completeness]');
  expect(toAnnotations(passingResult(), 'robustness')).toBe('');
});

test('an annotation says what the statement is, where it is broken and how, and how to see it again', () => {
  const [first] = read(toAnnotations(changedResult(), 'robustness'));
  expect(first?.message.split('\n')).toEqual([
    "Every documented field that is present has the documented type. (Endpoints, row 2, and the resource's table)",
    'POST /businesses/{id}/campaigns (2), in 1 of 2 checks',
    'Baseline: new',
    'Place: /statistics/emails/sent, /statistics/total_customers_enrolled',
    'Expected: an integer',
    'Actual: the string "0"',
    expect.stringMatching(/^curl /),
  ]);
});

test('no more than ten of each kind are sent, and the last one counts the others', () => {
  const [first] = failingResult().findings ?? [];
  if (first === undefined) throw new Error('the sample has findings');
  const findings = Array.from({ length: 25 }, () => first);
  const annotations = read(toAnnotations({ ...failingResult(), findings }, 'robustness'));
  expect(annotations).toHaveLength(10);
  expect(annotations.at(-1)).toEqual({ kind: 'error', title: 'Conformance', message: '16 more findings are in the report.' });
  expect(read(toAnnotations({ ...failingResult(), findings: findings.slice(0, 10) }, 'robustness'))).toHaveLength(10);
});

test('nothing that a target sends becomes a command', () => {
  const result = hostileResult('%0A::error::a\r\n::stop-commands::x\n  ::add-mask::b,c:d\u2028::error::e');
  const annotations = read(toAnnotations(result, 'robustness'));
  expect(annotations.length).toBeGreaterThan(0);
  for (const { kind, title } of annotations) expect(`${kind} ${title}`).toMatch(/^(error|warning) .+ \[\w+\]$/);
});

test('output between two tokens holds no command, and each has a token of its own', () => {
  const [one, other] = [withoutCommands('  ::error::a\n'), withoutCommands('  ::error::a\n')];
  expect(one).toMatch(/^::stop-commands::([0-9a-f-]{36})\n {2}::error::a\n::\1::\n$/);
  expect(one).not.toBe(other);
});

test('each finding is one violation of code quality, with its id as fingerprint; severity follows the level, and what is waived is an information', () => {
  const violations: readonly Readonly<Record<string, unknown>>[] = JSON.parse(toCodeQuality(failingResult()));
  expect(violations.map(({ fingerprint }) => fingerprint)).toEqual(failingResult().findings?.map(({ id }) => id));
  expect(violations[0]).toEqual({
    description:
      'endpoint-2.shape: Every documented field that is present has the documented type. at /statistics/emails/sent, /statistics/total_customers_enrolled: expected an integer; actual the string "0"',
    check_name: 'endpoint-2.shape',
    fingerprint: expect.stringMatching(/^endpoint-2\.shape-/),
    severity: 'critical',
    location: { path: 'POST /businesses/{id}/campaigns (2)', lines: { begin: 1 } },
  });
  expect(Object.fromEntries(violations.map(({ check_name, severity }) => [check_name, severity]))).toMatchObject({
    'robustness.hostile-ids': 'major',
    'completeness.endpoint-8': 'info',
    'endpoint-15.shape': 'info',
  });
  expect(JSON.parse(toCodeQuality(passingResult()))).toEqual([]);
});

for (const [result, message, color] of [
  [passingResult(), 'conformant 27/27', '#1a6541'],
  [partialResult(), '◐ conformant 18/27', '#7a5200'],
  [{ ...passingResult(), partial: true }, '◐ conformant 27/27', '#7a5200'],
  [failingResult(), 'not conformant 5/27 broken', '#a3241b'],
  [noVerdictResult(), 'no verdict', '#5a626b'],
] as const) {
  test(`the badge says "${message}"`, () => {
    expect(toBadge(result)).toEqual({ schemaVersion: 1, label: 'API conformance', message, color });
    expect(toBadgeSvg(result)).toContain(`<title id="title">API conformance: ${message}</title>`);
  });
}

test('text of the target is no markup in the badge, and is no character that XML forbids', () => {
  const svg = toBadgeSvg(hostileResult('</desc><script>&\u0000\uFFFF\u202E'));
  expect(svg).toContain('&lt;/desc&gt;&lt;script&gt;&amp;\\u0000\uFFFD\\u202E');
  expect(svg).not.toContain('<script');
});
