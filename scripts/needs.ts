// Measures which statements a run leaves not assessed, and for want of what, and writes schemas/needs.json: the doctor's forecast rests on it.
import { writeFileSync } from 'node:fs';
import { LACKING, measureNeeds } from '../mutation/needs.ts';

let done = 0;
const needs = await measureNeeds(3, (names) => {
  done += 1;
  console.log(`${done} of ${LACKING.length}: without ${names.join(' and ')}`);
});
writeFileSync(new URL('../schemas/needs.json', import.meta.url), `${JSON.stringify(needs, null, 2)}\n`);
