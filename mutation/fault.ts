import type { Fault, Interposition } from './interposition.ts';

type Further = Pick<Fault, 'only' | 'variables'>;

/** A fault over one exchange. */
export function fault(
  name: string,
  endpoints: number | readonly number[],
  breaks: string | readonly string[],
  description: string,
  interpose: () => Interposition,
  further: Further = {},
): Fault {
  return { name, endpoints: [endpoints].flat(), breaks: [breaks].flat(), description, interpose, ...further };
}

/** The fault breaks its first statement and no other. */
export const ONLY: Further = { only: true };
