import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findChromium } from './chromium.ts';

test('takes the Chromium that is asked for, or says that its path is wrong; else one of the system', async () => {
  expect(await findChromium({ CHROMIUM_PATH: process.execPath }, [])).toBe(process.execPath);
  await expect(findChromium({ CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow('CHROMIUM_PATH names no file: /nowhere/chromium');
  expect(await findChromium({}, ['/nowhere/chromium', process.execPath])).toBe(process.execPath);
});

test('falls back on one that is unpacked once, whoever comes first', async () => {
  test.skip(process.platform !== 'linux' || process.arch !== 'x64', 'the bundled Chromium is built for x64 Linux');
  const [first, second] = await Promise.all([findChromium({}, []), findChromium({}, [])]);
  expect(first).toBe(second);
  expect(existsSync(first)).toBe(true);
});
