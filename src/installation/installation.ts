import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this program, as source or bundled. Code that several entry points share stands in other files of a bundle, so the way up is not known beforehand. */
const ROOT = folderWithManifest(new URL('./', import.meta.url));

/** Whether this is the source, which Node only runs with a loader. */
export const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** Whether npm has installed this program as a package, and it is no clone. */
const IS_PACKAGE = ROOT.pathname.includes('/node_modules/customer-engagement-conformance/');

/** The file of a module that is run or loaded by its name. The name starts at the project's root and has no extension. */
export const moduleFile = (name: string): string => fileURLToPath(new URL(`${name}${FROM_SOURCE ? '.ts' : '.js'}`, ROOT));

/** A file or folder that is read at run time. The path starts at the project's root. */
export const asset = (path: string): URL => new URL(path, ROOT);

export const readAsset = (path: string): string => readFileSync(asset(path), 'utf8');

/** The value of a JSON file that comes with the program, of a type that is trusted. */
export const readJsonAsset = <T>(path: string): T => JSON.parse(readAsset(path)) as T;

function folderWithManifest(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : folderWithManifest(new URL('../', folder));
}

/** How an npm script names this program: in the project itself, and where the package is installed. */
export const PROGRAM = IS_PACKAGE ? 'customer-engagement-conformance' : 'scripts/conformance.mjs';

/** The command line that starts a command here. Where no package is installed, npx would run what the public registry has under its name; `--no-install` refuses. */
export function invocation(
  command: 'conformance' | 'comment' | 'compare' | 'doctor' | 'history' | 'merge' | 'sensitivity' | 'waivers',
  args = '',
): string {
  if (!IS_PACKAGE) return args === '' ? `npm run ${command}` : `npm run ${command} -- ${args}`;
  return ['npx --no-install customer-engagement-conformance', command === 'conformance' ? '' : command, args].filter(Boolean).join(' ');
}

/** Whoever reads this process's output may stop (`| head`). The run goes on, for its reports and its exit code. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
