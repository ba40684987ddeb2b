import { KeptValues } from '../../../src/checks/kept-values.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

/** An update of one customer at a time in seconds, and what its answer shows of him; null for an answer that shows nothing, or none. */
type Step = readonly [at: number, sent: object | string, shown: Record<string, unknown> | null, business?: string];

/** What the last answer breaks: expected, and actual. */
function brokenBy(...steps: readonly Step[]): readonly string[] | undefined {
  const kept = new KeptValues();
  let last: ReturnType<KeptValues['breaches']> = [];
  for (const [at, sent, shown, business = 'b'] of steps) {
    const body = typeof sent === 'string' ? sent : { customers: [{ id: 'c', ...sent }] };
    const url = `http://host/businesses/${business}/customers/batch_update`;
    const seen = { ...exchange({ method: 'POST', url, sent: body }), startedAt: at * 1000, durationMs: 10 };
    kept.asked(seen);
    if (shown === null) continue;
    const answered = [{ id: 'c', ...shown }];
    kept.asked(seen, answered);
    last = kept.breaches(seen, answered);
  }
  return last.flatMap(({ deviations }) => deviations.map(({ expected, actual }) => `${expected} ${actual}`));
}

const named = (at: number, name: string): Step => [at, { full_name: name }, { full_name: name }];
const look = (at: number, name: string, sent: object = {}): Step => [at, sent, { full_name: name }];

test('what an earlier update sent does not come back six seconds after a later one', () => {
  expect(brokenBy(named(0, 'A'), named(1, 'B'), look(7.1, 'A'))).toEqual([
    '"B", which the last update of it brought "A", which an earlier update brought',
  ]);
  const [first, second] = [{ deep: [1] }, { deep: [2] }].map((metadata): Step => [1, { metadata }, { metadata }]) as [Step, Step];
  expect(brokenBy([0, ...([first[1], first[2]] as const)], second, [7.1, {}, { metadata: { deep: [1] } }])).toHaveLength(1);
});

for (const [title, ...steps] of [
  ['the last one stands', named(0, 'A'), named(1, 'B'), look(7.1, 'B')],
  ['it is named in the request', named(0, 'A'), named(1, 'B'), look(7.1, 'A', { full_name: 'A' })],
  ['copies may be behind for five seconds', named(0, 'A'), named(1, 'B'), look(5.9, 'A')],
  ['no update of the run sent it', named(0, 'A'), named(1, 'B'), look(7.1, 'C')],
  ['only one update is known', named(0, 'A'), look(7.1, 'B')],
  ['two came at once', named(0, 'A'), named(0.005, 'B'), look(7.1, 'A')],
  ['an update since was refused, or lost', named(0, 'A'), named(1, 'B'), [1.5, { full_name: 'A' }, null], look(7.1, 'A')],
  ['an update since does not show it', named(0, 'A'), named(1, 'B'), [1.5, { full_name: 'A' }, {}], look(7.1, 'A')],
  [
    'it was sent since to the same address in another spelling',
    named(0, 'A'),
    named(1, 'B'),
    [1.5, { full_name: 'A' }, null, '%62'],
    look(7.1, 'A'),
  ],
  ['nobody can tell what was sent since', named(0, 'A'), named(1, 'B'), [1.5, 'no batch', null], look(7.1, 'A')],
  ['another business has customers of its own', named(0, 'A'), [1, { full_name: 'B' }, { full_name: 'B' }, 'other'], look(7.1, 'A')],
] as const satisfies readonly (readonly [string, ...Step[]])[])
  test(`nothing is lost where ${title}`, () => expect(brokenBy(...steps)).toEqual([]));
