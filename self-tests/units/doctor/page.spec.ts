import { fixtureVariables } from '../../../reference/fixtures.ts';
import type { Diagnosis } from '../../../src/doctor/examine.ts';
import { page, type Sheet } from '../../../src/doctor/page.ts';
import { untried } from '../../../src/doctor/tried.ts';
import { prospectsOf } from '../../../src/result/prospects.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixture-variables.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { expect, test } from '../../test.ts';

const environment = fixtureVariables('http://localhost:1', { username: 'user', password: 'secret' });
const OPEN = { words: 'reached', remedy: null };

function sheet(diagnosis: Partial<Diagnosis>, given: Partial<Sheet> = {}): Sheet {
  const sources = Object.fromEntries(Object.keys(environment).map((name) => [name, '/a/long/path/to/a/file/of/settings/staging.env']));
  return {
    baseUrl: 'http://localhost:1',
    embedded: false,
    settings: shownSettings({ environment, sources }, 1),
    diagnosis: { target: OPEN, doubt: null, credentials: OPEN, tried: [], found: [], ...diagnosis },
    prospects: prospectsOf(shownSettings({ environment, sources }, 1), []),
    writing: 'unasked',
    newFile: '.env',
    written: null,
    leftBehind: [],
    ...given,
  };
}

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => [...line].length));
}

test('it fits a screen with every fixture in it, whatever the path of their file', () => {
  const text = page(sheet({ tried: [untried(FIXTURE_NAMES, 'only a tracked event would tell')] }));
  expect(text.split('\n').length).toBeLessThanOrEqual(45);
  expect(widest(text)).toBeLessThanOrEqual(100);
  expect(text).toMatch(/– CES_SEGMENT_ID +…tings\/staging\.env +not tried: only a tracked event would tell$/m);
});

test('what the target says can neither act on the terminal nor break a line', () => {
  const words = `\u001b[31mred\u202Eder\nnext ${'x '.repeat(100)}`;
  const text = page(sheet({ target: { words, remedy: null }, tried: [{ variables: ['CES_SEGMENT_ID'], outcome: 'wrong', words }] }));
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\u202e');
  expect(text).toContain('\\u001B[31mred\\u202Eder\\nnext');
  expect(widest(text)).toBeLessThanOrEqual(100);
});

test('a doubt about the path stands beside the answer, comes first among the steps, and weakens what is said of an id', () => {
  const doubt = 'Every read was answered with status 404: no read tells whether the path is right.';
  const tried: Diagnosis['tried'] = [{ variables: ['CES_SEGMENT_ID'], outcome: 'wrong', words: 'not found' }];
  const text = page(sheet({ doubt, tried }));
  expect(text).toMatch(
    /^Target {7}.*\n {13}reached\n {13}Every read was answered with status 404: no read tells whether the path is right\.\n/,
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Next See whether the path of CES_BASE_URL is right. With leave to write,');
  expect(text).toContain('If the path is right, correct CES_SEGMENT_ID:');
});

test('what was found is listed as a setting, except what a run finds by itself', () => {
  const found: Diagnosis['found'] = [
    { variable: 'CES_EMAIL_ADDRESS_ID', value: 'addr_1' },
    { variable: 'CES_FEATURE_FLAGS_PARAM', value: 'names' },
  ];
  const tried: Diagnosis['tried'] = [{ variables: ['CES_FEATURE_FLAGS_PARAM', 'CES_SEGMENT_ID'], outcome: 'wrong', words: 'no' }];
  const text = page(sheet({ found, tried }));
  expect(text).toMatch(/\+ CES_EMAIL_ADDRESS_ID +found +addr_1$/m);
  expect(text).toContain('Set CES_FEATURE_FLAGS_PARAM=names.');
  expect(text).toContain('Correct CES_SEGMENT_ID:');
});
