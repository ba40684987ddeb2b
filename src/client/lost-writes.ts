/** So many writes at one endpoint lost their answers, and no more than these were answered meanwhile. */
const ENOUGH = 3;

/** Which writes lost their answers, and which were answered: a write is not sent again, so only their number proves anything. */
export class LostWrites {
  /** By route, when they were sent. */
  readonly #answered = new Map<string, number[]>();
  readonly #lost = new Map<string, number[]>();

  /** Times are milliseconds since the Unix epoch, here and below. */
  answered(route: string, sentAt: number): void {
    note(this.#answered, route, sentAt);
  }

  lost(route: string, sentAt: number): void {
    note(this.#lost, route, sentAt);
  }

  /**
   * Whether the endpoint itself loses answers: at least three, and as many as were answered since the third-last was sent. It goes by the times of
   * sending: among many at once, those that are lost end last, and nothing seems to be answered between.
   */
  areMany(route: string): boolean {
    const lost = this.#lost.get(route) ?? [];
    const from = lost.toSorted((one, other) => other - one)[ENOUGH - 1];
    if (from === undefined) return false;
    const since = (times: readonly number[] = []) => times.filter((at) => at >= from).length;
    return since(lost) >= since(this.#answered.get(route));
  }
}

function note(times: Map<string, number[]>, route: string, at: number): void {
  times.set(route, [...(times.get(route) ?? []), at]);
}
