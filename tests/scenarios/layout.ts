import { statusFindings } from '../../src/checks/answers.ts';
import { differences } from '../../src/checks/json-equality.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { endpoint } from '../../src/specification/endpoints.ts';
import { creationWith, renewed } from './echo.ts';
import { recordOf } from './records.ts';

/** Texts that are the same JSON value as `body` (RFC 8259 §2, §4 and §7): white space, order of members, escapes. */
const LAYOUTS: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => string>> = {
  'with white space': (body) => `\r\n\t ${JSON.stringify(body, null, '\t')} \n`,
  'with its members in reverse': (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
  'with every letter escaped': (body) =>
    JSON.stringify(body).replace(/[a-z](?=[^"]*")/gi, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** How a body is laid out changes nothing: what was accepted in one layout is accepted in each, and comes back the same. */
export function laidOutAnyhow(number: 2 | 5): void {
  const name = number === 5 ? 'business.name-comes-back' : 'campaign.name-comes-back';
  const status = `http.success-is-${endpoint(number).success}`;
  conformance(
    'the same JSON, laid out otherwise',
    { endpoint: number, requirements: [status, name], category: 'properties' },
    async ({ implementation, check, record, all }) => {
      const { call } = await creationWith(implementation, number, 'name');
      const sent = Object.values(LAYOUTS).map(async (layout) => {
        const body = renewed(implementation, call.body);
        return { body, exchange: await implementation.client.send(number, { ...call, rawBody: layout(body) }) };
      });
      const answers = await all(sent);
      const exchanges = answers.map(({ exchange }) => exchange);
      check(
        status,
        exchanges.flatMap((exchange) => statusFindings(exchange, number)),
        ...exchanges,
      );
      const named = answers.filter(({ exchange }) => isSuccess(exchange) && Object.hasOwn(recordOf(exchange), 'name'));
      if (named.length === 0) record.notAssessed(name, 'No answer holds `name`');
      else
        check(
          name,
          named.flatMap(({ body, exchange }) => differences(body.name, recordOf(exchange).name, '/name')),
          ...named.map(({ exchange }) => exchange),
        );
    },
  );
}
