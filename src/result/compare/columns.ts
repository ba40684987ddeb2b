import type { ConformanceResult } from '../result.ts';
import { isPartly } from '../verdict.ts';
import type { Column, NamedResult } from './comparison.ts';

type Source = NamedResult<ConformanceResult>;

/** The columns of these results, each with its label or a name of its own. */
export function columnsOf(sources: readonly Source[]): Column[] {
  const names = namesOf(sources);
  return sources.map(({ file, label, result }, index) => ({
    name: label ?? names[index] ?? file,
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
    partly: isPartly(result),
  }));
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
