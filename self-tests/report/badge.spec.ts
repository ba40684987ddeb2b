import { toBadge, toBadgeSvg } from '../../src/report/badge.ts';
import { expect, test } from '../test.ts';
import { failingResult, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

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
