import { type Run, readSettings } from '../settings/settings.ts';
import type { ConformanceResult } from './result.ts';

export type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** `CES_FAIL_ON=new` is refused without a baseline. */
const NAMES = ['CES_FAIL_ON', 'CES_REQUIRE_COMPLETE', 'CES_BASELINE'];

/** What fails a run was set where its tests ran, which may be another machine than this. */
export function judgedBy(settings: ConformanceResult['settings']): Judged {
  const set = settings.filter(({ name }) => NAMES.includes(name));
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}
