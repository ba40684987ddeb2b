// Writes .env.example, the schema of a file of fixtures, the page of provider states and the settings of README.md from the tables; with --check, only tells whether they are current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { envExample, readmeWithSettings } from '../src/settings/documentation/documentation.ts';
import { fixturesSchema } from '../src/settings/documentation/fixtures-schema.ts';
import { providerStatesPage } from '../src/settings/documentation/provider-states-page.ts';

const root = new URL('../', import.meta.url);
const checkOnly = process.argv.includes('--check');

const documents = [
  { name: '.env.example', update: envExample },
  { name: 'schemas/fixtures.schema.json', update: fixturesSchema },
  { name: 'docs/provider-states.md', update: providerStatesPage },
  { name: 'README.md', update: readmeWithSettings },
];

for (const { name, update } of documents) {
  const file = new URL(name, root);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const derived = update(current);
  if (current === derived) {
    console.log(`${name} is current`);
  } else if (checkOnly) {
    console.error(`${name} is not what src/settings/variables.ts says: run npx tsx scripts/document-settings.ts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, derived);
    console.log(`${name} is written`);
  }
}
