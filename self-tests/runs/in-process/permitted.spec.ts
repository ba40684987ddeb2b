import { insteadOf, sentJson } from '../../../mutation/answers.ts';
import type { PassingAnswer } from '../../../mutation/interposition.ts';
import { runSuite } from '../../../mutation/run-suite.ts';
import { expect, test } from '../../test.ts';
import { findingsOf } from './play.ts';

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

const THROUGH_ANOTHER = 'an update through one business changes no customer of another';

/** A batch update of a new business answers these customers, and nothing else happens. */
const updating = (answered: (sent: Record<string, unknown>) => Record<string, unknown>) =>
  insteadOf(['batchUpdateCustomers'], (request) => {
    const { customers } = (sentJson(request) ?? {}) as { customers?: Record<string, unknown>[] };
    if (customers === undefined || request.id === 'biz_kärnten') return null;
    const body = Buffer.from(JSON.stringify({ customers: customers.map(answered) }));
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  });

test('a customer that another business does not know may be made there', async () => {
  expect(await findingsOf(THROUGH_ANOTHER, { interpose: updating((sent) => sent) })).toEqual([]);
});

test('a customer of another business is not shown', async () => {
  const interpose = updating((sent) => ({ ...sent, email_address: 'customer.1@customers.example', external_id: 'crm-1001' }));
  const [finding] = await findingsOf(THROUGH_ANOTHER, { interpose });
  expect(finding).toMatchObject({ requirement: 'customer.update-stays-in-business', pointer: '/customers' });
});
