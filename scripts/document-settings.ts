// Part of `npm run regenerate`: writes what the settings' tables say into docs/, .env.example and the schema of a file of fixtures.
import { writeFileSync } from 'node:fs';
import { DOCUMENTS } from './document/documents.ts';

for (const [name, content] of Object.entries(DOCUMENTS)) writeFileSync(new URL(`../${name}`, import.meta.url), content());
console.log(`${Object.keys(DOCUMENTS).length} files derived from src/settings/`);
