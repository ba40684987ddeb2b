import { headerFields } from './parsing/header-fields.ts';
import { withoutUserinfo } from './parsing/userinfo.ts';
import { proxyVariables } from './proxies.ts';
import { secretTexts } from './secrets.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** The text of a variable as output may show it, given the environment that it comes from. */
export function shownValue(name: VariableName, text: string, environment: NodeJS.ProcessEnv): string {
  const { secret } = VARIABLES[name];
  if (secret === 'whole') return '(set)';
  return secret === 'userinfo' ? shownUrl(text, environment) : shownText(text, environment);
}

/** A URL as output may show it: without user and password. */
export function shownUrl(text: string, environment: NodeJS.ProcessEnv): string {
  return shownText(withoutUserinfo(text), environment);
}

function shownText(text: string, environment: NodeJS.ProcessEnv): string {
  const { CES_BASE_URL: baseUrl = '', CES_USERNAME: username = '', CES_PASSWORD: password = '', CES_HEADERS: headers = '' } = environment;
  if (password !== '' && holds(text, password, [`${username}:${password}`])) return '(hidden: it holds the password)';
  const fields = headerFields(headers);
  const connection = { headers: 'value' in fields ? fields.value : {}, proxies: proxyVariables(environment) };
  const secrets = secretTexts({ baseUrl, connection });
  return secrets.some((secret) => holds(text, secret)) ? '(hidden: it holds something that is kept secret)' : text;
}

/** Whether the text holds the secret: plain, percent-encoded, as JSON or in base64; `tokens` only in base64. */
function holds(text: string, secret: string, tokens: readonly string[] = []): boolean {
  const base64 = [secret, ...tokens].map((token) => Buffer.from(token).toString('base64'));
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64].some((form) => text.includes(form));
}
