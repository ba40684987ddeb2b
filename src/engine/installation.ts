import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** Whether this is the source, which tsx runs, or the compiled package, which has the same folders. */
export const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** The file of a module that is named without its extension, from the root of the project. */
export function moduleFile(name: string): string {
  return fileURLToPath(new URL(`${name}${FROM_SOURCE ? '.ts' : '.js'}`, ROOT));
}

/** The line by which people start a command of this project where it stands. */
export function invocation(command: 'conformance' | 'compare' | 'doctor' | 'merge' | 'sensitivity' | 'waivers', args = ''): string {
  if (FROM_SOURCE) return args === '' ? `npm run ${command}` : `npm run ${command} -- ${args}`;
  return ['npx customer-engagement-conformance', ...(command === 'conformance' ? [] : [command]), ...(args === '' ? [] : [args])].join(' ');
}
