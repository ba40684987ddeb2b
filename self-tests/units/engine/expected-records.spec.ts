import { aboutToLeave } from '../../../src/engine/expected-records.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

const TARGET = { CES_BASE_URL: 'https://staging.example.com/api', CES_USERNAME: 'u', CES_PASSWORD: 'p', CES_PROPERTY_RUNS: '100' };
const ALL = {
  CES_PROJECT_EMAIL_TEMPLATE_ID: 't',
  CES_SMS_TEMPLATE_ID: 's',
  CES_EVENT_LOOKUP_URL: '/events?marker={marker}',
};
const END = 'at staging.example.com, and the API cannot delete them. --read-only leaves none; CES_WRITE_BUDGET';

const SENTENCES: readonly (readonly [title: string, variables: Record<string, string>, isPart: boolean, sentence: string | null])[] = [
  ['with URL and credentials only', {}, false, `This run leaves about 310 records ${END} sets a limit.`],
  ['with all that can be created', ALL, false, `This run leaves about 430 records ${END} sets a limit.`],
  ['without generated input', { ...ALL, CES_PROPERTY_RUNS: '0' }, false, `This run leaves about 380 records ${END} sets a limit.`],
  ['of a part of the checks', {}, true, `This run leaves at most what a whole run leaves, about 310 records, ${END} sets a limit.`],
  ['with a budget', { CES_WRITE_BUDGET: '1' }, false, `This run leaves at most 1 record ${END} is 1.`],
  ['of a part of the checks, with a budget', { CES_WRITE_BUDGET: '1' }, true, `This run leaves at most 1 record ${END} is 1.`],
  ['with a budget that suffices', { CES_WRITE_BUDGET: '5000' }, false, `This run leaves about 310 records ${END} is 5,000.`],
  ['with a budget of none', { CES_WRITE_BUDGET: '0' }, false, null],
  ['that only reads', { ...ALL, CES_READ_ONLY: '1' }, false, null],
];
for (const [title, variables, isPart, sentence] of SENTENCES)
  test(`what a run ${title} is about to leave`, () =>
    expect(aboutToLeave(readSettings({ ...TARGET, ...variables }), 'This run', isPart)).toBe(sentence));
