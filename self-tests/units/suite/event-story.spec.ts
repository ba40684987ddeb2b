import type { EventStory } from '../../../src/client/tracked-event.ts';
import { lastingPart } from '../../../src/result/waive.ts';
import { unreadable } from '../../../tests/scenarios/events.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

/** An event that is acknowledged, and of which nothing comes back. */
const story = (marker: string, id: string | null): EventStory => ({
  id,
  reads: [],
  tracked: { business: 'b1', marker, body: { event: 'x', data: {} }, exchange: exchange() },
});

for (const [title, ids] of [
  ['is unknown under its id', ['evt_a', 'evt_b']],
  ['the look-up does not know', [null, null]],
] as const)
  test(`what lasts of an event that ${title} holds neither id nor marker: both differ from run to run`, () => {
    const parts = ids.map((id, index) =>
      unreadable(story(`conformance-run${index}-1`, id)).map(({ expected, actual }) => lastingPart({ expected, actual })),
    );
    expect(parts[0]).toHaveLength(1);
    expect(parts[0]).toEqual(parts[1]);
  });
