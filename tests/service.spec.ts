import type { Implementation } from '../src/client/implementation.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { credentials } from '../src/http/authorization.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { LimitReached, NotAssessed } from '../src/settings/not-assessed.ts';
import { endpointUrl } from '../src/settings/urls.ts';
import { ENDPOINTS } from '../src/specification/endpoints.ts';

const READS = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ number }) => number);

conformance(
  'the scheme in small letters',
  { endpoint: 13, requirements: [], observes: ['credentials.scheme-letter-case'] },
  async ({ implementation, observe }) => {
    const { credentials: given } = implementation.settings;
    if (given === null) throw new Error('A target has credentials.');
    const { value } = credentials(given.username, given.password);
    const [call] = await implementation.typicalCalls(13);
    const authorization = { shown: 'basic (credentials)', curl: '', value: value?.replace(/^Basic/, 'basic') ?? null };
    const exchange = await implementation.client.send(13, { ...call, authorization });
    observe('credentials.scheme-letter-case', exchange.answer?.status ?? null);
  },
);

const questions = { endpoint: null, requirements: [], observes: ['service.other-operations', 'answers.version-headers'] };

conformance('what the service says of itself', questions, async ({ implementation, session, observe }) => {
  const business = await implementation.businessId();
  const { baseUrl } = implementation.settings;
  const operations = ['/businesses', '/businesses/{id}', '/businesses/{id}/customers', '/businesses/{id}/campaigns', '/segments'];
  const statuses = await Promise.all(
    operations.map(async (path) => {
      const url = endpointUrl(baseUrl ?? '', path, path.includes('{id}') ? { id: business } : {});
      const exchange = await implementation.client.get(url, session.authorization);
      return [`GET ${path}`, exchange.answer?.status ?? null];
    }),
  );
  observe('service.other-operations', Object.fromEntries(statuses));
  const headers = (await examples(implementation)).flatMap(({ answer }) => Object.entries(answer?.headers ?? {}));
  observe('answers.version-headers', Object.fromEntries(headers.filter(([name]) => name.includes('version'))));
});

async function examples(implementation: Implementation): Promise<Exchange[]> {
  const exchanges = await Promise.all(
    READS.map((number) =>
      implementation.example(number).catch((error: unknown) => {
        if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
        throw error;
      }),
    ),
  );
  return exchanges.filter((exchange) => exchange !== null);
}
