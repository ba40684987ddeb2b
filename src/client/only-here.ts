/** Where chance strikes one request of so many, this many times as many all pass once in a thousand times (e^-7): it is asked at each of them. */
export const SURE = 7;

/** Counts by route what happens now and then, and tells what happens at one of them alone from chance, which would have met the others too. */
export class OnlyHere {
  readonly #times = new Map<string, number>();
  /** How many passed since the first time. */
  readonly #passed = new Map<string, number>();

  /** Whether it ever happened. */
  get isSeen(): boolean {
    return this.#times.size > 0;
  }

  timesAt(route: string): number {
    return this.#times.get(route) ?? 0;
  }

  /** Notes that it happened. Returns how often by now. */
  happened(route: string): number {
    this.#times.set(route, this.timesAt(route) + 1);
    return this.timesAt(route);
  }

  passed(route: string): void {
    if (this.isSeen) this.#passed.set(route, (this.#passed.get(route) ?? 0) + 1);
  }

  isOnlyAt(route: string): boolean {
    const [times, here] = [this.timesAt(route), this.#passed.get(route) ?? 0];
    const elsewhere = [...this.#passed.values()].reduce((sum, count) => sum + count, 0) - here;
    return this.#times.size === 1 && elsewhere * times >= SURE * (here + times);
  }
}
