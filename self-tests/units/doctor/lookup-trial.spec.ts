import type { EventLookup } from '../../../src/client/event-lookup.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { WaitPolicy } from '../../../src/client/time.ts';
import { tryLookup } from '../../../src/doctor/lookup-trial.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const TARGET = { CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret', CES_BUSINESS_ID: 'b' };
const MATCHING = { CES_TRACK_MATCHING_DATA: '{"email":"a@example.com"}', CES_TRACK_MATCHING_CUSTOMER_ID: 'c' };
const LOOKUP = { CES_EVENT_LOOKUP_URL: '/events?marker={marker}' };
const VARIABLES = ['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'];

function trial(variables: Readonly<Record<string, string>>, findEvent: EventLookup) {
  const implementation = {
    settings: readSettings({ ...TARGET, ...MATCHING, CES_RESOLUTION_TIMEOUT_MS: '100', ...variables }),
    client: { send: async () => ({ ...exchange({ durationMs: 0 }), startedAt: Date.now() }) },
    findEvent,
    unique: () => 'marker',
    businessId: async () => 'b',
    patience: { judged: new WaitPolicy(), needed: new WaitPolicy(), resolved: new WaitPolicy() },
  };
  return tryLookup(implementation as unknown as Implementation, 'b', exchange());
}

test('where the tracked event is not found, nothing is said of what it should match', async () => {
  expect(await trial(LOOKUP, async () => null)).toMatchObject([
    { variables: ['CES_EVENT_LOOKUP_URL'], outcome: 'wrong' },
    { variables: VARIABLES, outcome: 'untried', words: 'not tried: the event was not found' },
  ]);
});

test('a look-up that nobody has set is missing, not wrong', async () => {
  const none: EventLookup = async () => {
    throw new NotAssessed('neither is set', ['CES_EVENT_LOOKUP_URL']);
  };
  const [tried] = await trial({}, none);
  expect(tried).toMatchObject({ variables: ['CES_EVENT_LOOKUP_URL'], outcome: 'untried', words: 'neither is set' });
});
