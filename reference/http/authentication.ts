import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

export interface Credentials {
  /** Holds no colon: RFC 7617 leaves colons to the password. */
  readonly username: string;
  readonly password: string;
}

const CHALLENGE = 'Basic realm="Customer Engagement Service", charset="UTF-8"';
const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Throws for credentials that RFC 7617 forbids: no request could present them. */
export function assertPresentable({ username, password }: Credentials): void {
  if (username.includes(':')) throw new TypeError('username: expected text without a colon, which HTTP Basic cannot carry');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 section 2 excludes exactly these
  const control = /[\u0000-\u001f\u007f]/;
  if (control.test(username)) throw new TypeError('username: expected text without control characters');
  if (control.test(password)) throw new TypeError('password: expected text without control characters');
}

/**
 * Throws 401 unless the request carries the credentials. It compares the encoded forms: canonical base64 is the only spelling of a byte
 * sequence, so nothing is decoded leniently, and UTF-8 and colons in the password need no care. Digests keep the comparison constant in
 * time for any length.
 */
export function basicAuthentication(credentials: Credentials): (request: FastifyRequest, reply: FastifyReply) => void {
  assertPresentable(credentials);
  const expected = digest(Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64'));
  return (request, reply) => {
    const presented = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(presented), expected)) return;
    reply.header('www-authenticate', CHALLENGE);
    throw new ApiError(401, 'unauthorized', 'expected the header Authorization: Basic with valid credentials');
  };
}
