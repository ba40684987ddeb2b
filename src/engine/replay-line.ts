import { invocation } from '../installation/invocation.ts';

/** The command that repeats one test with the same generated inputs; with a token, with that one input alone. */
export function replayLine(seed: number, title: string, token?: string): string {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''");
  const replay = token === undefined ? '' : `CES_REPLAY=${token} `;
  return `CES_SEED=${seed} ${replay}${invocation('conformance', `--grep '${pattern}'`)}`;
}
