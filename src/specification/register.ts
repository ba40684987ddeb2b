import type { QuestionId, StatementId } from '../../schemas/derived/names.ts';
import type { ConformanceResult } from '../../schemas/derived/result.ts';
import { readJsonAsset } from '../installation/installation.ts';
import type { Category, Level } from './categories.ts';
import type { EndpointName } from './endpoints.ts';
import { didYouMean } from './words.ts';

export type { ByQuestion, ByStatement, QuestionId, StatementId } from '../../schemas/derived/names.ts';

/** A statement that the suite assesses. */
export interface Statement {
  /** Stable and descriptive: `event.name-is-tracked-name`. */
  readonly id: StatementId;
  readonly level: Level;
  readonly category: Category;
  readonly endpoints: readonly EndpointName[];
  /** Markdown, one sentence. */
  readonly text: string;
  /** Section and row of the specification. */
  readonly source: string;
  /** Completeness only: pointer patterns of the documented fields, as `documentedFields` returns them. */
  readonly fields?: readonly string[];
}

/** Something that the specification does not show: a run records how the implementation does it. */
export interface Question {
  readonly id: QuestionId;
  /** Empty for a question about the service as a whole. */
  readonly endpoints: readonly EndpointName[];
  readonly question: string;
  readonly source: string;
}

export interface Register {
  readonly requirements: readonly Statement[];
  readonly questions: readonly Question[];
  /** Sentences of the specification that no check covers. */
  readonly notCovered: ConformanceResult['notCovered'];
}

export const {
  requirements: REQUIREMENTS,
  questions: QUESTIONS,
  notCovered: NOT_COVERED,
} = readJsonAsset<Register>('schemas/derived/register.json');

/** The statement with that id. Throws on an unknown id, naming near matches. */
export const statementOf = (id: string): Statement => entry(REQUIREMENTS, id, 'requirement');

/** The question with that id. Throws on an unknown id, naming near matches. */
export const question = (id: string): Question => entry(QUESTIONS, id, 'question');

function entry<T extends { readonly id: string }>(entries: readonly T[], id: string, kind: string): T {
  const found = entries.find((candidate) => candidate.id === id);
  if (found) return found;
  const ids = entries.map((candidate) => candidate.id);
  throw new Error(`The register has no ${kind} "${id}".${didYouMean(id, ids)} Its entries are in schemas/specification.md`);
}
