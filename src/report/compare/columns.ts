import type { ConformanceResult } from '../../result/result.ts';
import type { Column, NamedResult } from './comparison.ts';

type Source = NamedResult<ConformanceResult>;

/** Fewest broken requirements first, then fewest not assessed, then oldest. A result without a verdict proves nothing and comes last. */
export function ordered(sources: readonly Source[]): Source[] {
  const rank = ({ result }: Source) => [result.verdict === 'no-verdict' ? 1 : 0, number(result, BROKEN), number(result, OPEN)];
  return [...sources].sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const index = left.findIndex((value, at) => value !== right[at]);
    return index < 0 ? a.result.startedAt.localeCompare(b.result.startedAt) : (left[index] ?? 0) - (right[index] ?? 0);
  });
}

/** The columns of these results, each with its own name. */
export function columnsOf(sources: readonly Source[]): Column[] {
  const names = namesOf(sources);
  return sources.map(({ file, result }, index) => ({
    name: names[index] ?? file,
    file,
    baseUrl: result.target.baseUrl,
    embedded: result.target.embedded,
    startedAt: result.startedAt,
    suiteVersion: result.suite.version,
    specificationVersion: result.specification.version,
    seed: result.seed,
    verdict: result.verdict,
    sentence: result.sentence,
    interrupted: result.interrupted,
    partial: result.partial === true,
  }));
}

const BROKEN = ['failed', 'waived'];
const OPEN = ['not-assessed'];

function number({ requirements }: ConformanceResult, statuses: readonly string[]): number {
  return requirements.filter(({ level, status }) => level === 'requirement' && statuses.includes(status)).length;
}

/** From short to long. The first kind of name that differs in all columns is used; the last resort is the place in the order. */
const NAMINGS: readonly ((source: Source, index: number) => string)[] = [
  ({ result }) => `${targetOf(result)} · ${result.startedAt.slice(0, 10)}`,
  ({ result }) => `${targetOf(result)} · ${result.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
  ({ result, file }) => `${targetOf(result)} · ${result.startedAt.slice(0, 16).replace('T', ' ')} UTC (${file})`,
  ({ result, file }, index) => `${targetOf(result)} · ${result.startedAt.slice(0, 16).replace('T', ' ')} UTC (${file}, ${index + 1})`,
];

function namesOf(sources: readonly Source[]): string[] {
  const candidates = NAMINGS.map((naming) => sources.map(naming));
  return candidates.find((names) => new Set(names).size === names.length) ?? candidates.at(-1) ?? [];
}

function targetOf({ target }: ConformanceResult): string {
  return target.baseUrl === '' ? 'unknown target' : target.baseUrl;
}
