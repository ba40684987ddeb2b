import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What examples and authentication may need: about 85 records with one worker and a service that accepts the fullest calls, not twice that with four. */
const RESERVED = 200;

/** Renamed by somebody else in between; that often in a row is no coincidence. */
const MOST_TRIES = 10_000;

/** Records taken so far, and of these the ones that checks took which may not use the reserve. */
interface State {
  readonly taken: number;
  readonly unreserved: number;
}

/**
 * How many records the processes of a run have created together. The count is the name of the only file in a directory that they share: renaming it
 * is compare-and-swap, which no process can do halfway, whenever it is ended.
 */
export class WriteBudget {
  readonly limit: number;
  /** For whoever may not use the reserve, which is half of a small budget. */
  readonly unreserved: number;
  readonly #directory: string;

  constructor(limit: number, directory: string) {
    this.limit = limit;
    this.unreserved = limit - Math.min(Math.ceil(limit / 2), RESERVED);
    this.#directory = directory;
  }

  /** Begins a count at none, before any process takes something. */
  static begin(directory: string): void {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, nameOf({ taken: 0, unreserved: 0 })), '');
  }

  /** Takes one record; false where none is left. */
  take(reserved: boolean): boolean {
    return this.#change(({ taken, unreserved }) =>
      taken < this.limit && (reserved || unreserved < this.unreserved)
        ? { taken: taken + 1, unreserved: unreserved + (reserved ? 0 : 1) }
        : null,
    );
  }

  /** Gives back what was taken and not used. */
  giveBack(reserved: boolean): void {
    this.#change(({ taken, unreserved }) => ({ taken: taken - 1, unreserved: unreserved - (reserved ? 0 : 1) }));
  }

  #change(next: (state: State) => State | null): boolean {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // While it is renamed, a directory may show the file under both names, or under none.
      const [name] = readdirSync(this.#directory);
      if (name === undefined) continue;
      const wanted = next(stateIn(name));
      if (wanted === null) return false;
      try {
        renameSync(join(this.#directory, name), join(this.#directory, nameOf(wanted)));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    throw new Error(`The count of created records in ${this.#directory} is gone, or somebody else renames it all the time.`);
  }
}

function nameOf({ taken, unreserved }: State): string {
  return `${taken}-${unreserved}`;
}

function stateIn(name: string): State {
  const [taken = 0, unreserved = 0] = name.split('-').map(Number);
  return { taken, unreserved };
}
