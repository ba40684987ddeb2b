import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SettingsError } from '../settings-error.ts';

/** Throws a SettingsError unless reports can be written there: creates the directory if need be, and writes and removes a file in it. */
export function checkReportDir(directory: string, variable = 'CES_REPORT_DIR'): void {
  try {
    mkdirSync(directory, { recursive: true });
    const probe = mkdtempSync(join(directory, '.probe-'));
    try {
      writeFileSync(join(probe, 'probe'), 'probe');
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const found = `${JSON.stringify(resolve(directory))} (${reason})`;
    throw new SettingsError([{ variable, found, expected: 'a directory that exists or can be created, and takes files' }]);
  }
}
