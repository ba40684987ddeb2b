import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredResult } from './stored-result.ts';

/** The JSON files of a folder, at any depth, in the order of their names. */
export function jsonFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/** Other JSON files stand beside a result in a folder of reports. Only a result that is taken has to be right in every member. */
export function looksLikeResult(value: unknown): value is StoredResult {
  const { format, verdict, startedAt, target } = (value ?? {}) as Partial<Record<keyof StoredResult, unknown>>;
  return [format, verdict, startedAt].every((member) => typeof member === 'string') && typeof target === 'object' && target !== null;
}
