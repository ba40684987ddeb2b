import { FEATURE_FLAGS } from '../../reference/seed/seed.ts';
import type { Interposition, PassingRequest, Variant } from '../interposition.ts';
import { answerOf, answersThrough, editing, editingJson, isObject, isSuccess } from './answers.ts';

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

const taking = (parameter: string, encoding: Encoding): Variant => ({
  name: `flags are asked for as ${parameter}, ${encoding}`,
  permitted: QUERY,
  variables: { CES_FEATURE_FLAGS_PARAM: parameter, CES_FEATURE_FLAGS_ENCODING: encoding },
  interpose: () => (request, forward) =>
    forward(request.endpoint === 'getFeatureFlagStatuses' ? asRepeated(request, parameter, encoding) : request),
});

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
    if (unknown.length === 0 || !isSuccess(answer)) return answer;
    const said = answerUnknown(unknown);
    if ('status' in said) return answerOf(said.status, { error: 'unknown flag' });
    return editingJson((value) =>
      isObject(value) && Array.isArray(value.feature_flags) ? { feature_flags: [...value.feature_flags, ...said.flags] } : value,
    )(answer, request);
  };
}

/** Another share of the requests sees each flag. */
function rollingOut(): Interposition {
  let count = 0;
  return answersThrough(
    editing('feature-flag', (flag) => {
      count += 1;
      return { ...flag, enabled: count % 3 === 0 };
    }),
  )();
}

export const FLAG_VARIANTS: readonly Variant[] = [
  { name: 'flags are rolled out step by step', permitted: 'Feature flag: nothing says that a status is constant', interpose: rollingOut },
  taking('feature_flag_names', 'comma'),
  taking('flags', 'brackets'),
  taking('q', 'json'),
  taking('filter[name]', 'repeat'),
  taking('flag names', 'comma'),
  {
    name: 'an unknown flag is not enabled',
    permitted: UNKNOWN,
    interpose: answeringUnknown((names) => ({ flags: names.map((feature_flag_name) => ({ feature_flag_name, enabled: false })) })),
  },
  {
    name: 'an unknown flag is enabled',
    permitted: UNKNOWN,
    interpose: answeringUnknown((names) => ({ flags: names.map((feature_flag_name) => ({ feature_flag_name, enabled: true })) })),
  },
  ...[404, 400, 422].map((status) => ({
    name: `an unknown flag leads to ${status}`,
    permitted: UNKNOWN,
    interpose: answeringUnknown(() => ({ status })),
  })),
  {
    name: 'without names all flags are answered',
    permitted: UNKNOWN,
    interpose: () => async (request, forward) => {
      const isBare = request.endpoint === 'getFeatureFlagStatuses' && !request.target.includes('names=');
      return forward(
        isBare ? { ...request, target: `${request.target.split('?')[0]}?${KNOWN.map((name) => `names=${name}`).join('&')}` } : request,
      );
    },
  },
  {
    name: 'without names no flag is answered',
    permitted: UNKNOWN,
    interpose: () => async (request, forward) =>
      request.endpoint === 'getFeatureFlagStatuses' && !request.target.includes('names=') && request.headers.authorization
        ? answerOf((await forward(request)).status === 401 ? 401 : 200, { feature_flags: [] })
        : forward(request),
  },
  {
    name: 'a flag that is off holds no `enabled`',
    permitted: 'Reading rule 1: any other field may be absent',
    interpose: () => async (request, forward) =>
      editing('feature-flag', ({ enabled, ...flag }) => (enabled === false ? flag : { ...flag, enabled }))(await forward(request), request),
  },
  {
    name: 'flags say more of themselves',
    permitted: 'Reading rule 2',
    interpose: () => async (request, forward) =>
      editing('feature-flag', (flag) => ({ ...flag, name: flag.feature_flag_name, percentage: 50, variants: null }))(
        await forward(request),
        request,
      ),
  },
];
