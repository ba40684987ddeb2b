import type { Exchange, Implementation } from '../library.ts';
import { NotAssessed, recordOf } from '../suite.ts';
import { type Late, readLate } from './times.ts';

const SOURCE_VARIABLES = { copyProjectEmailTemplate: 'CES_PROJECT_EMAIL_TEMPLATE_ID', copyEmailTemplate: 'CES_EMAIL_TEMPLATE_ID' } as const;

/** The id of the copy that an endpoint answered. */
export function copyId(exchange: Exchange, name: keyof typeof SOURCE_VARIABLES): string {
  const { id } = recordOf(exchange);
  if (typeof id !== 'string') throw new NotAssessed('The copy has no id', [SOURCE_VARIABLES[name]]);
  return id;
}

/** The variables of a copy, which may be late to be read. */
export function readVariables(implementation: Implementation, id: string): Promise<Late> {
  return readLate(implementation, () => implementation.client.send('listEmailTemplateVariables', { id }));
}

/** The same reads with nothing beside them. */
export async function readAlone({ client }: Implementation, reads: readonly Exchange[]): Promise<Exchange[]> {
  const ids = reads.map(({ request: { url } }) => decodeURIComponent(url.split('/').at(-2) ?? ''));
  return Promise.all(ids.map((id) => client.send('listEmailTemplateVariables', { id, alone: true })));
}

/** The names of variables in an answer. */
export function variablesIn(exchange: Exchange): string[] {
  const { variables } = recordOf(exchange);
  if (!Array.isArray(variables)) throw new NotAssessed('The answer holds no list `variables`');
  return variables.map(String);
}
