import { createSearch, type Sought } from '../redaction/search.ts';
import { headerFields } from './parsing/header-fields.ts';
import { withoutUserinfo } from './parsing/userinfo.ts';
import { proxyVariables } from './proxies.ts';
import { secretTexts } from './secrets.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** The text of a variable as it may be written down, given the environment from which it comes. */
export function shownValue(name: VariableName, text: string, environment: NodeJS.ProcessEnv): string {
  const { secret } = VARIABLES[name];
  if (secret === 'whole') return '(set)';
  return secret === 'userinfo' ? shownUrl(text, environment) : shownText(text, environment);
}

/** A URL as it may be written down: without user and password. */
export function shownUrl(text: string, environment: NodeJS.ProcessEnv): string {
  return shownText(withoutUserinfo(text), environment);
}

function shownText(text: string, environment: NodeJS.ProcessEnv): string {
  const { CES_BASE_URL: baseUrl = '', CES_USERNAME: username = '', CES_PASSWORD: password = '' } = environment;
  const { CES_HEADERS: headers = '', CES_CLIENT_KEY_PASSPHRASE: clientKeyPassphrase = '' } = environment;
  if (password !== '' && reveals(text, { texts: [password], inBase64: [`${username}:${password}`] }))
    return '(hidden: it holds the password)';
  const fields = headerFields(headers);
  const connection = { headers: 'value' in fields ? fields.value : {}, proxies: proxyVariables(environment), clientKeyPassphrase };
  return reveals(text, { texts: secretTexts({ baseUrl, connection }) }) ? '(hidden: it holds something that is kept secret)' : text;
}

function reveals(text: string, sought: Sought): boolean {
  return createSearch(sought)(text).length > 0;
}
