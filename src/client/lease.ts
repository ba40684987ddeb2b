type Waiting = Readonly<{ ids: readonly string[]; count: number; begin(own: readonly string[]): void }>;

/** Customers that no two have at once. Each takes all that it needs together, so none wait for each other; who asks first is served first. */
export class Lease {
  readonly #taken = new Set<string>();
  #waiting: readonly Waiting[] = [];

  /** Acts once so many of these are free, or all of them where there are fewer. Nobody else has them meanwhile. Lets go of them in the end. */
  async having<T>(count: number, ids: readonly string[], act: (own: readonly string[]) => Promise<T>): Promise<T> {
    const own = await new Promise<readonly string[]>((begin) => {
      const wanted = [...new Set(ids)];
      this.#waiting = [...this.#waiting, { ids: wanted, count: Math.min(count, wanted.length), begin }];
      this.#serve();
    });
    try {
      return await act(own);
    } finally {
      for (const id of own) this.#taken.delete(id);
      this.#serve();
    }
  }

  #serve(): void {
    const spoken = new Set(this.#taken);
    this.#waiting = this.#waiting.filter(({ ids, count, begin }) => {
      const free = ids.filter((id) => !spoken.has(id));
      const isServed = free.length >= count;
      const own = free.slice(0, count);
      // Who waits has the next claim on whatever would do.
      for (const id of isServed ? own : ids) spoken.add(id);
      if (isServed) for (const id of own) this.#taken.add(id);
      if (isServed) begin(own);
      return !isServed;
    });
  }
}
