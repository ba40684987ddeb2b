import type { Call } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { authorization, credentials } from '../../../src/http/authorization.ts';
import type { Authorization } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type EndpointName, READS } from '../../../src/specification/endpoints.ts';

const WRONG = 'Basic Y29uZm9ybWFuY2U6d3Jvbmc=';

/** Records how good credentials are answered that are written in a way which implementations may read differently. */
export const credentialsWrittenOtherwise = scenario(
  covers(null, [], { observes: ['credentials.scheme-letter-case', 'credentials.two-headers'] }),
  async ({ implementation, record }) => {
    const { credentials: given } = implementation.settings;
    if (given === null) throw new Error('A target has credentials.');
    const [name, call] = await readable(implementation);
    const good = credentials(given.username, given.password).value ?? '';
    const statusOf = async (written: Authorization) => {
      const { answer } = await implementation.client.send(name, { ...call, authorization: written });
      return answer?.status ?? null;
    };
    record.observe(
      'credentials.scheme-letter-case',
      await statusOf(authorization(good.replace(/^Basic/, 'basic'), 'basic (credentials)', '')),
      name,
    );
    const twice = (values: readonly string[]) => authorization(null, 'two headers', '', { fields: { authorization: values } });
    const answers = { goodFirst: await statusOf(twice([good, WRONG])), goodLast: await statusOf(twice([WRONG, good])) };
    record.observe('credentials.two-headers', answers, name);
  },
);

/** The first endpoint that can be read with the settings there are. */
async function readable(implementation: Implementation): Promise<[EndpointName, Call]> {
  const open: string[] = [];
  // Endpoints that read a fixture before those that need another request.
  for (const name of READS) {
    try {
      const { call, exchange } = await implementation.once(`accepted call ${name}`, () => implementation.acceptedCall(name));
      if (isSuccess(exchange)) return [name, call];
    } catch (error) {
      if (!(error instanceof NotAssessed) || error instanceof LimitReached) throw error;
      open.push(...error.variables);
    }
  }
  throw new NotAssessed('No endpoint can be read', open);
}
