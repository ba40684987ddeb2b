/** A target that is open. */
export interface OpenTarget {
  /** The variables that point the suite at it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}
