import { now } from './time.ts';

/** One year ahead, at a whole minute: nothing is sent to anybody, and no precision is lost. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

export function farAhead(): string {
  return new Date(Math.floor((now() + FAR_AHEAD_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
}
