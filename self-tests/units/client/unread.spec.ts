import { Client } from '../../../src/client/client.ts';
import { none } from '../../../src/http/authorization.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../http/fixtures.ts';

test('an answer that is longer than the suite reads is not assessed, with the setting that would change it', async ({
  serve,
  transport,
}) => {
  const baseUrl = await serve((_request, response) => response.end(' '.repeat(2000)));
  const limited = transport({ maxBodyBytes: 1000 });
  const client = new Client({
    baseUrl,
    authorization: none,
    readOnly: false,
    transport: limited,
    hung: new Map(),
    onExchange: () => {},
  });
  const error = await client.send('getSegment', { id: 's' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotAssessed);
  expect(error).toMatchObject({
    message: expect.stringContaining('GET /segments/{id} gave an answer that the suite does not read: the body has 2,000 bytes'),
    variables: ['CES_MAX_BODY_BYTES'],
  });
});
