import { caching } from '../../../mutation/environments/gateways.ts';
import type { Interposition } from '../../../mutation/interposition.ts';
import { around, at, counting, here, recordsKeeping, set } from '../../../mutation/rows.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { play, shownIn } from './play.ts';

const REFUSED = { status: 400, headers: {}, body: new Uint8Array() };
/** Some reads succeed, and then none. */
const someOnly = counting((count, request, forward) => (count > 4 ? Promise.resolve(REFUSED) : forward(request)));

// What a check needs does not come: it says so, and does not pass.
const ROWS: readonly (readonly [title: string, StatementId, () => Interposition])[] = [
  ['createBusiness: a new business is there at every age', 'business.is-kept', at('listEmailAddresses')(here(someOnly))],
  [
    'previewSmsTemplate: reads of two records at once are each answered with its own',
    'record.second-is-its-own',
    at('previewSmsTemplate')(
      here(counting(async (count, request, forward) => ({ ...(await forward(request)), body: Buffer.from(`No. ${count}`) }))),
    ),
  ],
  [
    'copyEmailTemplate: copies made at once, by both endpoints, are different records',
    'record.ids-are-distinct',
    at(['copyEmailTemplate', 'copyProjectEmailTemplate'])(set({ id: 7 })),
  ],
];

for (const [title, id, interpose] of ROWS)
  test(`without what it needs, no pass: ${title}`, async () => {
    const { result } = await play(title, { interpose });
    expect(result.requirements.find((one) => one.id === id)?.status).toBe('not-assessed');
  });

/** Resolved a while after it was first read. */
const lateCustomer = recordsKeeping(new Map<unknown, number>(), (event, read) => {
  const at = read.get(event.id) ?? Date.now();
  read.set(event.id, at);
  return Date.now() < at + 600 ? { ...event, customer: null } : event;
});

test('a cache that still shows an event of a burst without its customer takes it from none', async () => {
  const interpose = () => around(at('getEvent')(lateCustomer)(), caching(12_000));
  const { result } = await play('those events of a burst', { interpose }, { variables: { CES_RESOLUTION_TIMEOUT_MS: '4000' } });
  expect(shownIn(result)).toEqual([]);
  expect(result.requirements.find(({ id }) => id === 'event.stays-resolved')?.status).toBe('passed');
});
