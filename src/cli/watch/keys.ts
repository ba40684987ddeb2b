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
