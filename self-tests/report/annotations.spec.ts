import { toAnnotations, withoutCommands } from '../../src/report/annotations.ts';
import type { FailOn } from '../../src/result/counting.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult, hostileResult, passingResult } from './sample-result.ts';

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
