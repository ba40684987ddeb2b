import type { RequirementResult, Status } from '../result.ts';
import { type ComparedObservation, type ComparedStatement, compareObservations, compareStatements, whyNotCompared } from './comparison.ts';
import { type Entry, namedRuns, type Outcome, type Run } from './side.ts';

/** Several results side by side, as `compare.json` holds them. Lists of one entry a column are in the order of `columns`. */
export interface SideBySide {
  /** Version of this format, semver. */
  readonly format: '1.4.0';
  readonly sentence: string;
  /** As given. Up to format 1.1: fewest broken requirements first. Their figures since 1.4. */
  readonly columns: readonly Run[];
  readonly requirements: readonly Row[];
  readonly observations: readonly ComparedObservation[];
  /** Statements that the files do not share. A status is null where the file does not have it. */
  readonly notCompared: readonly { readonly id: string; readonly reason: string; readonly statuses: readonly (Status | null)[] }[];
}

export interface Row extends Pick<RequirementResult, 'id' | 'level' | 'text' | 'source'> {
  /** The columns differ in status, or in which checks failed. */
  readonly differs: boolean;
  /** It failed nowhere: the columns differ only in whether it was assessed. Since 1.1. */
  readonly onlyInAssessment: boolean;
  readonly outcomes: readonly Outcome[];
}

export function compare(entries: readonly Entry[]): SideBySide {
  const statements = compareStatements(entries).map((statement) => ({ ...statement, reason: whyNotCompared(statement) }));
  const requirements = statements.filter(({ reason }) => reason === null).map(rowOf);
  const notCompared = statements.flatMap(({ id, reason, statuses }) => (reason === null ? [] : [{ id, reason, statuses }]));
  const observations = compareObservations(entries);
  const open = requirements.filter(({ onlyInAssessment }) => onlyInAssessment).length;
  const different = requirements.filter(({ differs }) => differs).length - open;
  const questions = (some: readonly ComparedObservation[]) => new Set(some.map(({ id }) => id)).size;
  const assessed = open === 0 ? '' : `, ${open} more were assessed in some only, or in part`;
  const drifted = `${questions(observations.filter(({ differs }) => differs))} of ${questions(observations)} observations differ`;
  const rest = notCompared.length === 0 ? '' : `, ${notCompared.length} not comparable`;
  return {
    format: '1.4.0',
    sentence: `${entries.length} results: ${different} of ${requirements.length} statements differ${assessed}, ${drifted}${rest}`,
    columns: namedRuns(entries, ({ baseUrl }) => `${baseUrl === '' ? 'unknown target' : baseUrl} · `),
    requirements,
    observations,
    notCompared,
  };
}

function rowOf({ id, level, text, source, outcomes: all }: ComparedStatement): Row {
  const outcomes = all.filter((outcome) => outcome !== null);
  const differs = new Set(outcomes.map(({ status, partly, failed }) => JSON.stringify([status, partly, failed]))).size > 1;
  return { id, level, text, source, differs, onlyInAssessment: differs && outcomes.every(({ failed }) => failed.length === 0), outcomes };
}
