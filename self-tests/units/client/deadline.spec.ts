import { Client } from '../../../src/client/client.ts';
import { createEventLookup } from '../../../src/client/event-lookup.ts';
import { pollUntil } from '../../../src/client/time.ts';
import { none } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { Deadline } from '../../../src/http/limits.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { exchange } from '../checks/exchanges.ts';
import { expect, test } from '../http/fixtures.ts';

const soon = () => new Deadline(0.005, Date.now() + 300);

test('a request that the end of the run cuts off is no hang of the target, though it is noted', async ({ serve, transport }) => {
  const deadline = soon();
  const noted: Exchange[] = [];
  const client = new Client({
    baseUrl: await serve(() => undefined),
    authorization: none,
    readOnly: false,
    transport: transport({ timeoutMs: 60_000, deadline }),
    onExchange: (_name, ended) => noted.push(ended),
  });
  await expect(client.send('createBusiness', { body: {} })).rejects.toBeInstanceOf(LimitReached);
  expect(noted.map(({ failure }) => failure?.kind)).toEqual(['timeout']);
});

test('polling ends with the run', async () => {
  const deadline = soon();
  const polling = pollUntil(Date.now() + 60_000, async () => {
    deadline.check();
    return null;
  });
  await expect(polling).rejects.toBeInstanceOf(LimitReached);
});

test('a look-up command is neither started after the end nor left running', async () => {
  const lookup = (deadline: Deadline) => {
    const settings = readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'u', CES_PASSWORD: 'p' });
    const tracking = { ...settings.tracking, lookupCommand: 'sleep 60' };
    return createEventLookup({ ...settings, tracking }, null as never, deadline)('marker', 'business', exchange());
  };
  await expect(lookup(new Deadline(1, Date.now() - 1))).rejects.toBeInstanceOf(LimitReached);
  await expect(lookup(soon())).rejects.toBeInstanceOf(LimitReached);
});
