import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** Whether this is the source (which tsx runs) or the compiled package. Both have the same folders. */
export const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** The file of a module. Its name starts at the project's root and has no extension. */
export function moduleFile(name: string): string {
  return fileURLToPath(new URL(`${name}${FROM_SOURCE ? '.ts' : '.js'}`, ROOT));
}

/** How an npm script names this program: in the project itself, and where the package is installed. */
export const PROGRAM = FROM_SOURCE ? 'src/cli/conformance.ts' : 'customer-engagement-conformance';

/**
 * The command line that starts a command of this project, for this installation. Where the package is not installed, npx would run whatever
 * the public registry has under its name; with `--no-install` it refuses.
 */
export function invocation(
  command: 'conformance' | 'comment' | 'compare' | 'doctor' | 'history' | 'merge' | 'sensitivity' | 'waivers',
  args = '',
): string {
  if (FROM_SOURCE) return args === '' ? `npm run ${command}` : `npm run ${command} -- ${args}`;
  return [
    'npx --no-install customer-engagement-conformance',
    ...(command === 'conformance' ? [] : [command]),
    ...(args === '' ? [] : [args]),
  ].join(' ');
}
