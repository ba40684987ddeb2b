import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { envFile, fixturesJson } from '../doctor/settings-files.ts';
import type { Found } from '../doctor/tried.ts';
import { sharedFacts } from '../engine/run-environment.ts';
import { VARIABLE_NAMES } from '../settings/variables.ts';

/** What lasts no longer than this process. */
const TEMPORARY = ['embedded service', 'provider states'];

/**
 * Writes the known and the found settings: fixtures as JSON where the name ends in `.json`, else a `.env`, which leaves out what a file of fixtures
 * gives. What a file that it replaces holds besides is kept. Returns false when the file cannot be written, which it reports.
 */
export function writeSettings(file: string, force: boolean, all: readonly Found[]): boolean {
  const { sources, embedded } = sharedFacts();
  const isJson = /\.json$/i.test(file);
  const left = isJson ? TEMPORARY : [...TEMPORARY, process.env.CES_FIXTURES];
  const known = VARIABLE_NAMES.filter((name) => name !== 'CES_ENV_FILE' && sources[name] !== undefined && !left.includes(sources[name]));
  const found = embedded ? [] : all;
  try {
    const former = force && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const text = (isJson ? fixturesJson : envFile)(known, process.env, found, former);
    if (text === null) {
      process.stderr.write(`${file} is not replaced: it holds no JSON object. Give another name.\n`);
      return false;
    }
    writeFileSync(file, text, { mode: 0o600, flag: force ? 'w' : 'wx' });
    const how = former === undefined ? ', without secrets.' : '. What stood in it, and what the doctor does not know, is kept.';
    process.stdout.write(`\n${file} is written${how}${isJson ? ` Name it in CES_FIXTURES; ${ELSEWHERE}` : ''}\n`);
    return true;
  } catch (error) {
    process.stderr.write(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

const ELSEWHERE = 'it holds fixtures only, so all other settings stay in the environment or in .env.';
