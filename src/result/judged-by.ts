import { type Run, readSettings } from '../settings/settings.ts';
import type { ConformanceResult } from './result.ts';

export type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** What fails a run was set where its tests ran, which may be another machine than this. */
export function judgedBy(settings: ConformanceResult['settings']): Judged {
  const set = settings.filter(({ name }) => name === 'CES_FAIL_ON' || name === 'CES_REQUIRE_COMPLETE');
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}
