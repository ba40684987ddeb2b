import { credentials, none } from '../../../src/http/authorization.ts';
import { routesOf } from '../../../src/http/routes.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { answerOf, bodyOf, expect, get, test } from './fixtures.ts';

const HEADERS = '{"X-Api-Key":"k-123456","User-Agent":"our agent"}';

const routeTo = (baseUrl: string) =>
  routesOf(readSettings({ CES_BASE_URL: baseUrl, CES_USERNAME: 'ada', CES_PASSWORD: 'secret', CES_HEADERS: HEADERS }));

test('configured headers go to the base URL’s origin with each request, good credentials or not, and no exchange holds them', async ({
  serve,
  transport,
}) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const one = transport({ routeTo: routeTo(`${url}/api`) });
  for (const authorization of [credentials('ada', 'secret'), credentials('ada', 'wrong'), none]) {
    const exchange = await one.send({ ...get(`${url}/anything`), authorization });
    expect(JSON.parse(bodyOf(exchange))).toMatchObject({ 'x-api-key': 'k-123456', 'user-agent': 'our agent' });
    expect(exchange.request.headers).toMatchObject({ 'x-api-key': '(redacted)', 'user-agent': '(redacted)' });
    expect(JSON.stringify(exchange.request)).not.toContain('k-123456');
  }
});

test('a request’s own word on a header wins', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const exchange = await transport({ routeTo: routeTo(url) }).send({ ...get(url), headers: { accept: null } });
  expect(JSON.parse(bodyOf(exchange))).not.toHaveProperty('accept');
});

test('no other origin sees them: another port, another scheme, where a redirect leads', async ({ serve, transport }) => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers['x-api-key'], request.headers['user-agent']);
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: other }).end());
  const one = transport({ routeTo: routeTo(url) });
  expect(answerOf(await one.send(get(url))).status).toBe(302);
  expect(seen).toEqual([]);
  answerOf(await one.send(get(other)));
  answerOf(await transport({ routeTo: routeTo(other.replace('http:', 'https:')) }).send(get(other)));
  expect(seen).toEqual([undefined, 'customer-engagement-conformance', undefined, 'customer-engagement-conformance']);
});
