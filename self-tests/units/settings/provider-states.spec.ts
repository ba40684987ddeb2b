import { readFileSync } from 'node:fs';
import { providerStatesPage } from '../../../src/settings/documentation.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixture-variables.ts';
import { missingStates, PROVIDER_STATES } from '../../../src/settings/fixtures/provider-states.ts';
import { expect, test } from '../../test.ts';

test('every fixture belongs to one state, but for the command: no server may have commands run', () => {
  const given = PROVIDER_STATES.flatMap(({ gives, mayGive = [] }) => [...gives, ...mayGive]);
  expect([...given, 'CES_EVENT_LOOKUP_COMMAND'].sort()).toEqual([...FIXTURE_NAMES].sort());
});

test('the business comes first, since later states are given it, and its customers next', () => {
  expect(missingStates({}).slice(0, 2)).toMatchObject([{ gives: ['CES_BUSINESS_ID'] }, { gives: ['CES_CUSTOMER_IDS'] }]);
});

test('the page for those who write such a server is current', () => {
  expect(readFileSync(new URL('../../../docs/provider-states.md', import.meta.url), 'utf8')).toBe(providerStatesPage());
});
