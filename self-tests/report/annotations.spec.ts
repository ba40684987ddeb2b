import { toAnnotations, withoutCommands } from '../../src/report/annotations.ts';
import { toBadge, toBadgeSvg } from '../../src/report/badge.ts';
import { expect, test } from '../test.ts';
import { failingResult, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

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
