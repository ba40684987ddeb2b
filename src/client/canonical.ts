import { now } from './time.ts';

/** Implementations may normalise these values. Canonical ones come back as they were sent (docs/reading-rules.md, rule 7). */

const AREAS = ['202', '212', '303', '312', '404', '415', '503', '617', '702', '808'];

/** A North American number in E.164 whose last seven digits nobody has (555-01xx); the same for the same `n` modulo 1,000. */
export function canonicalPhoneNumber(n: number): string {
  return `+1${AREAS[Math.floor(n / 100) % AREAS.length]}55501${String(n % 100).padStart(2, '0')}`;
}

/** A lower-case address at a domain without mailboxes (RFC 2606). */
export function canonicalEmailAddress(text: string): string {
  return `${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@example.com`;
}

/** One year ahead, at a whole minute: nothing is sent to anybody, and no precision is lost. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

export function farAhead(): string {
  return new Date(Math.floor((now() + FAR_AHEAD_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
}
