import { insteadOf } from '../../../mutation/answers.ts';
import type { PassingAnswer } from '../../../mutation/interposition.ts';
import { runSuite } from '../../../mutation/run-suite.ts';
import { expect, test } from '../../test.ts';

test.describe.configure({ timeout: 60_000 });

const PAGE: PassingAnswer = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Back soon</h1>') };

/** What rejects nobody at the preview, where people read pages, with so many pages in place of rejections. */
async function acceptedWith(pages: number) {
  let shown = 0;
  const interpose = insteadOf(['previewSmsTemplate'], ({ headers }) => {
    if (headers.authorization !== undefined || shown === pages) return null;
    shown += 1;
    return PAGE;
  });
  const { failed, mistakes } = await runSuite(
    { interpose },
    { parts: [({ title }) => title === 'previewSmsTemplate: wrong credentials are rejected'], settles: () => false },
  );
  expect(mistakes).toEqual([]);
  expect(shown).toBe(pages);
  return failed.map(({ requirement }) => requirement);
}

test('a page that everybody gets for a moment accepts no credentials', async () => {
  expect(await acceptedWith(1)).toEqual([]);
});

test('a page that comes again without credentials is an acceptance', async () => {
  expect(await acceptedWith(2)).toContain('authentication.rejects-after-good');
});
