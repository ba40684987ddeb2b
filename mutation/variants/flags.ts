import { FEATURE_FLAGS } from '../../reference/seed/seed.ts';
import { isObject, type JsonObject, succeeded } from '../answers.ts';
import type { Interposition, PassingRequest, Variant } from '../interposition.ts';
import { answerOf, answersThrough, type Choice, editing, editingJson, numbered, permits, records } from './answers.ts';

const QUERY = 'Endpoints, rule 4: name of the parameter and encoding of several names are not shown';
const UNKNOWN = 'What becomes of names that are no flag is not shown';

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
  () => (request, forward) => forward(request.endpoint === 'getFeatureFlagStatuses' ? asRepeated(request, parameter, encoding) : request),
  { CES_FEATURE_FLAGS_PARAM: parameter, CES_FEATURE_FLAGS_ENCODING: encoding },
];

/** What the answer says of names that are no flag. */
function answeringUnknown(
  answerUnknown: (unknown: readonly string[]) => { status: number } | { flags: readonly object[] },
): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const unknown =
      request.endpoint === 'getFeatureFlagStatuses'
        ? namesIn(request.target, 'names', 'repeat').filter((name) => !KNOWN.includes(name))
        : [];
    if (unknown.length === 0 || !succeeded(answer)) return answer;
    const said = answerUnknown(unknown);
    if ('status' in said) return answerOf(said.status, { error: 'unknown flag' });
    return editingJson((value) =>
      isObject(value) && Array.isArray(value.feature_flags) ? { feature_flags: [...value.feature_flags, ...said.flags] } : value,
    )(answer, request);
  };
}

/** Another share of the requests sees each flag. */
const rollingOut = numbered('feature-flag', (_flag, number) => ({ enabled: number % 3 === 0 }));

const isBare = ({ endpoint, target }: PassingRequest) => endpoint === 'getFeatureFlagStatuses' && !target.includes('names=');
const ofAll = (request: PassingRequest) => ({
  ...request,
  target: `${request.target.split('?')[0]}?${KNOWN.map((name) => `names=${name}`).join('&')}`,
});
const onlyIfEnabled = ({ enabled, ...flag }: JsonObject) => (enabled === false ? flag : { ...flag, enabled });
const asFlags = (enabled: boolean) =>
  answeringUnknown((names) => ({ flags: names.map((feature_flag_name) => ({ feature_flag_name, enabled })) }));

export const FLAG_VARIANTS: readonly Variant[] = [
  ...permits('Feature flag: nothing says that a status is constant', [['flags are rolled out step by step', rollingOut]]),
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
    ['an unknown flag leads to 404', answeringUnknown(() => ({ status: 404 }))],
    ['an unknown flag leads to 400', answeringUnknown(() => ({ status: 400 }))],
    ['an unknown flag leads to 422', answeringUnknown(() => ({ status: 422 }))],
    ['without names all flags are answered', () => (request, forward) => forward(isBare(request) ? ofAll(request) : request)],
    [
      'without names no flag is answered',
      () => async (request, forward) =>
        isBare(request) && request.headers.authorization
          ? answerOf((await forward(request)).status === 401 ? 401 : 200, { feature_flags: [] })
          : forward(request),
    ],
  ]),
  ...permits('Reading rule 1: any other field may be absent', [
    ['a flag that is off holds no `enabled`', answersThrough(editing('feature-flag', onlyIfEnabled))],
  ]),
  ...permits('Reading rule 2', [
    ['flags say more of themselves', records('feature-flag', ({ feature_flag_name: name }) => ({ name, percentage: 50, variants: null }))],
  ]),
];
