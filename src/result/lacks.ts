import { FIXTURE_SETTINGS, FIXTURE_VARIABLES, isList } from '../settings/fixtures/fixture-variables.ts';
import { readSettings } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';

/** The text of a setting, as a report may show it; empty where it is not given. */
export type Given = (name: VariableName) => string;

/** Something without which statements are not assessed. */
export interface Lack {
  /** In the table of needs, and for people. */
  readonly name: string;
  /** What would have to be set. */
  readonly variables: readonly VariableName[];
  isLacking(given: Given): boolean;
  /** The settings with which a run lacks it, given those of a run that lacks nothing. */
  without(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export const WRITING = 'writing';

/** All that a run can lack, in the order of the table of variables. */
export const LACKS: readonly Lack[] = [
  ...FIXTURE_SETTINGS.flatMap((setting) => {
    const variable = FIXTURE_VARIABLES[setting];
    const missing = lack([variable], (given) => given(variable) === '');
    return isList(setting) ? [missing, lackOfSecond(variable)] : [missing];
  }),
  lack(['CES_EVENT_LOOKUP_URL'], (given) => given('CES_EVENT_LOOKUP_URL') === '' && given('CES_EVENT_LOOKUP_COMMAND') === ''),
  lack(['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'], (given) => given('CES_TRACK_MATCHING_DATA') === ''),
  {
    name: WRITING,
    variables: [],
    isLacking: (given) => readSettings({ CES_READ_ONLY: given('CES_READ_ONLY') }).run.readOnly,
    without: () => ({ CES_READ_ONLY: '1' }),
  },
];

/** What compares two values wants another one. */
function lackOfSecond(variable: VariableName): Lack {
  return {
    name: `${variable}, a second`,
    variables: [variable],
    isLacking: (given) => given(variable) !== '' && !given(variable).includes(','),
    without: ({ [variable]: list = '' }) => ({ [variable]: list.split(',')[0] ?? '' }),
  };
}

function lack(variables: readonly [VariableName, ...VariableName[]], isLacking: Lack['isLacking']): Lack {
  return { name: variables[0], variables, isLacking, without: () => Object.fromEntries(variables.map((name) => [name, ''])) };
}
