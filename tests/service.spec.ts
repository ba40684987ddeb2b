import type { Implementation } from '../src/client/implementation.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { LimitReached, NotAssessed } from '../src/settings/not-assessed.ts';
import { endpointUrl } from '../src/settings/urls.ts';
import { READS } from '../src/specification/endpoints.ts';
import { credentialsWrittenOtherwise } from './scenarios/doors/credentials-written-otherwise.ts';

test('credentials written otherwise are answered', credentialsWrittenOtherwise);

/** Paths that the specification does not list for GET. */
const OTHER_OPERATIONS = ['/businesses', '/businesses/{id}', '/businesses/{id}/customers', '/businesses/{id}/campaigns', '/segments'];

test(
  'operations that the specification does not list are answered, and headers may name a version',
  scenario(
    covers(null, [], { observes: ['service.other-operations', 'answers.version-headers'] }),
    async ({ implementation, session, observe }) => {
      const business = await implementation.businessId();
      const { baseUrl } = implementation.settings;
      const statuses = await Promise.all(
        OTHER_OPERATIONS.map(async (path) => {
          const url = endpointUrl(baseUrl ?? '', path, path.includes('{id}') ? { id: business } : {});
          const { answer } = await implementation.client.get(url, session.run.authorization);
          return [`GET ${path}`, answer?.status ?? null];
        }),
      );
      observe({ 'service.other-operations': Object.fromEntries(statuses) });
      const headers = (await examples(implementation)).flatMap(({ answer }) => Object.entries(answer?.headers ?? {}));
      observe({ 'answers.version-headers': Object.fromEntries(headers.filter(([name]) => name.includes('version'))) });
    },
  ),
);

/** The typical exchange of each endpoint that reads, where the settings allow it. */
async function examples(implementation: Implementation): Promise<Exchange[]> {
  const exchanges = await Promise.all(
    READS.map((name) =>
      implementation.example(name).catch((error: unknown) => {
        if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
        throw error;
      }),
    ),
  );
  return exchanges.filter((exchange) => exchange !== null);
}
