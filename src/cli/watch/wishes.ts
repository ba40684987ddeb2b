import type { VersionSource } from './version.ts';

/** What the person at the terminal wants next. */
export type Wish = 'failed' | 'all' | 'quit';

/** Ctrl-C and Ctrl-D are characters, which a terminal in raw mode hands on. */
const WISHES: Readonly<Record<string, Wish>> = {
  ...{ '\r': 'failed', '\n': 'failed', a: 'all' },
  ...{ q: 'quit', '\u0003': 'quit', '\u0004': 'quit' },
};

/** A terminal, or what stands in for one in a test. */
export type Keyboard = Pick<NodeJS.ReadableStream, 'on' | 'off' | 'pause' | 'resume'> & { setRawMode?(mode: boolean): unknown };

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
    const changed = async (): Promise<Wish> => {
      await this.#source?.changed(waits.signal);
      say('The target has another version.');
      return 'failed';
    };
    const typed = new Promise<Wish>((resolve) => {
      this.#answer = resolve;
    });
    const asked = this.#source === null ? typed : changed();
    // A key came first.
    asked.catch(() => {});
    try {
      return await Promise.race([typed, asked]);
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
  keyboard.on('data', data).on('end', end).resume();
  return () => {
    keyboard.off('data', data).off('end', end);
    keyboard.setRawMode?.(false);
    keyboard.pause();
  };
}
