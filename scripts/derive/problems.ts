/** Where in the document something could not be understood. */
export interface Place {
  readonly heading: string;
  /** Number of the row in its table, from 1, and its first cell. */
  readonly row?: { readonly number: number; readonly cells: readonly string[] };
}

/** The document could not be understood. `problems` lists everything found, each with its place. */
export class DocumentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'DocumentError';
    this.problems = problems;
  }
}

/** Collects what is wrong with the document, so that its author sees everything at once. */
export class Problems {
  readonly #file: string;
  readonly #found: string[] = [];

  /** @param file the document's path, with which each problem starts */
  constructor(file: string) {
    this.#file = file;
  }

  /** @param message what was found, what was expected, and what to do, in one line */
  add({ heading, row }: Place, message: string): void {
    const where = row ? `, row ${row.number} (${row.cells[0] || 'empty'})` : '';
    this.#found.push(`${this.#file}, "${heading}"${where}: ${message}`);
  }

  /** Throws a `DocumentError` if anything was added. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new DocumentError(this.#found);
  }
}
