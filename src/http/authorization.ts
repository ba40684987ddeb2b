import type { Authorization, Elsewhere } from './exchange.ts';

const VALID_CURL = '-u "$CES_USERNAME:$CES_PASSWORD"';

/** Good credentials (RFC 7617). */
export function credentials(username: string, password: string): Authorization {
  return authorization(basic(username, password), 'Basic (credentials)', VALID_CURL);
}

/** No Authorization header at all. */
export const none: Authorization = authorization(null, 'none', '');

/** An authorization whose secrets no serialiser writes. */
export function authorization(value: string | null, shown: string, curl: string, elsewhere?: Elsewhere): Authorization {
  const visible = { shown, curl };
  const secret = { value: { value, enumerable: false }, ...(elsewhere && { elsewhere: { value: elsewhere, enumerable: false } }) };
  return Object.freeze(Object.defineProperties(visible, secret) as Authorization);
}

export function basic(username: string, password: string): string {
  return `Basic ${base64(`${username}:${password}`)}`;
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
