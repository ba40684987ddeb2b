/** `npm run build`: compiles what the package holds into dist/, which has the folders of the source, so that every path holds in both. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What is read at run time and not compiled. */
const ASSETS = ['package.json', 'schemas', 'src/report/html/assets'];

const root = new URL('../', import.meta.url);
const dist = new URL('dist/', root);

rmSync(dist, { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: fileURLToPath(root), stdio: 'inherit' });
for (const name of ASSETS) cpSync(new URL(name, root), new URL(name, dist), { recursive: true, filter: (file) => !file.endsWith('.ts') });
