import type { Endpoint, EndpointName, Service } from '../../src/specification/endpoints.ts';
import { referencedName, type Schemas } from '../../src/specification/schema.ts';
import { type Entry, type Report, type ReportAt, rowsUnder, type Section } from './document.ts';
import { readType, type ShapeNames } from './shapes.ts';

const ENDPOINT_COLUMNS = ['#', 'Name', 'Method', 'Path', 'Query', 'Request', 'Success', 'Media type', 'Response'] as const;
const NOTHING = '—';

/** What a reference may name, and where each name stands. */
interface Names {
  readonly all: ShapeNames;
  /** Schema names of the sections under *Resources*. */
  readonly resources: ReadonlySet<string>;
  readonly schemas: Schemas;
}

export function deriveService(sections: readonly Section[], all: ShapeNames, schemas: Schemas, report: ReportAt): Service {
  const inResources = sections.filter(({ chapter }) => chapter === 'Resources').map(({ heading }) => all.get(heading) ?? '');
  const names = { all, resources: new Set(inResources), schemas };
  const rows = rowsUnder(sections, 'Endpoints', ENDPOINT_COLUMNS);
  const endpoints = rows.map((row, index) => toEndpoint(row, index + 1, names));
  for (const { report: own, plain } of rows)
    if (rows.filter((other) => other.plain.Name === plain.Name).length > 1) own(`duplicate name "${plain.Name}": names are unique`);
  const [service] = rowsUnder(sections, 'Service', ['Title', 'Version']);
  if (!service) report('"Service"', 'a row with the title and version of the specification was expected');
  return { title: service?.plain.Title ?? '', version: service?.plain.Version ?? '', endpoints };
}

function toEndpoint({ report, plain: row, cell }: Entry<(typeof ENDPOINT_COLUMNS)[number]>, number: number, names: Names): Endpoint {
  const expect = (holds: boolean, message: string) => holds || report(message);
  expect(row['#'] === String(number), `the endpoint's number is "${row['#']}": ${number} was expected, since rows count from 1`);
  expect(/^[a-z][A-Za-z]+$/.test(row.Name), `the name is "${row.Name}": words in camel case were expected, such as createCampaign`);
  expect(row.Method === 'GET' || row.Method === 'POST', `the method is "${row.Method}": GET or POST was expected`);
  expect(row.Path.startsWith('/'), `the path is "${row.Path}": it must start with a slash`);
  expect(row.Success === '200' || row.Success === '2xx', `the success is "${row.Success}": 200 or 2xx was expected`);
  expect(/^[\w.+-]+\/[\w.+-]+$/.test(row['Media type']), `the media type is "${row['Media type']}": type/subtype was expected`);
  const isText = row.Response === 'string' && row['Media type'] !== 'application/json';
  const response = isText ? null : reference(row.Response, names, report);
  const isRecord = response !== null && names.resources.has(response);
  const lists = response === null || isRecord ? [] : listsIn(response, names);
  return {
    // The type lists the names of the document that was derived before this one.
    name: row.Name as EndpointName,
    number,
    method: row.Method === 'POST' ? 'POST' : 'GET',
    path: row.Path,
    query: row.Query === NOTHING ? null : cell.Query,
    success: row.Success === '2xx' ? '2xx' : '200',
    mediaType: row['Media type'],
    request: row.Request === NOTHING ? null : reference(row.Request, names, report),
    response,
    resources: isRecord ? [response] : lists.map(({ resource }) => resource),
    list: lists[0]?.member ?? null,
  };
}

function reference(text: string, { all }: Names, report: Report): string | null {
  const schema = readType(text, all, report);
  if (schema?.$ref) return referencedName(schema.$ref);
  if (schema !== null) report(`"${text}" is no reference: [Name] was expected`);
  return null;
}

/** The members of a response that list records, each with the schema name of its items. */
function listsIn(response: string, { schemas }: Names): { readonly member: string; readonly resource: string }[] {
  return Object.entries(schemas[response]?.properties ?? {}).flatMap(([member, { items }]) => {
    const resource = referencedName(items?.$ref ?? '');
    return resource === null ? [] : [{ member, resource }];
  });
}
