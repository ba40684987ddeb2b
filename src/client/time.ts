import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** The time by which scenarios and their clients wait. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const ORDINARY: Time = { now: Date.now, sleep: (milliseconds) => pause(milliseconds) };
const own = new AsyncLocalStorage<Time>();

export const now = (): number => (own.getStore() ?? ORDINARY).now();

export const sleep = (milliseconds: number): Promise<void> => (own.getStore() ?? ORDINARY).sleep(milliseconds);

/** Whatever `act` begins goes by this time. */
export const byTime = <T>(time: Time, act: () => Promise<T>): Promise<T> => own.run(time, act);
