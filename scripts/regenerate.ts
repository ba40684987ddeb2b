// `npm run regenerate`: writes schemas/derived/ anew from schemas/specification.md, and what the settings' tables say into docs/, .env.example and the
// schema of a file of fixtures. Exits 1 with all problems where the document is not understood.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { derive } from './derive/derive.ts';
import { DOCUMENTS } from './document/documents.ts';

const DOCUMENT = 'schemas/specification.md';
const root = new URL('../', import.meta.url);
const folder = new URL('schemas/derived/', root);

try {
  const files = derive(readFileSync(new URL(DOCUMENT, root), 'utf8'), DOCUMENT);
  mkdirSync(folder, { recursive: true });
  for (const stale of readdirSync(folder).filter((name) => !files.has(name))) rmSync(new URL(stale, folder));
  for (const [name, content] of files) writeFileSync(new URL(name, folder), content);
  nameStatements(files.get('register.json') ?? '');
  for (const [name, content] of Object.entries(DOCUMENTS)) writeFileSync(new URL(name, root), content());
  console.log(`${files.size} files derived from ${DOCUMENT}, ${Object.keys(DOCUMENTS).length} from src/settings/`);
} catch (error) {
  if (!(error instanceof AggregateError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Waivers name statements by their ids, so that editors offer them and mark one that does not exist. */
function nameStatements(register: string): void {
  const file = new URL('schemas/waivers.schema.json', root);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { items: { properties: { requirement: { enum: string[] } } } };
  const { requirements } = JSON.parse(register) as { requirements: readonly { id: string }[] };
  schema.items.properties.requirement.enum = requirements.map(({ id }) => id);
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
