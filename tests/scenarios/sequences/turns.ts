/** What several attempts must not have at once. An attempt takes all that it needs together, so that no two wait for each other. */
export class Turns {
  readonly #taken = new Set<string>();
  #waiting: (() => void)[] = [];

  /** Acts once nobody else has any of these, and lets go of them in the end. */
  async having<T>(ids: readonly string[], act: () => Promise<T>): Promise<T> {
    while (ids.some((id) => this.#taken.has(id))) await new Promise<void>((wake) => this.#waiting.push(wake));
    for (const id of ids) this.#taken.add(id);
    try {
      return await act();
    } finally {
      for (const id of ids) this.#taken.delete(id);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    }
  }
}
