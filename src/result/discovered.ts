import type { Evidence, RunFacts } from '../engine/evidence/evidence.ts';
import { clip } from '../http/text.ts';
import { endpoint } from '../specification/endpoints.ts';

/** Ids are opaque, and may be of any length. */
const LONGEST = 200;

/** The settings, with values that the run found by itself where none was set. Workers may find different ones: the first is shown. */
export function withDiscovered(settings: RunFacts['settings'], evidence: readonly Evidence[]): RunFacts['settings'] {
  const found = evidence.flatMap(({ discovered = [] }) => discovered);
  return settings.map((setting) => {
    const own = found.filter(({ variable }) => variable === setting.name);
    const [first] = own;
    if (first === undefined || setting.source !== 'default') return setting;
    const others = new Set(own.map(({ value }) => value)).size - 1;
    const value = `${clip(first.value, LONGEST)}${others > 0 ? ` (and ${others} more)` : ''}`;
    return { ...setting, value, source: `${DISCOVERED} (endpoint ${endpoint(first.endpoint).number})` };
  });
}

const DISCOVERED = 'discovered';

/** The settings that people gave: without what the run found. */
export function withoutDiscovered(settings: RunFacts['settings']): RunFacts['settings'] {
  return settings.filter(({ source }) => !source.startsWith(`${DISCOVERED} (`));
}
