// Takes over into schemas/known-faults.json what a mutation run measured, of all faults or of some; the report shows it beside each statement.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../mutation/faults/index.ts';
import type { FaultOutcome } from '../mutation/judge-fault.ts';
import { toKnownFaults, toText } from '../mutation/report/known-faults.ts';
import type { KnownFaults } from '../src/result/known-faults.ts';
import { counted } from '../src/specification/words.ts';

const KNOWN = new URL('../schemas/known-faults.json', import.meta.url);
const source = join(process.env.CES_REPORT_DIR ?? 'reports', 'faults.json');

const { outcomes } = JSON.parse(readFileSync(source, 'utf8')) as { readonly outcomes: readonly FaultOutcome[] };
const known = toKnownFaults(FAULTS, outcomes, JSON.parse(readFileSync(KNOWN, 'utf8')) as KnownFaults);
writeFileSync(KNOWN, toText(known));

const names = new Set(Object.values(known).flatMap((faults) => faults.map(({ name }) => name)));
const unknown = FAULTS.filter(({ name }) => !names.has(name)).map(({ name }) => name);
process.stdout.write(`${counted(outcomes.length, 'fault')} taken over from ${source}.\n`);
if (unknown.length > 0) process.stdout.write(`No statement is known to catch these, so run them: ${unknown.join(', ')}\n`);
