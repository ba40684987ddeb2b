import { Ledger } from '../../../src/checks/ledger.ts';
import type { Call } from '../../../src/client/call.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import type { JsonObject } from '../../../src/specification/json.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

/** What a series of answers breaks, each with the pointer of its first deviation. The event `old` was there before the run. */
function brokenBy(...answers: readonly (readonly [EndpointName, Call, Record<string, unknown>, seconds?: number])[]) {
  const ledger = new Ledger();
  const all = answers.flatMap(([name, call, answer, seconds = 0], index) => {
    const seen = { ...exchange({ sent: call.body, body: answer }), startedAt: 1000 * (seconds + index), durationMs: 10 };
    ledger.asked(name, call, seen);
    return ledger.breaches(name, call, seen, answer, (id) => id === 'old').map((breach) => ({ ...breach, index }));
  });
  return all
    .filter(({ deviations, counts }) => deviations.length > 0 && counts?.() !== false)
    .map(({ index, requirement, deviations: [first], earlier }) => [index, requirement, first?.pointer, earlier !== undefined]);
}

const campaign = (body: Record<string, unknown>, enrolled: readonly string[], number = 1) =>
  ['createCampaign', { id: 'b', body }, { id: `cmp${number}`, business: 'b', enrolled_customer_ids: enrolled }] as const;
const ALL = { enrolled_customers: 'all' };

test('whoever was enrolled is enrolled again by a campaign that asks in the same way', () => {
  const excluding = campaign({ ...ALL, excluded_customers: ['c1'] }, ['c2'], 2);
  expect(brokenBy(campaign(ALL, ['c1', 'c2']), excluding, campaign(ALL, ['c1', 'c2'], 3))).toEqual([]);
  expect(brokenBy(campaign(ALL, ['c1', 'c2']), excluding, campaign(ALL, ['c2'], 3))).toEqual([
    [2, 'campaign.all-enrols-every-customer', '/enrolled_customer_ids', true],
  ]);
  const named = { enrolled_customers: ['c1', 'c2'] };
  expect(brokenBy(campaign(named, ['c1', 'c2']), campaign(named, ['c1'], 2))).toEqual([
    [1, 'campaign.enrolled-customers-come-back', '/enrolled_customer_ids', true],
  ]);
});

test('whoever was updated since may have unsubscribed: a campaign that names him may leave him out, one for all may not', () => {
  const named = { enrolled_customers: ['c1', 'c2'] };
  expect(brokenBy(campaign(named, ['c1', 'c2']), batch(['c1']), campaign(named, ['c2'], 2))).toEqual([]);
  expect(brokenBy(batch(['c1']), campaign(named, ['c1', 'c2']), campaign(named, ['c2'], 2))).toHaveLength(1);
  expect(brokenBy(campaign(ALL, ['c1', 'c2']), batch(['c1']), campaign(ALL, ['c2'], 2))).toHaveLength(1);
});

test('a customer of a batch is not answered with what another one is, unless an update says so', () => {
  const shown = (customers: readonly JsonObject[], sent: JsonObject = {}) =>
    ['batchUpdateCustomers', { id: 'b', body: { customers: customers.map(({ id }) => ({ id, ...sent })) } }, { customers }] as const;
  const [one, other] = [
    { id: 'c1', external_id: 'e1' },
    { id: 'c2', external_id: 'e2' },
  ];
  const mixed = shown([one, { ...other, external_id: 'e1' }]);
  const broken = [[1, 'customer.update-leaves-other-fields', '/customers/1/external_id', true]];
  expect(brokenBy(shown([one, other]), mixed)).toEqual(broken);
  expect(brokenBy(shown([one, other]), shown([one, { ...other, external_id: 'e3' }]))).toEqual([]);
  expect(brokenBy(shown([one]), mixed)).toEqual([]);
  // Its answer shows nobody, and it may have been carried out all the same.
  const told = { customers: [{ id: 'c2', external_id: 'e1' }] };
  const unshown = ['batchUpdateCustomers', { id: 'b', body: told }, { customers: [] }] as const;
  expect(brokenBy(shown([one, other]), unshown, mixed)).toEqual([]);
  const sameNames = [one, other].map((customer) => ({ ...customer, full_name: 'Same' }));
  expect(brokenBy(shown([{ ...one, full_name: 'Same' }, other]), shown(sameNames, { full_name: 'Same' }))).toEqual([]);
});

test('the request is kept that made a record with an outside id', () => {
  const { newRecords } = new Ledger();
  const made = exchange();
  newRecords.sameId('createBusiness', { body: { external_id: '0' } }, made, { id: 'b' });
  expect(newRecords.withOutsideId('0')).toBe(made);
  expect(newRecords.withOutsideId('b')).toBeUndefined();
});

test('who is left out while an update of him is under way is so beside it, and since a campaign excluded him where one did', () => {
  const ledger = new Ledger();
  const play = ([name, call, answer]: ReturnType<typeof campaign> | ReturnType<typeof batch>, startedAt: number, durationMs = 10) => {
    const seen = { ...exchange(), startedAt, durationMs };
    ledger.asked(name, call, seen);
    return { seen, breaches: ledger.breaches(name, call, seen, answer, () => false).filter(({ deviations }) => deviations.length > 0) };
  };
  play(batch(['c1']), 0);
  play(campaign(ALL, ['c1', 'c2'], 2), 100);
  const [breach] = play(campaign(ALL, ['c2'], 3), 200).breaches;
  expect(breach?.beside?.()).toBeUndefined();
  const { seen } = play(batch(['c1']), 195, 50);
  expect(breach?.beside?.()).toEqual({ exchange: seen, words: 'an update of "c1"' });
  const excluding = play(campaign({ ...ALL, excluded_customers: ['c1'] }, ['c2'], 4), 300);
  const [sticky] = play(campaign(ALL, ['c2'], 5), 400).breaches;
  const shown = (excluded: readonly string[], missing: readonly string[]) => {
    const known = new Ledger();
    for (const id of excluded) known.asked('createCampaign', { body: { excluded_customers: [id] } }, { ...exchange(), startedAt: 0 });
    return known.exclusionOf(missing, { ...exchange(), startedAt: 9000 }, (id) => id !== 'unknown');
  };
  expect(shown(['c1', 'c2', 'unknown'], ['c2', 'c1'])?.contrast).toMatch(/^\["c2","c1"\], whom an earlier campaign excluded/);
  expect(shown(['c1', 'c2'], ['c1', 'c3'])).toBeUndefined();
  expect(sticky).toMatchObject({
    since: excluding.seen,
    contrast: '["c1"], whom an earlier campaign excluded, and nobody else is left out',
  });
});

for (const [why, body, enrolled] of [
  ['was never enrolled, and may have unsubscribed', { enrolled_customers: ['c3', 'c2'] }, ['c2']],
  ['is asked for in another way', { enrolled_customers: ['c1', 'c2'] }, ['c2']],
  ['may not be of the segment', { ...ALL, segment: 's' }, ['c2']],
  ['cannot get these steps', { ...ALL, steps: [] }, ['c2']],
  ['is enrolled when the campaign begins, as everybody', ALL, []],
] as const)
  test(`whoever ${why} need not be enrolled`, () =>
    expect(
      brokenBy(campaign(ALL, ['c1', 'c2']), campaign({ ...ALL, excluded_customers: ['c1'] }, ['c2'], 2), campaign(body, enrolled, 3)),
    ).toEqual([]));

test('whoever is named is not left out of an empty list, where another campaign of the kind shows him', () => {
  const named = { enrolled_customers: ['c1', 'c2'] };
  const asked = [campaign(named, ['c1', 'c2']), campaign({ ...named, scheduled_at: 't' }, [], 2), campaign(named, [], 3)];
  expect(brokenBy(...asked)).toEqual([[2, 'campaign.enrolled-customers-come-back', '/enrolled_customer_ids', true]]);
});

const batch = (ids: readonly string[], answered = ids, name = 'n') =>
  [
    'batchUpdateCustomers',
    { id: 'b', body: { customers: ids.map((id) => ({ id, full_name: name })) } },
    { customers: answered.map((id) => ({ id, full_name: name })) },
  ] as const;

test('a batch lists nobody whom it does not name, and shows who named him', () => {
  expect(brokenBy(batch(['c1']), batch(['c2'], ['c2', 'c1']))).toEqual([[1, 'customer.answered-are-asked', '/customers/1/id', true]]);
  expect(brokenBy(batch(['c1', 'c2'], ['c2']))).toEqual([]);
});

test('what a batch sends for a customer comes back with this customer, unless he stands there twice', () => {
  const [name, call] = batch(['c1', 'c2']);
  const other = {
    customers: [
      { id: 'c2', full_name: 'n' },
      { id: 'c1', full_name: 'other' },
    ],
  };
  expect(brokenBy([name, call, other])).toEqual([[0, 'customer.full-name-comes-back', '/customers/1/full_name', false]]);
  expect(brokenBy([name, batch(['c1', 'c1'])[1], { customers: [{ id: 'c1', full_name: 'other' }] }])).toEqual([]);
});

const read = (id: string, event: Record<string, unknown>, seconds = 0) => ['getEvent', { id }, { id, ...event }, seconds] as const;

test('an event keeps its customer, at once where it was there before the run, else when every server has to know', () => {
  const [resolved, unresolved] = [{ customer: 'c1' }, { customer: null }];
  expect(brokenBy(read('old', resolved), read('old', unresolved))).toEqual([[1, 'event.stays-resolved', '/customer', true]]);
  expect(brokenBy(read('new', resolved), read('new', unresolved, 3))).toEqual([]);
  expect(brokenBy(read('new', resolved), read('new', unresolved, 9))).toEqual([[1, 'event.stays-resolved', '/customer', true]]);
  expect(brokenBy(read('old', unresolved), read('old', resolved), read('old', {}))).toEqual([]);
});

test('an event keeps what it has of its own', () =>
  expect(brokenBy(read('new', { name: 'a' }), read('new', { name: 'b' }))).toEqual([[1, 'event.own-fields-never-change', '/name', true]]));

test('a record is the one that was asked for, and of the record in the path', () => {
  expect(brokenBy(['getSegment', { id: 's1' }, { id: 's2' }])).toEqual([[0, 'record.id-is-asked-id', '/id', false]]);
  expect(brokenBy(['getSegment', { id: 's1' }, { name: 'n' }])).toEqual([]);
  expect(brokenBy(['createCampaign', { id: 'b', body: {} }, { id: 'c', business: 'other' }])).toEqual([
    [0, 'campaign.business-is-path', '/business', false],
  ]);
});

for (const [query, flag, isBroken] of [
  ['f=a&f=b', 'b', false],
  ['f=a%20b,c', 'a b', false],
  ['f=%5B%22a%5C%22b%22%5D', 'a"b', false],
  ['f=Beta', 'beta', false],
  [undefined, 'beta', false],
  ['f=a&f=b', 'c', true],
] as const)
  test(`the flag ${flag} is ${isBroken ? 'not ' : ''}asked for by ${query ?? 'no query'}`, () => {
    const answer = { feature_flags: [{ feature_flag_name: flag, enabled: true }] };
    const expected = isBroken ? [[0, 'feature-flag.only-asked', '/feature_flags/0/feature_flag_name', false]] : [];
    expect(brokenBy(['getFeatureFlagStatuses', { id: 'b', ...(query !== undefined && { query }) }, answer])).toEqual(expected);
  });

test('what a creation sends comes back, but for records of others, which the service may not know', () => {
  const sent = { name: 'n', segment: 's', metadata: { a: 1 } };
  const answer = { id: 'c', name: 'other', segment: 'none', metadata: { a: 1 } };
  expect(brokenBy(['createCampaign', { id: 'b', body: sent }, answer])).toEqual([[0, 'campaign.name-comes-back', '/name', false]]);
  expect(brokenBy(['createBusiness', { body: { name: 'n' } }, { id: 'b1' }])).toEqual([]);
});

test('what is asked for under a known outside id may be the record that is there, as it is', () => {
  const answer = { id: 'b1', name: 'first', external_id: 'e' };
  const asking = (name: string) => ['createBusiness', { body: { name, external_id: 'e' } }, answer] as const;
  expect(brokenBy(asking('first'), asking('second'))).toEqual([]);
});

test('a record that has the id of one under way beside it names that one, and one made before does not', () => {
  const { newRecords } = new Ledger();
  const made = (body: Record<string, unknown>, startedAt: number) => {
    const seen = { ...exchange(), startedAt, durationMs: 10 };
    return [seen, newRecords.sameId('createSmsTemplateEmbed', { id: String(body.n), body }, seen, { id: 'emb' })] as const;
  };
  const [first] = made({ n: 1 }, 0);
  const [second, { beside }] = made({ n: 2 }, 5);
  expect(beside?.()).toEqual({ exchange: first, words: 'the request that got this id' });
  const [, later] = made({ n: 3 }, 100);
  expect(later.earlier).toBe(second);
  expect(later.beside).toBeUndefined();
  expect([first, second].map((seen) => newRecords.isRepeated(seen))).toEqual([false, true]);
});

test("what a campaign leaves out is another request's only where it changes, and not by whom it excludes", () => {
  const { newRecords } = new Ledger();
  const borrowed = (body: Record<string, unknown>, record: Record<string, unknown>) =>
    newRecords.borrowed('createCampaign', body, exchange(), record).deviations.map(({ pointer }) => pointer);
  const named = { name: 'n', enrolled_customers: ['c1'], segment: 's1' };
  expect(borrowed(named, named)).toEqual([]);
  expect(borrowed({ name: 'n' }, { segment: 's1' })).toEqual([]);
  expect(borrowed({ name: 'n' }, { segment: 's1' })).toEqual([]);
  expect(borrowed({ name: 'n' }, { segment: null })).toEqual([]);
  expect(borrowed({ name: 'n' }, { segment: 's1' })).toEqual(['/segment']);
  expect(borrowed({ name: 'n', excluded_customers: ['c1'] }, { enrolled_customers: ['c2'] })).toEqual([]);
  expect(borrowed({ name: 'n', excluded_customers: ['c2'] }, { enrolled_customers: ['c1'] })).toEqual([]);
});

test('a refusal between two records with one id is told, and none after them', () => {
  const { newRecords } = new Ledger();
  const at = (startedAt: number) => ({ ...exchange(), startedAt });
  const make = (made: ReturnType<typeof at>) =>
    newRecords.sameId('createBusiness', { body: { name: String(made.startedAt) } }, made, { id: 'b' });
  const refused = at(10);
  make(at(0));
  newRecords.refused('createBusiness', refused);
  expect(make(at(20)).since).toBe(refused);
  expect(make(at(30)).since).toBeUndefined();
});

test('a record whose id an earlier one has: how many lie between, or wherein the two requests differ', () => {
  const { newRecords } = new Ledger();
  const make = (name: string, metadata: JsonObject, id: string) =>
    newRecords.sameId('createCampaign', { body: { name, metadata } }, exchange(), { id }).contrast;
  for (const number of [1, 2, 3]) make(`name ${number}`, {}, String(number));
  expect(make('name 4', {}, '1')).toBe('the 2 made between the two have ids of their own');
  expect(make('name 4', { a: 1 }, '1')).toBe('both were asked for with the same `name`, and another `metadata`');
  expect(make('name 5', {}, '1')).toBeUndefined();
});
