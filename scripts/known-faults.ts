import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../tests/faults/faults/index.ts';
import type { FaultOutcome } from '../tests/faults/judge-fault.ts';
import { toKnownFaults, toText } from '../tests/faults/report/known-faults.ts';

/** Takes over into `schemas/known-faults.json` what a whole run of the bench measured; the report shows it beside each statement. */
const source = join(process.env.CES_REPORT_DIR ?? 'reports', 'faults.json');
const { outcomes } = JSON.parse(readFileSync(source, 'utf8')) as { readonly outcomes: readonly FaultOutcome[] };
const played = new Set(outcomes.map(({ name }) => name));
const missing = FAULTS.filter(({ name }) => !played.has(name));
if (missing.length > 0)
  throw new Error(
    `${source} lacks ${missing.length} of ${FAULTS.length} faults (${missing[0]?.name}, …). Run them all: npm run bench:faults`,
  );
writeFileSync(new URL('../schemas/known-faults.json', import.meta.url), toText(toKnownFaults(FAULTS, outcomes)));
