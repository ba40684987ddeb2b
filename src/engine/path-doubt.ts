import { invocation } from '../installation/invocation.ts';

/** Who tells whether the path of the base URL is right, where reads cannot. */
export function whoTellsOfPath(): string {
  return `With leave to write, ${invocation('doctor', '--allow-writes')} tells.`;
}
