import type { Implementation } from '../../src/client/implementation.ts';
import { pollUntil } from '../../src/client/polling.ts';
import { now } from '../../src/client/time.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isClientError } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { recordOf } from './records.ts';

const SOURCE_VARIABLES = { copyProjectEmailTemplate: 'CES_PROJECT_EMAIL_TEMPLATE_ID', copyEmailTemplate: 'CES_EMAIL_TEMPLATE_ID' } as const;
/** A copy that is made in the background may be late to be read. */
const LATE_MS = 3000;

/** The id of the copy that an endpoint answered. */
export function copyId(exchange: Exchange, name: keyof typeof SOURCE_VARIABLES): string {
  const { id } = recordOf(exchange);
  if (typeof id !== 'string') throw new NotAssessed('The copy has no id', [SOURCE_VARIABLES[name]]);
  return id;
}

export async function readVariables(implementation: Implementation, id: string): Promise<Exchange> {
  let last = await implementation.client.send('listEmailTemplateVariables', { id });
  await pollUntil(now() + LATE_MS, async () => {
    if (!isClientError(last)) return last;
    last = await implementation.client.send('listEmailTemplateVariables', { id });
    return null;
  });
  return last;
}

/** The names of variables in an answer. */
export function variablesIn(exchange: Exchange): string[] {
  const { variables } = recordOf(exchange);
  if (!Array.isArray(variables)) throw new NotAssessed('The answer holds no list `variables`');
  return variables.map(String);
}
