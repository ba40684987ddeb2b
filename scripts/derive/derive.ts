import { readAsset } from '../../src/installation/installation.ts';
import { schemaFile } from '../../src/specification/schema.ts';
import { counted, didYouMean } from '../../src/specification/words.ts';
import { deriveRegister } from './derive-register.ts';
import { type ReportAt, readDocument, type Section } from './document.ts';
import { deriveService } from './endpoint-table.ts';
import { toOpenApi } from './openapi.ts';
import { deriveSchemas, SHAPE_CHAPTERS, shapeNames } from './shapes.ts';
import { toNames, toResultTypes } from './types.ts';

const CHAPTERS = ['How to read this document', 'Service', ...SHAPE_CHAPTERS, 'Endpoints', 'Requirements', 'Questions', 'Not covered'];

/** Content of all of `schemas/derived/`, by file name. Throws an AggregateError with all problems, each with its place. `file` is the document's path, for messages. */
export function derive(markdown: string, file: string): ReadonlyMap<string, string> {
  const problems: string[] = [];
  const report: ReportAt = (place, message) => problems.push(`${file}, ${place}: ${message}`);
  const sections = readDocument(markdown, report);
  checkChapters(sections, report);
  const names = shapeNames(sections);
  const schemas = deriveSchemas(sections, names);
  const service = deriveService(sections, names, schemas, report);
  const register = deriveRegister(sections, service.endpoints, schemas, report);
  if (problems.length > 0) throw new AggregateError(problems, `${counted(problems.length, 'problem')}:\n  ${problems.join('\n  ')}`);
  return new Map([
    ...Object.entries(schemas).map(([name, schema]) => [schemaFile(name), json(schema)] as const),
    ['endpoints.json', json(service)],
    ['register.json', json(register)],
    ['openapi.json', json(toOpenApi(service, schemas))],
    ['names.ts', toNames(service.endpoints, register)],
    ['result.ts', toResultTypes(JSON.parse(readAsset('schemas/conformance-result.schema.json')))],
  ]);
}

/** Without this, a misspelt chapter would be skipped in silence, with everything in it. */
function checkChapters(sections: readonly Section[], report: ReportAt): void {
  const found = sections.filter(({ title }) => title === null);
  for (const { heading, report: own } of found)
    if (!CHAPTERS.includes(heading)) own(`unknown chapter.${didYouMean(heading, CHAPTERS)} Chapters are: ${CHAPTERS.join(', ')}`);
  for (const chapter of CHAPTERS) {
    const times = found.filter(({ heading }) => heading === chapter).length;
    if (times !== 1) report(`"${chapter}"`, `the chapter is there ${times} times, once was expected`);
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
