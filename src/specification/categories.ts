/** Kinds of statement, in the order in which reports show them. A heading under *Requirements* of the document names one. */
export const CATEGORIES = [
  'status and media type',
  'shape',
  'identity and echo',
  'authentication',
  'resolution',
  'properties',
  'robustness',
  'completeness',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** What breaking a statement means: the specification says so; HTTP or common sense says so; or a documented field was never seen. */
export const LEVELS = ['requirement', 'robustness', 'completeness'] as const;
export type Level = (typeof LEVELS)[number];
