import { randomBytes } from 'node:crypto';

/** A new opaque id, such as `biz_3q2-7wAB…`: 120 random bits, so that two are never equal. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(15).toString('base64url')}`;
}
