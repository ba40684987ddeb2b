import type { VersionSource } from './version.ts';

/** What the person, the target and the system want: keys, another version, signals. */
export class Wishes {
  readonly #source: VersionSource | null;
  readonly #onQuit: () => void;
  readonly #stopHearing: () => void;
  #isOver = false;
  #answer: (wish: Wish) => void = () => {};

  /** @param onQuit called at once, whatever is under way */
  constructor(keyboard: Keyboard, source: VersionSource | null, onQuit: () => void) {
    this.#source = source;
    this.#onQuit = onQuit;
    this.#stopHearing = hearKeys(keyboard, (wish) => (wish === 'quit' ? this.#quit() : this.#answer(wish)));
    process.on('SIGINT', this.#quit).on('SIGTERM', this.#quit);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next wish from now on: what is typed while nobody waits for it is lost. */
  async next(say: (line: string) => void): Promise<Wish> {
    if (this.#isOver) return 'quit';
    const waits = new AbortController();
    try {
      return await new Promise<Wish>((resolve, reject) => {
        this.#answer = resolve;
        this.#source?.changed(waits.signal).then(
          () => {
            say('The target has another version.');
            resolve('failed');
          },
          (error: unknown) => {
            // A key came first.
            if (!waits.signal.aborted) reject(error);
          },
        );
      });
    } finally {
      waits.abort();
      this.#answer = () => {};
    }
  }

  close(): void {
    this.#stopHearing();
    process.off('SIGINT', this.#quit).off('SIGTERM', this.#quit);
  }

  readonly #quit = (): void => {
    this.#isOver = true;
    this.#onQuit();
    this.#answer('quit');
  };
}

/** What the person at the terminal wants next. */
export type Wish = 'failed' | 'all' | 'quit';

const WISHES: Readonly<Record<string, Wish>> = {
  '\r': 'failed',
  '\n': 'failed',
  a: 'all',
  q: 'quit',
  // Ctrl-C and Ctrl-D, which a terminal in raw mode hands on as characters.
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/** A terminal, or what stands in for one in a test. */
export type Keyboard = Pick<NodeJS.ReadableStream, 'on' | 'off' | 'pause' | 'resume'> & { setRawMode?(mode: boolean): unknown };

/** Hears single keys. The end of the input is a wish to quit. Returns what ends the listening. */
export function hearKeys(keyboard: Keyboard, hear: (wish: Wish) => void): () => void {
  const data = (chunk: Buffer) => {
    for (const key of chunk.toString('utf8')) {
      const wish = WISHES[key.toLowerCase()];
      if (wish !== undefined) hear(wish);
    }
  };
  const end = () => hear('quit');
  keyboard.setRawMode?.(true);
  keyboard.on('data', data);
  keyboard.on('end', end);
  keyboard.resume();
  return () => {
    keyboard.off('data', data);
    keyboard.off('end', end);
    keyboard.setRawMode?.(false);
    keyboard.pause();
  };
}
