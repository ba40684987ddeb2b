import { jsonOf } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';

/**
 * What an answer says, whatever was asked for: its status, and its JSON without texts that hold what was sent, or a digit, as times and numbers
 * of a request do. A service that answers two requests with one gist got equally far with both.
 */
export function gistOf({ answer }: Exchange, sent: string): string {
  if (answer === null) return 'no answer';
  const json = jsonOf(answer);
  const told = (_: string, value: unknown) => (typeof value === 'string' && (/\d/.test(value) || value.includes(sent)) ? '' : value);
  return `${answer.status} ${'value' in json ? JSON.stringify(json.value, told) : ''}`;
}
