import { grouped } from '../../src/result/lists.ts';
import type { Endpoint, Service } from '../../src/specification/endpoints.ts';
import { referencedName, type Schema, type Schemas } from '../../src/specification/schema.ts';

const COMPONENTS = '#/components/schemas/';

/** An OpenAPI 3.1 document of the service. It leaves out answers to failed requests, since the specification shows none. */
export const toOpenApi = ({ title, version, endpoints }: Service, schemas: Schemas): object => ({
  openapi: '3.1.0',
  info: { title, version },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://service.invalid', description: 'Where the service is' } } }],
  security: [{ basic: [] }],
  paths: Object.fromEntries(
    [...grouped(endpoints, ({ path }) => path)].map(([path, own]) => [
      path,
      Object.fromEntries(own.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)])),
    ]),
  ),
  components: {
    securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, embedded(schema)])),
  },
});

function operation({ name: operationId, number, path, query, request, success, mediaType, response }: Endpoint): object {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const body = (name: string) => ({ $ref: `${COMPONENTS}${name}` });
  return {
    operationId,
    summary: `Endpoint ${number}`,
    ...(query === null ? {} : { description: `Query: ${query}.` }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === null ? {} : { requestBody: { content: { 'application/json': { schema: body(request) } } } }),
    responses: {
      [success === '2xx' ? '2XX' : success]: {
        description: 'Success',
        content: { [mediaType]: { schema: response === null ? { type: 'string' } : body(response) } },
      },
    },
  };
}

/** The schema as a component: without its own address, with references to other components. */
const embedded = ({ $schema, $id, ...content }: Schema): Schema =>
  JSON.parse(JSON.stringify(content), (key, value) => (key === '$ref' ? `${COMPONENTS}${referencedName(value)}` : value));
