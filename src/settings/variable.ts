/** What reading a variable's text gives: its value, or what the text should have been (for people, after the word "expected"). */
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

/** How a value may stand in JSON, beside the variable's text. */
export interface JsonForm {
  /** For people, after the words "a text, or". */
  readonly expected: string;
  /** JSON Schema 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The variable's text for a value of this form; `null` for any other. */
  toText(value: unknown): string | null;
}

/** One environment variable: all that parsing, documentation and redaction need to know of it. */
export interface Variable<T> {
  readonly group: Group;
  /** Markdown, one paragraph without a line break. */
  readonly meaning: string;
  readonly parse: Parser<T>;
  /** The text that stands in for the variable where it is not given; goes through `parse` like any other. */
  readonly default?: string;
  /** Where there is no default: what happens without the variable, for people. */
  readonly absent?: string;
  /** What `.env.example` shows, quoted as that file needs it; the default serves where there is one. */
  readonly example?: string;
  /** Where a file of fixtures may say it in another way than by the text. */
  readonly json?: JsonForm;
  /** What of the value must never be written down: all of it, or the user and password inside a URL. */
  readonly secret?: 'whole' | 'userinfo';
  /** Says something about one particular target, so it is a mistake to give it without `CES_BASE_URL`. */
  readonly needsTarget?: true;
}
