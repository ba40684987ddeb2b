import { FEATURE_FLAGS } from '../../reference/seed/seed.ts';
import { answerOf, type JsonObject, jsonOf, withJson } from '../answers.ts';
import { askedFlags } from '../faults/embeds-and-flags.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, at, type Choice, numbered, permits, records, requests, set, successes } from '../rows.ts';

const QUERY = 'Endpoints, rule 4: name of the parameter and encoding of several names are not shown';
const UNKNOWN = 'What becomes of names that are no flag is not shown';

const FLAGS = 'getFeatureFlagStatuses';
const KNOWN: readonly string[] = FEATURE_FLAGS.map((flag) => flag.feature_flag_name);

type Encoding = 'repeat' | 'comma' | 'brackets' | 'json';

function namesIn(target: string, parameter: string, encoding: Encoding): string[] {
  const parameters = new URL(target, 'http://any.example').searchParams;
  if (encoding === 'repeat') return parameters.getAll(parameter);
  if (encoding === 'brackets') return parameters.getAll(`${parameter}[]`);
  const value = parameters.get(parameter);
  if (value === null) return [];
  if (encoding === 'comma') return value.split(',');
  const names: unknown = JSON.parse(value);
  return Array.isArray(names) ? names.map(String) : [];
}

/** The request as the service behind takes it. */
function asRepeated(request: PassingRequest, parameter: string, encoding: Encoding): PassingRequest {
  const names = namesIn(request.target, parameter, encoding).map((name) => `names=${encodeURIComponent(name)}`);
  return { ...request, target: `${request.target.split('?')[0]}?${names.join('&')}` };
}

const taking = (parameter: string, encoding: Encoding): Choice => [
  `flags are asked for as ${parameter}, ${encoding}`,
  at(FLAGS)(requests((request) => asRepeated(request, parameter, encoding))),
  { CES_FEATURE_FLAGS_PARAM: parameter, CES_FEATURE_FLAGS_ENCODING: encoding },
];

/** What the answer says of names that are no flag. */
const answeringUnknown = (say: (answer: PassingAnswer, unknown: readonly string[]) => PassingAnswer) =>
  at(FLAGS)(
    successes((answer, request) => {
      const unknown = askedFlags(request).filter((name) => !KNOWN.includes(name));
      return unknown.length === 0 ? answer : say(answer, unknown);
    }),
  );

/** One flag after the other is enabled for good. */
const rollingOut = numbered((flag, number) => ({ ...flag, enabled: number > 30 * (1 + KNOWN.indexOf(String(flag.feature_flag_name))) }));

const isBare = ({ endpoint, target }: PassingRequest) => endpoint === 'getFeatureFlagStatuses' && !target.includes('names=');
const ofAll = (request: PassingRequest) => ({
  ...request,
  target: `${request.target.split('?')[0]}?${KNOWN.map((name) => `names=${name}`).join('&')}`,
});
const more = ({ feature_flag_name: name }: JsonObject) => ({ name, percentage: 50, variants: null });
const onlyIfEnabled = ({ enabled, ...flag }: JsonObject) => (enabled === false ? flag : { ...flag, enabled });
const asFlags = (enabled: boolean) =>
  answeringUnknown((answer, names) => {
    const flags = names.map((feature_flag_name) => ({ feature_flag_name, enabled }));
    return withJson(answer, { feature_flags: [...(jsonOf(answer).feature_flags as JsonObject[]), ...flags] });
  });
const refusingUnknown = (status: number) => answeringUnknown(() => answerOf(status, { error: 'unknown flag' }));
const ofNone = () => answerOf(200, { feature_flags: [] });

export const FLAG_VARIANTS: readonly Variant[] = [
  ...permits('Feature flag: nothing says that a status is constant', [['flags are rolled out step by step', at(FLAGS)(rollingOut)]]),
  ...permits(QUERY, [
    taking('feature_flag_names', 'comma'),
    taking('flags', 'brackets'),
    taking('q', 'json'),
    taking('filter[name]', 'repeat'),
    taking('flag names', 'comma'),
  ]),
  ...permits(UNKNOWN, [
    ['an unknown flag is not enabled', asFlags(false)],
    ['an unknown flag is enabled', asFlags(true)],
    ...[404, 400, 422].map((status): Choice => [`an unknown flag leads to ${status}`, refusingUnknown(status)]),
    ['without names all flags are answered', requests((request) => (isBare(request) ? ofAll(request) : request))],
    ['without names no flag is answered', answers((answer, request) => (isBare(request) && answer.status !== 401 ? ofNone() : answer))],
  ]),
  ...permits('Reading rule 1: any other field may be absent', [
    ['a flag that is off holds no `enabled`', at(FLAGS)(records(onlyIfEnabled))],
  ]),
  ...permits('Reading rule 2', [['flags say more of themselves', at(FLAGS)(set(more))]]),
];
