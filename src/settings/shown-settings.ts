import type { ConformanceResult } from '../../schemas/derived/result.ts';
import type { LoadedEnvironment } from './environment.ts';
import { PROXY_VARIABLES } from './proxies.ts';
import { shownUrl, shownValue } from './secrets.ts';
import { givenText } from './variable-reader.ts';
import { VARIABLE_NAMES, VARIABLES } from './variables.ts';

/** What stands for a value that nobody gave. */
export const NOT_SET = '(not set)';

/** One row of the settings in a report, safe to publish. Its source is `environment`, the file's name, or `default`. */
export type ShownSetting = ConformanceResult['settings'][number];

/** All settings of a run without secrets, with the seed that was drawn. The proxy variables follow, if set. */
export function shownSettings({ environment, sources }: LoadedEnvironment, seed: number): ShownSetting[] {
  const own = VARIABLE_NAMES.map((name) => {
    const text = givenText(environment, name);
    if (text === null) return { name, value: name === 'CES_SEED' ? String(seed) : (VARIABLES[name].default ?? NOT_SET), source: 'default' };
    return { name, value: shownValue(name, text, environment), source: sources[name] ?? 'environment' };
  });
  const proxies = PROXY_VARIABLES.flatMap((name) => {
    const text = environment[name] ?? '';
    return text === '' ? [] : [{ name, value: shownUrl(text, environment), source: sources[name] ?? 'environment' }];
  });
  return [...own, ...proxies];
}
