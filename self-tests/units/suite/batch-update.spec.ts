import { listingDeviations } from '../../../tests/scenarios/batch-update.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const LOST = { kind: 'reset', message: 'closed', status: null } as const;

const LISTINGS: readonly (readonly [title: string, resent: boolean, answered: readonly string[], actual: string | null])[] = [
  ['everybody is listed', false, ['a', 'b'], null],
  ['somebody is left out', false, ['a'], '["a"]'],
  ['somebody is left out by a batch that was sent again', true, ['a'], null],
  ['somebody else is listed by a batch that was sent again', true, ['a', 'c'], '["a","c"]'],
];
for (const [title, resent, answered, actual] of LISTINGS)
  test(`of a batch for two customers, ${title}`, () => {
    const answer = exchange({ body: { customers: answered.map((id) => ({ id })) } });
    const deviations = listingDeviations({ ...answer, ...(resent && { resentAfter: LOST }) }, ['a', 'b']);
    expect(deviations.map((one) => one.actual)).toEqual(actual === null ? [] : [actual]);
  });
