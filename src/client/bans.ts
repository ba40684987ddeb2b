import { NotAssessed } from '../settings/not-assessed.ts';
import type { Ask } from './ask.ts';
import type { Intent } from './last-requests.ts';

/** A firewall closes at once. */
const WITHIN_MS = 1000;
/** So often it closed right after an odd request: no more odd ones are sent. A usual request that met it so often is not sent again either. */
const ENOUGH = 3;
const GIVEN_UP = 'The target refuses everything for a while after odd requests, as firewalls do, so no more of them are sent';
/** From the oddest on. */
const ODD: readonly Intent[] = ['hostile', 'generated'];

/** Whether the target refuses everything for a while after odd requests, as firewalls do. Then the run gives up the oddest, and later generated ones. */
export class Bans {
  /** When the latest of them was sent, in milliseconds since the Unix epoch. */
  readonly #sentAt = new Map<Intent, number>();
  readonly #bans = new Map<Intent, number>();

  /** How many bans followed odd requests that were given up for it; 0 where none were. */
  get count(): number {
    const counts = [...this.#bans.values()].filter((count) => count >= ENOUGH);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  check({ credentials, intent }: Ask): void {
    if (credentials === 'good' && (this.#bans.get(intent) ?? 0) >= ENOUGH) throw new NotAssessed(GIVEN_UP);
  }

  /** The target refused everything each time when this was sent. @throws NotAssessed where it is odd, or was sent three times */
  shownBy({ intent }: Ask, times: number): void {
    if (!ODD.includes(intent) && times < ENOUGH) return;
    this.#bans.set(intent, (this.#bans.get(intent) ?? 0) + 1);
    throw new NotAssessed(GIVEN_UP);
  }

  sent({ credentials, intent }: Ask, at: number): void {
    if (credentials === 'good') this.#sentAt.set(intent, Math.max(at, this.#sentAt.get(intent) ?? 0));
  }

  began(at: number): void {
    const cause = ODD.find((intent) => Math.abs(at - (this.#sentAt.get(intent) ?? 0)) < WITHIN_MS);
    if (cause !== undefined) this.#bans.set(cause, (this.#bans.get(cause) ?? 0) + 1);
  }
}
