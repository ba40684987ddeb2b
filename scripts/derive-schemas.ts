/** `npm run schemas`: writes schemas/derived/ anew from schemas/specification.md. Exits 1 with all problems where the document is not understood. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { derive } from '../src/specification/derive/derive.ts';
import { DocumentError } from '../src/specification/derive/problems.ts';

const DOCUMENT = 'schemas/specification.md';
const root = new URL('../', import.meta.url);
const folder = new URL('schemas/derived/', root);

try {
  const files = await derive(readFileSync(new URL(DOCUMENT, root), 'utf8'), DOCUMENT);
  mkdirSync(folder, { recursive: true });
  for (const stale of readdirSync(folder).filter((name) => !files.has(name))) rmSync(new URL(stale, folder));
  for (const [name, content] of files) writeFileSync(new URL(name, folder), content);
  console.log(`${files.size} files derived from ${DOCUMENT}`);
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
