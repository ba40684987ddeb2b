import { statusFindings, statusStatement } from '../../src/checks/answers.ts';
import { foundIn } from '../../src/checks/finding.ts';
import { differences } from '../../src/checks/json-equality.ts';
import { covers, scenario } from '../../src/engine/playwright/test.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { creationWith, renewed } from './echo.ts';
import { ECHOED_MEMBERS, type NamedCreation } from './echoed-members.ts';
import { recordOf } from './records.ts';

/** Texts that are the same JSON value as `body` (RFC 8259 §2, §4 and §7): white space, order of members, escapes. */
const LAYOUTS: readonly ((body: Readonly<Record<string, unknown>>) => string)[] = [
  (body) => `\r\n\t ${JSON.stringify(body, null, '\t')} \n`,
  (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
  (body) => JSON.stringify(body).replace(/[a-z](?=[^"]*")/gi, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

/** What was accepted in one layout is accepted in each, and comes back the same. */
export function laidOutAnyhow(name: NamedCreation) {
  const status = statusStatement(name);
  const [nameComesBack] = ECHOED_MEMBERS[name].name;
  return scenario(
    covers(name, [status, nameComesBack], { category: 'properties' }),
    async ({ implementation, check, notAssessed, all }) => {
      const { call } = await creationWith(implementation, name, 'name');
      const sent = LAYOUTS.map(async (layout) => {
        const body = renewed(implementation, call.body);
        return { body, exchange: await implementation.client.send(name, { ...call, rawBody: layout(body) }) };
      });
      const answers = await all(sent);
      const exchanges = answers.map(({ exchange }) => exchange);
      check({ [status]: exchanges.flatMap((exchange) => foundIn(exchange, statusFindings(exchange, name))) }, ...exchanges);

      const named = answers.filter(({ exchange }) => isSuccess(exchange) && Object.hasOwn(recordOf(exchange), 'name'));
      if (named.length === 0) return notAssessed(nameComesBack, 'No answer holds `name`');
      const findings = named.flatMap(({ body, exchange }) => foundIn(exchange, differences(body.name, recordOf(exchange).name, '/name')));
      check({ [nameComesBack]: findings }, ...named.map(({ exchange }) => exchange));
    },
  );
}
