/** The result of reading a variable's text: its value, or what the text should be (for people, after the word "expected"). */
export type Reading<T> = { readonly value: T } | { readonly expected: string };

export type Parser<T> = (text: string) => Reading<T>;

/** The parts of the settings table, in the order in which people read it. */
export const GROUPS = {
  target: 'The target',
  fixtures: 'Fixtures: records that have to exist already',
  track: 'Track, then poll',
  run: 'The run',
} as const;
export type Group = keyof typeof GROUPS;

/** How a JSON file may give a value other than by the variable's text. */
export interface JsonForm {
  /** For people, after the words "a text, or". */
  readonly expected: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The variable's text for a value of this form; `null` for any other. */
  toText(value: unknown): string | null;
}

/** One environment variable: all that parsing, documentation and redaction need to know about it. */
export interface Variable {
  readonly group: Group;
  /** Markdown, one paragraph without a line break. */
  readonly meaning: string;
  readonly parse: Parser<unknown>;
  /** The text to use if the variable is not given; goes through `parse` like any other. */
  readonly default?: string;
  /** If there is no default: what happens without the variable, for people. */
  readonly absent?: string;
  /** What `.env.example` shows, quoted as that file needs it. Not needed beside a default. */
  readonly example?: string;
  /** How else a file of fixtures may give the value. */
  readonly json?: JsonForm;
  /** What no output may show: the whole value, or the user and password inside a URL. */
  readonly secret?: 'whole' | 'userinfo';
  /** Describes one particular target, so it is a mistake to give it without `CES_BASE_URL`. */
  readonly needsTarget?: boolean;
}
