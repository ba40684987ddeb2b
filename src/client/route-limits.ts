import pLimit from 'p-limit';

/** So often something was put off, while no more than so many routes were, and so many others were answered: the limit is theirs alone. */
const ENOUGH_PUT_OFF = 3;
const MOST_ROUTES = 3;
const ENOUGH_ANSWERS = 8;

/** Routes that the target limits apart from all else (*copies one at once*). Their requests go one after the other, and hold nobody else back. */
export class RouteLimits {
  readonly #oneByOne = pLimit(1);
  readonly #putOff = new Set<string>();
  /** For how long a route has put off whatever was asked there, in milliseconds. */
  readonly #waitedMs = new Map<string, number>();
  #times = 0;
  #answersOfOthers = 0;

  /** None where the target seems to limit all that is asked. */
  get routes(): readonly string[] {
    const areApart = this.#times >= ENOUGH_PUT_OFF && this.#putOff.size <= MOST_ROUTES && this.#answersOfOthers >= ENOUGH_ANSWERS;
    return areApart ? [...this.#putOff] : [];
  }

  isLimited(route: string): boolean {
    return this.routes.includes(route);
  }

  /** Acts at once, or, where the route is limited, when its turn comes. */
  inTurn<T>(route: string, act: () => Promise<T>): Promise<T> {
    return this.isLimited(route) ? this.#oneByOne(act) : act();
  }

  waitedMs(route: string): number {
    return this.#waitedMs.get(route) ?? 0;
  }

  waited(route: string, milliseconds: number): void {
    this.#waitedMs.set(route, this.waitedMs(route) + milliseconds);
  }

  answered(route: string): void {
    this.#waitedMs.delete(route);
    if (this.#putOff.size > 0 && !this.#putOff.has(route)) this.#answersOfOthers += 1;
  }

  /** @param isNew others do not wait for the same */
  putOff(route: string, isNew: boolean): void {
    this.#putOff.add(route);
    if (isNew) this.#times += 1;
  }
}
