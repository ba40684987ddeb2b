import { readFileSync } from 'node:fs';
import { asset } from '../installation/files.ts';

export const FOLDER = asset('schemas/derived/');

/** The content of a derived JSON file. Its type is trusted: a test compares the files with the document. */
export function readDerived<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as T;
}
