import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Examples and authentication may need this: about 85 records with one worker and a service that accepts the fullest calls, and less than
 * twice that with four.
 */
const RESERVED = 200;

/** Another process renamed it in between. So often in a row is no coincidence. */
const MOST_TRIES = 10_000;

/** Records taken so far, and how many of them went to checks that may not use the reserve. */
interface State {
  readonly taken: number;
  readonly unreserved: number;
}

/** How many records may still be created. */
export interface RecordBudget {
  readonly limit: number;
  /** For checks that may not use the reserve. The reserve is half of a small budget. */
  readonly unreserved: number;
  /** Takes one record; false where none is left. */
  take(reserved: boolean): boolean;
  /** Gives back an unused record. */
  giveBack(reserved: boolean): void;
}

/**
 * Counts the records that the processes of a run create together. The count is the name of the only file in a shared directory. Renaming it
 * is compare-and-swap: a process cannot do it halfway, even if it is killed.
 */
export class WriteBudget implements RecordBudget {
  readonly limit: number;
  readonly unreserved: number;
  readonly #directory: string;

  constructor(limit: number, directory: string) {
    this.limit = limit;
    this.unreserved = limit - Math.min(Math.ceil(limit / 2), RESERVED);
    this.#directory = directory;
  }

  /** Starts the count at 0, before any process takes a record. */
  static begin(directory: string): void {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, nameOf({ taken: 0, unreserved: 0 })), '');
  }

  take(reserved: boolean): boolean {
    return this.#change(({ taken, unreserved }) =>
      taken < this.limit && (reserved || unreserved < this.unreserved)
        ? { taken: taken + 1, unreserved: unreserved + (reserved ? 0 : 1) }
        : null,
    );
  }

  giveBack(reserved: boolean): void {
    this.#change(({ taken, unreserved }) => ({ taken: taken - 1, unreserved: unreserved - (reserved ? 0 : 1) }));
  }

  #change(next: (state: State) => State | null): boolean {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // During a rename, a directory may show the file under both names, or under none.
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
