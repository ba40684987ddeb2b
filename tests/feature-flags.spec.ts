import { jsonValue } from '../src/checks/answers.ts';
import { type Finding, show } from '../src/checks/finding.ts';
import { recordsOf } from '../src/checks/shape.ts';
import { flagQuery } from '../src/client/feature-flags.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess } from '../src/http/outcome.ts';
import { NotAssessed, need } from '../src/settings/not-assessed.ts';
import { answersAsDocumented, isSafeToRead } from './scenarios/answers.ts';

answersAsDocumented(14);
isSafeToRead(14);

const statements = ['feature-flag.asked-are-answered', 'feature-flag.only-asked', 'feature-flag.status-is-its-own'];

conformance('each flag alone and all together', { endpoint: 14, requirements: statements }, async ({ implementation, check, record }) => {
  const names = known(implementation);
  const together = await ask(implementation, names);
  const alone = await Promise.all(names.map((name) => ask(implementation, [name])));
  const questions = [
    { names, exchange: together },
    ...alone.map((exchange, index) => ({ names: names.slice(index, index + 1), exchange })),
  ];
  const answers = questions.map(({ names: asked, exchange }) => ({ asked, flags: flagsOf(exchange) }));
  const exchanges = questions.map(({ exchange }) => exchange);

  check(
    'feature-flag.asked-are-answered',
    answers.flatMap(({ asked, flags }) => asked.flatMap((name) => once(name, flags))),
    ...exchanges,
  );
  if (names.length < 2) {
    record.notAssessed('feature-flag.only-asked', 'Only one flag is known', ['CES_FEATURE_FLAGS']);
    record.notAssessed('feature-flag.status-is-its-own', 'Only one flag is known', ['CES_FEATURE_FLAGS']);
    return;
  }
  check(
    'feature-flag.only-asked',
    answers.flatMap(({ asked, flags }) =>
      flags
        .filter(({ name }) => !asked.includes(String(name)))
        .map(({ name }) => ({ pointer: '/feature_flags', expected: `only ${show(asked)}`, actual: `${show(name)} too` })),
    ),
    ...exchanges,
  );
  const [all, ...singles] = answers;
  const differing = singles.flatMap(({ asked: [name], flags }) => {
    const [single, joint] = [flags, all?.flags ?? []].map((list) => list.find((flag) => flag.name === name)?.enabled);
    return single === undefined || joint === undefined || single === joint
      ? []
      : [
          {
            pointer: '/feature_flags',
            expected: `${show(name)} with enabled ${single}, as when asked for alone`,
            actual: `enabled ${joint}`,
          },
        ];
  });
  check('feature-flag.status-is-its-own', differing, ...exchanges);
});

conformance(
  'unknown and no names',
  { endpoint: 14, requirements: [], observes: ['flags.unknown-name', 'flags.no-name'] },
  async ({ implementation, observe }) => {
    const names = known(implementation);
    const unknown = await ask(implementation, [...names.slice(0, 1), `${implementation.unique()}-unknown`]);
    const answer = isSuccess(unknown) ? flagsOf(unknown).filter(({ name }) => !names.includes(String(name))) : [];
    observe('flags.unknown-name', {
      status: unknown.answer?.status ?? null,
      answered: answer.length > 0 ? `enabled ${answer[0]?.enabled}` : 'left out',
    });
    const none = await implementation.client.send(14, { id: await implementation.businessId() });
    observe('flags.no-name', { status: none.answer?.status ?? null, flags: isSuccess(none) ? flagsOf(none).length : null });
  },
);

interface Flag {
  readonly name: unknown;
  readonly enabled: unknown;
}

function known(implementation: Implementation): readonly string[] {
  const { featureFlags } = implementation.settings.fixtures;
  return need(featureFlags.length > 0 ? featureFlags : null, 'CES_FEATURE_FLAGS');
}

async function ask(implementation: Implementation, names: readonly string[]): Promise<Exchange> {
  const { featureFlagsParam, featureFlagsEncoding } = implementation.settings.fixtures;
  const query = flagQuery(need(featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM'), names, featureFlagsEncoding);
  return implementation.client.send(14, { id: await implementation.businessId(), query });
}

/** Flags whose fields are absent say nothing that could be checked. */
function flagsOf(exchange: Exchange): Flag[] {
  const flags = recordsOf(14, jsonValue(exchange));
  if (flags.some((flag) => !Object.hasOwn(flag, 'feature_flag_name')))
    throw new NotAssessed('A flag in the answer does not hold `feature_flag_name`');
  return flags.map(({ feature_flag_name: name, enabled }) => ({ name, enabled }));
}

function once(name: string, flags: readonly Flag[]): Finding[] {
  const times = flags.filter((flag) => flag.name === name).length;
  return times === 1
    ? []
    : [{ pointer: '/feature_flags', expected: `${show(name)} once`, actual: times === 0 ? 'it is missing' : `${times} times` }];
}
