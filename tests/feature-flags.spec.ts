import { isDeepStrictEqual } from 'node:util';
import { rotated } from '../src/checks/json-equality.ts';
import { JUST_BEFORE } from '../src/checks/run-history.ts';
import { flagQuery } from '../src/client/call.ts';
import { jsonValue, recordsOf } from './judging.ts';
import { type Call, type Exchange, type Implementation, isSuccess } from './library.ts';
import { firstReadsAgree } from './scenarios/answers.ts';
import {
  type Flag,
  type FlagAnswer,
  missingAtOnce,
  missingOrRepeated,
  notAsked,
  ownStatuses,
  statusDeviations,
} from './scenarios/flag-answers.ts';
import { createdId } from './scenarios/two-businesses.ts';
import { usualOf } from './scenarios/usual.ts';
import { NotAssessed, need, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('getFeatureFlagStatuses')) test(`getFeatureFlagStatuses: ${claim}`, covered);

test(
  'flags are answered as asked, each alone and all together in two orders',
  scenario(
    'getFeatureFlagStatuses',
    ['feature-flag.asked-are-answered', 'feature-flag.only-asked', 'feature-flag.status-is-its-own'],
    async ({ implementation, check, notAssessed }) => {
      const names = knownFlags(implementation);
      const takesSeveral = (await acceptedFlags(implementation)).length === names.length;
      // Where states are unlike, no service that goes by position is right in both orders.
      const orders = names.length < 2 ? [names] : takesSeveral ? [names, rotated(names)] : [];
      const questions = [...orders, ...names.map((name) => [name])];
      const isLimited = implementation.settings.run.maxRequests !== null;
      const rounds = Array.from({ length: isLimited ? 1 : ROUNDS }, () => questions).flat();
      const answers = await Promise.all(rounds.map((asked) => answerTo(implementation, asked)));

      const again = ({ asked }: FlagAnswer) => answerTo(implementation, asked, { alone: true });
      check({ 'feature-flag.asked-are-answered': await missingAtOnce(answers, again) });
      if (names.length < 2) throw new NotAssessed('Only one flag is known', ['CES_FEATURE_FLAGS']);
      check({ 'feature-flag.only-asked': await notAsked(answers, again) });
      if (!takesSeveral) throw new NotAssessed('Several flags at once are refused');
      const singles = answers.filter(({ asked }) => asked.length === 1);
      // Who goes by position steps over a name that nobody knows.
      const behindUnknown = await answerTo(implementation, [`${implementation.unique()}-unknown`, ...names]);
      const together = [...answers.slice(0, orders.length), ...(isSuccess(behindUnknown.exchange) ? [behindUnknown] : [])];
      let judged = statusDeviations(together, singles);
      if (judged.deviations.length > 0) {
        // A flag may be rolled out between the answers: what counts is what is wrong between two rounds that agree.
        const alone = names.map((name) => [name]);
        const again = await oneByOne(implementation, [...alone, ...together.map(({ asked }) => asked), ...alone]);
        const [before, after] = [again.slice(0, names.length), again.slice(-names.length)];
        const isSteady = [before, after].every((reads) => isDeepStrictEqual(ownStatuses(reads), ownStatuses(singles)));
        if (!isSteady)
          return notAssessed('feature-flag.status-is-its-own', 'A flag that is asked for alone changes from request to request');
        judged = statusDeviations(again.slice(names.length, -names.length), before);
      }
      check({ 'feature-flag.status-is-its-own': judged });
      if (judged.deviations.length > 0) return;
      // A cache may cut its keys: two long lists with the same beginning, where the specification does not say that a name stands once.
      const [last = ''] = names.slice(-1);
      const long: string[] = [];
      while (long.join().length <= LONGEST_KEY) long.push(names[long.length % (names.length - 1)] ?? '');
      const shorter = await ask(implementation, long);
      const longer = await ask(implementation, [...long, last]);
      if (isSuccess(longer)) {
        const flags = flagsOf(longer).filter(({ name }) => name === last);
        const contrast = `it is the last of ${long.length + 1}; the same list without it was asked for ${JUST_BEFORE}`;
        check({
          'feature-flag.asked-are-answered': {
            ...missingOrRepeated([{ asked: [last], flags: flags.slice(0, 1), exchange: longer }]),
            exchanges: [shorter, longer],
            contrast,
          },
        });
      }
    },
  ),
);

/** So often each is asked at once: a service that answers one question for several does so only while it looks the first one up. */
const ROUNDS = 4;
/** Characters of the usual column or key. */
const LONGEST_KEY = 255;

test(
  'a request for an unknown flag, for none, for one twice, or for a hundred is answered',
  scenario(
    'getFeatureFlagStatuses',
    ['flags.unknown-name', 'flags.no-name', 'flags.asked-twice', 'flags.other-case', 'flags.hundred'],
    async ({ implementation, observe }) => {
      const names = knownFlags(implementation);
      const unknown = await ask(implementation, [...names.slice(0, 1), `${implementation.unique()}-unknown`]);
      const [flag] = isSuccess(unknown) ? flagsOf(unknown).filter(({ name }) => !names.includes(String(name))) : [];
      const answered = flag ? `enabled ${flag.enabled}` : 'left out';
      observe({ 'flags.unknown-name': { status: unknown.answer?.status ?? null, answered } });
      const none = await implementation.client.send('getFeatureFlagStatuses', { id: await implementation.businessId() });
      observe({ 'flags.no-name': inShort(none) });
      const [name = ''] = names;
      observe({ 'flags.asked-twice': inShort(await ask(implementation, [name, name])) });
      const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      // A name without letters has no other case.
      if (otherCase !== name && !names.includes(otherCase)) {
        const exchange = await ask(implementation, [otherCase]);
        const flags = isSuccess(exchange) ? flagsOf(exchange) : [];
        observe({ 'flags.other-case': { status: exchange.answer?.status ?? null, answered: flags.length > 0 } });
      }
      const many = Array.from({ length: 100 }, (_, index) => names[index] ?? `${name}-${index}-unknown`);
      observe({ 'flags.hundred': inShort(await ask(implementation, many)) });
    },
  ),
);

test(
  'getFeatureFlagStatuses: the flags of a new business are the same at every read, also right after those of another',
  firstReadsAgree(
    'getFeatureFlagStatuses',
    async (implementation) => {
      const query = flagsQuery(implementation, await acceptedFlags(implementation));
      return { id: createdId(await implementation.freshExample('createBusiness')), query };
    },
    async (implementation) => ask(implementation, await acceptedFlags(implementation)),
  ),
);

function inShort(exchange: Exchange): { readonly status: number | null; readonly flags: number | null } {
  return { status: exchange.answer?.status ?? null, flags: isSuccess(exchange) ? flagsOf(exchange).length : null };
}

function knownFlags(implementation: Implementation): readonly string[] {
  const { featureFlags } = implementation.settings.fixtures;
  return need(featureFlags.length > 0 ? featureFlags : null, 'CES_FEATURE_FLAGS');
}

/** All that are known, or one, where several at once are refused. */
async function acceptedFlags(implementation: Implementation): Promise<readonly string[]> {
  const names = knownFlags(implementation);
  const { call } = await implementation.accepted('getFeatureFlagStatuses');
  return call.query === flagsQuery(implementation, names) ? names : names.slice(0, 1);
}

async function ask(implementation: Implementation, names: readonly string[], how: Pick<Call, 'alone'> = {}): Promise<Exchange> {
  const query = flagsQuery(implementation, names);
  return implementation.client.send('getFeatureFlagStatuses', { ...how, id: await implementation.businessId(), query });
}

function flagsQuery({ settings: { fixtures } }: Implementation, names: readonly string[]): string {
  return flagQuery(need(fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM'), names, fixtures.featureFlagsEncoding);
}

async function answerTo(implementation: Implementation, asked: readonly string[], how: Pick<Call, 'alone'> = {}): Promise<FlagAnswer> {
  const exchange = await ask(implementation, asked, how);
  return { asked, flags: flagsOf(exchange), exchange };
}

async function oneByOne(implementation: Implementation, questions: readonly (readonly string[])[]): Promise<FlagAnswer[]> {
  const answers: FlagAnswer[] = [];
  for (const asked of questions) answers.push(await answerTo(implementation, asked));
  return answers;
}

/** @throws NotAssessed where a flag has no name, so that nothing can be checked */
function flagsOf(exchange: Exchange): Flag[] {
  const flags = recordsOf('getFeatureFlagStatuses', jsonValue(exchange));
  if (flags.some((flag) => !Object.hasOwn(flag, 'feature_flag_name')))
    throw new NotAssessed('A flag in the answer does not hold `feature_flag_name`');
  return flags.map(({ feature_flag_name: name, enabled }) => ({ name, enabled }));
}
