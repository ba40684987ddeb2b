/** Whether this is a run whose result our reporter makes, and no window, list or editor of Playwright's. */
const VARIABLE = 'CONFORMANCE_OWN_RUN';

/** Called where the run is configured. Workers inherit it. */
export function declareOwnRun(isOurReporterFirst: boolean): void {
  if (isOurReporterFirst) process.env[VARIABLE] = '1';
}

export function isOwnRun(): boolean {
  return process.env[VARIABLE] === '1';
}
