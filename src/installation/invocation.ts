import { IS_PACKAGE } from './files.ts';

/** How an npm script names this program: in the project itself, and where the package is installed. */
export const PROGRAM = IS_PACKAGE ? 'customer-engagement-conformance' : 'scripts/conformance.mjs';

/** The command line that starts a command here. Where no package is installed, npx would run what the public registry has under its name; `--no-install` refuses. */
export function invocation(
  command: 'conformance' | 'comment' | 'compare' | 'doctor' | 'history' | 'merge' | 'sensitivity' | 'waivers',
  args = '',
): string {
  if (!IS_PACKAGE) return args === '' ? `npm run ${command}` : `npm run ${command} -- ${args}`;
  return [
    'npx --no-install customer-engagement-conformance',
    ...(command === 'conformance' ? [] : [command]),
    ...(args === '' ? [] : [args]),
  ].join(' ');
}
