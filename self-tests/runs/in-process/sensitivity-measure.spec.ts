import { FAULTS } from '../../../mutation/faults/index.ts';
import { measureSensitivity, type Unsound } from '../../../mutation/sensitivity/measure.ts';
import type { Measured } from '../../../mutation/sensitivity/notice.ts';
import { LeftBehindNotes } from '../../../src/engine/evidence/left-behind.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect } from '../../test.ts';
import { test, type Variables } from '../run.ts';

/** What is measured of these faults. */
function measure(variables: Variables, ...names: string[]): Promise<Measured | Unsound> {
  const own = { CES_SEED: '7', CES_PROPERTY_RUNS: '2', CES_UNMATCHED_WINDOW_MS: '200', CES_TIMEOUT_MS: '5000' };
  const settings = readSettings({ ...own, ...variables });
  const chosen = FAULTS.filter(({ name }) => names.includes(name));
  expect(chosen.map(({ name }) => name).sort(), 'faults of the mutation run').toEqual([...names].sort());
  const notes = new LeftBehindNotes({ redact: (text) => text, file: null, listed: new Set(), run: 'k3' });
  return measureSensitivity(settings, chosen, { progress: () => {}, notes });
}

const outcomes = (measured: Measured | Unsound) =>
  measured.sound ? Object.fromEntries(measured.notices.map(({ name, outcome }) => [name, outcome])) : measured.problems;

test('with all fixtures, faults are noticed by the answers of one run', async ({ target }) => {
  const { variables } = await target();
  const names = ['unprotected-3', 'leak-at-7', 'status-202-at-1', 'segment-metadata-null'];
  const measured = await measure(variables, ...names);
  expect(outcomes(measured)).toEqual(Object.fromEntries(names.map((name) => [name, 'noticed'])));
  // What a scenario asked beside others may be missing from its recording, so not every fault is decided by it.
  expect(measured.sound && measured.played).toBeLessThanOrEqual(2);
});

test('what the answers of one run do not decide is played against the embedded service', async ({ target }) => {
  const { variables } = await target();
  const measured = await measure(variables, 'rejected-event-is-tracked');
  expect(measured).toMatchObject({ sound: true, played: 1, notices: [{ outcome: 'noticed' }] });
});

test('without a fixture and read-only: unseen for want of both, and nothing is written', async ({ target }) => {
  const { variables, seen } = await target();
  const { CES_SMS_TEMPLATE_ID: _left, ...others } = variables;
  const measured = await measure({ ...others, CES_READ_ONLY: '1' }, 'unprotected-17', 'unprotected-3', 'unprotected-13');
  expect(outcomes(measured)).toEqual({ 'unprotected-17': 'not-assessed', 'unprotected-3': 'not-assessed', 'unprotected-13': 'noticed' });
  const variablesOf = new Map(measured.sound ? measured.notices.map(({ name, variables: named }) => [name, named]) : []);
  expect(variablesOf.get('unprotected-3')).toEqual(['CES_READ_ONLY']);
  expect(variablesOf.get('unprotected-17')).toEqual(['CES_SMS_TEMPLATE_ID']);
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a target that breaks a requirement by itself gives no figure, and what failed is named', async ({ target }) => {
  const { variables } = await target();
  const measured = await measure({ ...variables, CES_READ_ONLY: '1', CES_SEGMENT_ID: 'nobody' }, 'unprotected-8');
  expect(measured.sound).toBe(false);
  expect(outcomes(measured)).toContainEqual(expect.stringMatching(/^http\.success-is-200 failed\. getSegment: /));
});
