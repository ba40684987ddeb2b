import { EventEmitter, once } from 'node:events';

export type Wish = 'failed' | 'all' | 'quit';

/** Ctrl-C and Ctrl-D are characters, which a terminal in raw mode hands on. */
const WISHES: Readonly<Record<string, Wish>> = {
  ...{ '\r': 'failed', '\n': 'failed', a: 'all' },
  ...{ q: 'quit', '\u0003': 'quit', '\u0004': 'quit' },
};

/** A terminal, or what stands in for one in a test. */
type Keyboard = Pick<NodeJS.ReadableStream, 'on' | 'off' | 'pause' | 'resume'> & { setRawMode?(mode: boolean): unknown };

/** What the person and the system want: single keys, and signals. */
export class Wishes {
  readonly #keyboard: Keyboard;
  readonly #over = new AbortController();
  readonly #heard = new EventEmitter<{ wish: [Wish] }>();

  constructor(keyboard: Keyboard) {
    this.#keyboard = keyboard;
    keyboard.setRawMode?.(true);
    // The end of the input is a wish to quit.
    keyboard.on('data', this.#hear).on('end', this.#quit).resume();
    process.on('SIGINT', this.#quit).on('SIGTERM', this.#quit);
  }

  /** Aborted at once when somebody wants to quit, whatever is under way. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The next wish from now on. `other` resolves to what else is as good as a key, until its signal aborts. */
  async next(other?: (signal: AbortSignal) => Promise<Wish>): Promise<Wish> {
    if (this.over.aborted) return 'quit';
    const waits = new AbortController();
    const typed = once(this.#heard, 'wish', { signal: waits.signal }).then(([wish]: Wish[]) => wish ?? 'quit');
    try {
      return await Promise.race([typed, ...(other ? [other(waits.signal)] : [])]);
    } finally {
      waits.abort();
    }
  }

  close(): void {
    this.#keyboard.off('data', this.#hear).off('end', this.#quit).pause();
    this.#keyboard.setRawMode?.(false);
    process.off('SIGINT', this.#quit).off('SIGTERM', this.#quit);
  }

  readonly #hear = (chunk: Buffer): void => {
    for (const key of chunk.toString('utf8').toLowerCase()) {
      const wish = WISHES[key];
      if (wish === 'quit') this.#quit();
      else if (wish !== undefined) this.#heard.emit('wish', wish);
    }
  };

  readonly #quit = (): void => {
    this.#over.abort();
    this.#heard.emit('wish', 'quit');
  };
}
