import { beginEmbeddedService, startEmbeddedService } from '../../../src/engine/embedded.ts';
import { expect, test } from '../../test.ts';

test('a service that was begun is the one that is started, once', async () => {
  beginEmbeddedService();
  const [begun, another] = await Promise.all([startEmbeddedService(), startEmbeddedService()]);
  expect(begun.variables.CES_BASE_URL).not.toBe(another.variables.CES_BASE_URL);
  for (const { variables, stop } of [begun, another]) {
    const answer = await fetch(`${variables.CES_BASE_URL}/segments/none`);
    expect(answer.status).toBe(401);
    await stop();
    await expect(fetch(`${variables.CES_BASE_URL}/segments/none`)).rejects.toThrow();
  }
});
