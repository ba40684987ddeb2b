import { jsonValue } from '../src/checks/answers.ts';
import { type Finding, foundIn, show } from '../src/checks/finding.ts';
import { recordsOf } from '../src/checks/shape.ts';
import { flagQuery } from '../src/client/feature-flags.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess } from '../src/http/outcome.ts';
import { NotAssessed, need } from '../src/settings/not-assessed.ts';
import { answersAsDocumented, isSafeToRead } from './scenarios/answers.ts';
import { recordOf } from './scenarios/records.ts';
import { firstReadsAgree } from './scenarios/times/first-reads.ts';

test('getFeatureFlagStatuses: the typical answer is as documented', ...answersAsDocumented('getFeatureFlagStatuses'));
test('getFeatureFlagStatuses: reading changes nothing', ...isSafeToRead('getFeatureFlagStatuses'));

test(
  'flags are answered as asked, each alone and all together',
  covers('getFeatureFlagStatuses', ['feature-flag.asked-are-answered', 'feature-flag.only-asked', 'feature-flag.status-is-its-own']),
  scenario(async ({ implementation, check, notAssessed }) => {
    const names = knownFlags(implementation);
    const together = { asked: names, exchange: await ask(implementation, names) };
    const alone = await Promise.all(names.map(async (name) => ({ asked: [name], exchange: await ask(implementation, [name]) })));
    const questions = [together, ...alone];
    const exchanges = questions.map(({ exchange }) => exchange);
    const answers = questions.map(({ asked, exchange }) => ({ asked, flags: flagsOf(exchange), exchange }));
    const [all, ...singles] = answers;

    check({ 'feature-flag.asked-are-answered': answers.flatMap(missingOrRepeated) }, ...exchanges);
    if (names.length < 2) {
      notAssessed('feature-flag.only-asked', 'Only one flag is known', ['CES_FEATURE_FLAGS']);
      notAssessed('feature-flag.status-is-its-own', 'Only one flag is known', ['CES_FEATURE_FLAGS']);
      return;
    }
    check(
      {
        'feature-flag.only-asked': answers.flatMap(notAsked),
        'feature-flag.status-is-its-own': singles.flatMap((single) => (all ? differing(single, all) : [])),
      },
      ...exchanges,
    );
  }),
);

test(
  'a request for an unknown flag, or for none, is answered',
  covers('getFeatureFlagStatuses', [], { observes: ['flags.unknown-name', 'flags.no-name'] }),
  scenario(async ({ implementation, observe }) => {
    const names = knownFlags(implementation);
    const unknown = await ask(implementation, [...names.slice(0, 1), `${implementation.unique()}-unknown`]);
    const [flag] = isSuccess(unknown) ? flagsOf(unknown).filter(({ name }) => !names.includes(String(name))) : [];
    observe({
      'flags.unknown-name': { status: unknown.answer?.status ?? null, answered: flag ? `enabled ${flag.enabled}` : 'left out' },
    });
    const none = await implementation.client.send('getFeatureFlagStatuses', { id: await implementation.businessId() });
    observe({ 'flags.no-name': { status: none.answer?.status ?? null, flags: isSuccess(none) ? flagsOf(none).length : null } });
  }),
);

test(
  'getFeatureFlagStatuses: the flags of a new business are the same at every read',
  ...firstReadsAgree('getFeatureFlagStatuses', async (implementation) => {
    const query = flagsQuery(implementation, knownFlags(implementation));
    const { id } = recordOf(await implementation.freshExample('createBusiness'));
    if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
    return { id, query };
  }),
);

interface Flag {
  readonly name: unknown;
  readonly enabled: unknown;
}

/** The names that a request asked for, and the flags in its answer. */
interface FlagAnswer {
  readonly asked: readonly string[];
  readonly flags: readonly Flag[];
  readonly exchange: Exchange;
}

function knownFlags(implementation: Implementation): readonly string[] {
  const { featureFlags } = implementation.settings.fixtures;
  return need(featureFlags.length > 0 ? featureFlags : null, 'CES_FEATURE_FLAGS');
}

async function ask(implementation: Implementation, names: readonly string[]): Promise<Exchange> {
  const query = flagsQuery(implementation, names);
  return implementation.client.send('getFeatureFlagStatuses', { id: await implementation.businessId(), query });
}

function flagsQuery({ settings: { fixtures } }: Implementation, names: readonly string[]): string {
  return flagQuery(need(fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM'), names, fixtures.featureFlagsEncoding);
}

/** @throws NotAssessed where a flag has no name, so that nothing can be checked */
function flagsOf(exchange: Exchange): Flag[] {
  const flags = recordsOf('getFeatureFlagStatuses', jsonValue(exchange));
  if (flags.some((flag) => !Object.hasOwn(flag, 'feature_flag_name')))
    throw new NotAssessed('A flag in the answer does not hold `feature_flag_name`');
  return flags.map(({ feature_flag_name: name, enabled }) => ({ name, enabled }));
}

function missingOrRepeated({ asked, flags, exchange }: FlagAnswer): Finding[] {
  const findings = asked.flatMap((name) => {
    const times = flags.filter((flag) => flag.name === name).length;
    const actual = times === 0 ? 'it is missing' : `${times} times`;
    return times === 1 ? [] : [{ pointer: '/feature_flags', expected: `${show(name)} once`, actual }];
  });
  return foundIn(exchange, findings);
}

function notAsked({ asked, flags, exchange }: FlagAnswer): Finding[] {
  const others = flags.filter(({ name }) => !asked.includes(String(name)));
  const findings = others.map(({ name }) => ({ pointer: '/feature_flags', expected: `only ${show(asked)}`, actual: `${show(name)} too` }));
  return foundIn(exchange, findings);
}

/** Where the flag that was asked for alone has another status when asked for with others. */
function differing({ asked: [name], flags }: FlagAnswer, together: FlagAnswer): Finding[] {
  const [single, joint] = [flags, together.flags].map((list) => list.find((flag) => flag.name === name)?.enabled);
  if (single === undefined || joint === undefined || single === joint) return [];
  const expected = `${show(name)} with enabled ${single}, as when asked for alone`;
  return foundIn(together.exchange, [{ pointer: '/feature_flags', expected, actual: `enabled ${joint}` }]);
}
