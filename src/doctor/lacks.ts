import { FIXTURE_SETTINGS, FIXTURE_VARIABLES, type FixtureSetting, isList } from '../settings/fixtures/fixture-variables.ts';
import type { Settings } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';

/** Something without which statements are not assessed. */
export interface Lack {
  /** In the table of needs, and for people. */
  readonly name: string;
  /** What would have to be set. */
  readonly variables: readonly VariableName[];
  isLacking(settings: Settings): boolean;
  /** The settings with which a run lacks it, given those of a run that lacks nothing. */
  without(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export const WRITING = 'writing';

/** All that a run can lack, in the order of the table of variables. */
export const LACKS: readonly Lack[] = [
  ...FIXTURE_SETTINGS.flatMap(lacksOfFixture),
  lack(['CES_EVENT_LOOKUP_URL'], ({ tracking }) => tracking.lookupUrl === null && tracking.lookupCommand === null),
  lack(['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'], ({ tracking }) => tracking.matchingData === null),
  { name: WRITING, variables: [], isLacking: ({ run }) => run.readOnly, without: () => ({ CES_READ_ONLY: '1' }) },
];

function lacksOfFixture(setting: FixtureSetting): Lack[] {
  const variable = FIXTURE_VARIABLES[setting];
  if (!isList(setting)) return [lack([variable], ({ fixtures }) => fixtures[setting] === null)];
  return [
    lack([variable], ({ fixtures }) => fixtures[setting].length === 0),
    {
      // What compares two values wants another one.
      name: `${variable}, a second`,
      variables: [variable],
      isLacking: ({ fixtures }) => fixtures[setting].length === 1,
      without: ({ [variable]: list = '' }) => ({ [variable]: list.split(',')[0] ?? '' }),
    },
  ];
}

function lack(variables: readonly [VariableName, ...VariableName[]], isLacking: Lack['isLacking']): Lack {
  return { name: variables[0], variables, isLacking, without: () => Object.fromEntries(variables.map((name) => [name, ''])) };
}
