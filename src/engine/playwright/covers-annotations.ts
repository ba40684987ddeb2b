import type { TestDetailsAnnotation } from '@playwright/test';
import type { EndpointName } from '../../specification/endpoints.ts';
import type { StatementId } from '../../specification/register.ts';
import type { Covers } from '../evidence/check-record.ts';

type Annotation = Readonly<Pick<TestDetailsAnnotation, 'type' | 'description'>>;
type Checked = Pick<Covers, 'endpoint' | 'statements'>;

/** What a test checks, as annotations: merged reports and editors keep these, also of a test that never ran. */
export function toAnnotations({ endpoint, statements }: Checked): Annotation[] {
  return [
    ...(endpoint === null ? [] : [{ type: 'endpoint', description: endpoint }]),
    ...statements.map((description) => ({ type: 'statement', description })),
  ];
}

/** What a test checks, by its annotations. Only `toAnnotations` writes these types, so their values are trusted. */
export function coversOf(annotations: readonly Annotation[]): Checked {
  const described = (type: string) =>
    annotations.filter((annotation) => annotation.type === type).flatMap(({ description }) => description ?? []);
  const [endpoint = null] = described('endpoint') as EndpointName[];
  return { endpoint, statements: described('statement') as StatementId[] };
}
