// Part of `npm run regenerate`: writes what the settings' tables say into docs/, .env.example and the schema of a file of fixtures.
import { writeFileSync } from 'node:fs';
import { envExample, settingsPage } from '../src/settings/documentation/documentation.ts';
import { fixturesSchema } from '../src/settings/documentation/fixtures-schema.ts';
import { providerStatesPage } from '../src/settings/documentation/provider-states-page.ts';

const DOCUMENTS = {
  '.env.example': envExample,
  'docs/provider-states.md': providerStatesPage,
  'docs/settings.md': settingsPage,
  'schemas/fixtures.schema.json': fixturesSchema,
};

for (const [name, content] of Object.entries(DOCUMENTS)) writeFileSync(new URL(`../${name}`, import.meta.url), content());
console.log(`${Object.keys(DOCUMENTS).length} files derived from src/settings/`);
