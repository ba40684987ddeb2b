import type { Level, Status, Verdict } from '../result.ts';

/** Several results side by side, as `compare.json` holds them. Lists of one entry a column are in the order of `columns`. */
export interface Comparison {
  /** Version of this format, semver. */
  readonly format: '1.3.0';
  /** How much differs, for people. */
  readonly sentence: string;
  /** As given. Up to format 1.1: fewest broken requirements first. */
  readonly columns: readonly Column[];
  readonly requirements: readonly ComparedRequirement[];
  readonly observations: readonly ComparedObservation[];
  /** Statements that the files do not share. */
  readonly notCompared: readonly NotCompared[];
}

export interface Column {
  /** Its label; else base URL and date, with more where two would be equal. */
  readonly name: string;
  readonly file: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly startedAt: string;
  readonly suiteVersion: string;
  readonly specificationVersion: string;
  readonly seed: number;
  readonly verdict: Verdict;
  readonly sentence: string;
  readonly interrupted: boolean;
  /** The run was filtered, so statements may be open for no reason of the target's. Since 1.1. */
  readonly partial: boolean;
  /** Its verdict speaks for a part only: people see ◐. Since 1.3. */
  readonly partly: boolean;
}

export interface ComparedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly source: string;
  /** The columns differ in status, or in which checks failed. */
  readonly differs: boolean;
  /** It failed nowhere: the columns differ only in whether it was assessed. Since 1.1. */
  readonly onlyInAssessment: boolean;
  readonly outcomes: readonly Outcome[];
}

export interface Outcome {
  readonly status: Status;
  /** Judged in part: some of its checks were not assessed. */
  readonly partly?: true;
  readonly checks: number;
  /** Checks that failed, waived ones too, each as endpoint and title. */
  readonly failed: readonly { readonly endpoint: number | null; readonly title: string }[];
  /** What the first of them found, in one line. */
  readonly found?: string;
}

/** One question at the endpoints where the columns answer it in the same ways. */
export interface ComparedObservation {
  readonly id: string;
  readonly question: string;
  readonly endpoints: readonly (number | null)[];
  /** Two columns gave different answers: drift. */
  readonly differs: boolean;
  /** All answers; empty where the question did not come up. */
  readonly answers: readonly (readonly unknown[])[];
}

export interface NotCompared {
  readonly id: string;
  readonly reason: string;
  /** Null where the file does not have it. */
  readonly statuses: readonly (Status | null)[];
}

/** A result, its file, and what people call it. */
export interface NamedResult<Result> {
  readonly file: string;
  readonly label?: string;
  readonly result: Result;
}
