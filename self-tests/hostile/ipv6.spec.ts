import type { EndpointName } from '../../src/specification/endpoints.ts';
import { startTarget, type Target } from '../runs/target.ts';
import { expect, test } from '../test.ts';
import { failedIn, runInProcess } from './run-in-process.ts';

const ASKED: readonly (EndpointName | null)[] = ['getEvent', 'createBusiness', 'getSegment', 'trackEvent'];

test('a base URL of an IPv6 address with a prefix: endpoints, credentials, event look-up', async () => {
  test.setTimeout(60_000);
  const target = await startTarget({ host: '::1', prefix: '/api/v1' }).catch((error: NodeJS.ErrnoException): Target | null => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    throw error;
  });
  test.skip(target === null, 'this machine has no IPv6 loopback');
  if (target === null) return;
  try {
    expect(target.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/api\/v1$/);
    const result = await runInProcess(target.variables, ({ covers }) => ASKED.includes(covers.endpoint));
    expect(failedIn(result)).toEqual([]);
    expect(result.verdict).toBe('conformant');
    expect(result.target.baseUrl).toBe(target.baseUrl);
    expect(result.notices).toEqual([]);
    expect(target.seen.length).toBeGreaterThan(50);
  } finally {
    await target.close();
  }
});
