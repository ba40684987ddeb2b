import { absoluteUrl } from '../specification/absolute-url.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** The text of a variable as it may be written down, given the environment from which it comes. */
export function shownValue(name: VariableName, text: string, environment: NodeJS.ProcessEnv): string {
  const { secret } = VARIABLES[name];
  if (secret === 'whole') return '(set)';
  return secret === 'userinfo' ? shownUrl(text, environment) : shownText(text, environment);
}

/** A URL as it may be written down: without user and password. */
export function shownUrl(text: string, environment: NodeJS.ProcessEnv): string {
  return withoutUserinfo(shownText(text, environment));
}

function shownText(text: string, environment: NodeJS.ProcessEnv): string {
  return holdsPassword(text, environment) ? '(hidden: it holds the password)' : text;
}

/** Removes user and password from a URL, and from a text that was meant as one. A valid URL without them stays as it is. */
export function withoutUserinfo(text: string): string {
  // A colon without a port, which URL parsers allow, is rather a password that begins with a slash.
  if (/^https?:\/\/(?![^/?#]*:[/?#])/i.test(text) && absoluteUrl(text)) {
    const url = new URL(text);
    return url.username === '' && url.password === '' ? text : text.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
  }
  // A slash, a hash or a question mark in a password breaks the URL, so all that precedes the last @ may be secret.
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text)) return text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/.*@/is, '$1//');
  return text.replace(/^[^/?#]*@/, '');
}

function holdsPassword(text: string, environment: NodeJS.ProcessEnv): boolean {
  const { CES_USERNAME: username = '', CES_PASSWORD: password = '' } = environment;
  if (password === '') return false;
  const base64 = [password, `${username}:${password}`].map((secret) => Buffer.from(secret).toString('base64'));
  const escaped = [encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  return [password, ...escaped, ...base64].some((form) => text.includes(form));
}
