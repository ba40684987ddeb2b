import type { Evidence, RunFacts } from '../engine/evidence/evidence.ts';
import { clip } from '../http/text.ts';
import { endpoint } from '../specification/endpoints.ts';

type Settings = RunFacts['settings'];

/** Ids are opaque, and may be of any length. */
const LONGEST = 200;
const DISCOVERED = 'discovered';

/** The settings, with values that the run found by itself where none was set. Shards may find different ones: the first is shown. */
export function withDiscovered(settings: Settings, evidence: readonly Evidence[]): Settings {
  const found = evidence.flatMap(({ discovered = [] }) => discovered);
  return settings.map((setting) => {
    const own = setting.source === 'default' ? found.find(({ variable }) => variable === setting.name) : undefined;
    if (own === undefined) return setting;
    return { ...setting, value: clip(own.value, LONGEST), source: `${DISCOVERED} (endpoint ${endpoint(own.endpoint).number})` };
  });
}

/** The settings that people gave: without what the run found. */
export function withoutDiscovered(settings: Settings): Settings {
  return settings.filter(({ source }) => !source.startsWith(`${DISCOVERED} (`));
}
