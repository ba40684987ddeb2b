import type { TestDetailsAnnotation } from '@playwright/test';
import type { Category } from '../../specification/categories.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import type { QuestionId, StatementId } from '../../specification/register.ts';
import type { Covers } from '../evidence/check-record.ts';

type Annotation = Readonly<Pick<TestDetailsAnnotation, 'type' | 'description'>>;

/** What a test covers, as annotations: merged reports and editors keep these, also of a test that never ran. */
export function toAnnotations({ endpoint, statements, observes = [], optional, category, last }: Covers): Annotation[] {
  return [
    ...(endpoint === null ? [] : [{ type: 'endpoint', description: endpoint }]),
    ...statements.map((description) => ({ type: 'statement', description })),
    ...observes.map((description) => ({ type: 'question', description })),
    ...(optional ? [{ type: 'optional' }] : []),
    ...(last ? [{ type: 'last' }] : []),
    ...(category === undefined ? [] : [{ type: 'category', description: category }]),
  ];
}

/** What a test covers, by its annotations. Only `toAnnotations` writes these types, so their values are trusted. */
export function coversOf(annotations: readonly Annotation[]): Covers {
  const described = (type: string) =>
    annotations.filter((annotation) => annotation.type === type).flatMap(({ description }) => description ?? []);
  const has = (type: string) => annotations.some((annotation) => annotation.type === type);
  const [endpoint = null] = described('endpoint') as EndpointName[];
  const [category] = described('category') as Category[];
  return {
    endpoint,
    statements: described('statement') as StatementId[],
    observes: described('question') as QuestionId[],
    ...(has('optional') && { optional: true }),
    ...(has('last') && { last: true }),
    ...(category !== undefined && { category }),
  };
}
