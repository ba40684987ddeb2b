import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startForwardProxy } from '../units/http/forward-proxy.ts';
import { only, QUICK, resultIn, test } from './run.ts';

const SEGMENTS = only('getSegment:');

test.describe.configure({ timeout: 90_000 });

test('a target behind a proxy is assessed through it, and the report names it without its credentials', async ({ runs, target }) => {
  const proxy = await startForwardProxy({ authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}` });
  try {
    const { variables, seen } = await target();
    const http_proxy = proxy.url.replace('//', '//ada:p%40ss@');
    const { code, stdout, directory } = await runs.run(SEGMENTS, { ...variables, ...QUICK, http_proxy });
    expect(code, stdout).toBe(0);
    expect(proxy.seen.length).toBe(seen.length);
    const { settings, notices } = await resultIn(directory);
    expect(settings.filter(({ name }) => name.toLowerCase().endsWith('_proxy'))).toEqual([
      { name: 'http_proxy', value: proxy.url, source: 'environment' },
    ]);
    expect(notices).toEqual([expect.stringContaining(`go through the proxy ${proxy.url} (http_proxy)`)]);
    for (const text of [
      stdout,
      ...(await Promise.all(['index.html', 'summary.md'].map((name) => readFile(join(directory, name), 'utf8')))),
    ])
      expect(text).toContain('go through the proxy');
  } finally {
    await proxy.close();
  }
});
