import { HOSTILE_IDS, type OddDifferences, QUERY_GARBAGE } from '../../../src/generation/hostile.ts';
import { statementOf } from '../../../src/specification/register.ts';
import type { Deviation, EndpointName, Exchange, StatementId } from '../../library.ts';
import {
  askedIdDeviations,
  endpoint,
  foundIn,
  isObject,
  isSuccess,
  jsonOf,
  mediaTypeOf,
  objectIn,
  outcome,
  schema,
} from '../../library.ts';
import { NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';
import { type Attempt, inOrder, sendOne, sendPacked, sendUnknown } from './send.ts';

const NOT_NULL: StatementId = 'robustness.unknown-id-is-not-null';

export function unknownIds(name: EndpointName) {
  return scenario(
    name,
    ['robustness.unknown-ids', ...(isJson(name) ? [NOT_NULL] : []), 'errors.unknown-id', 'errors.unknown-id-body'],
    async (context) => {
      const { difference, exchange } = await sendUnknown(context, name);
      const { answer } = exchange;
      context.observe({ 'errors.unknown-id': answer?.status ?? null });
      if (answer) {
        const json = jsonOf(answer);
        const members = 'value' in json && isObject(json.value) ? Object.keys(json.value) : null;
        context.observe({ 'errors.unknown-id-body': { mediaType: mediaTypeOf(answer), members } });
      }
      await inOrder(context, name, 'robustness.unknown-ids', [{ difference, exchange }]);
      if (isJson(name)) context.check({ [NOT_NULL]: nullDeviations(exchange) }, exchange);
    },
  );
}

function isJson(name: EndpointName): boolean {
  return endpoint(name).response !== null;
}

/** A success says that there is something. What it shows of an unknown id is left open, but `null` is nothing. */
function nullDeviations(exchange: Exchange): Deviation[] {
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : null;
  if (json === null || !('value' in json) || json.value !== null) return [];
  return [{ expected: 'no success with nothing in it, since the id names no record', actual: `${outcome(exchange)} with null` }];
}

const ASKED_ID: StatementId = 'record.id-is-asked-id';
const MOST_SHOWN = 3;

/** Ids that go together in one request. */
const PACKED = { ...HOSTILE_IDS, alone: [] };
/** Ids of which each needs a request. */
const ALONE = { packs: [], alone: HOSTILE_IDS.alone };

export const hostileIdsTogether = (name: EndpointName) => hostileIds(name, PACKED);
export const hostileIdsAlone = (name: EndpointName) => hostileIds(name, ALONE);

/** What is asked for under an odd id is answered in order, and it is no record of another id: nobody made one of this. */
function hostileIds(name: EndpointName, ids: OddDifferences) {
  const answersItsId = statementOf(ASKED_ID).endpoints.includes(name);
  return scenario(name, ['robustness.hostile-ids', ...(answersItsId ? [ASKED_ID] : [])], async (context) => {
    const attempts = await sendPacked(context, name, ids, () => sendUnknown(context, name));
    if (answersItsId) await noStrangers(context, name, attempts);
    await inOrder(context, name, 'robustness.hostile-ids', attempts);
  });
}

/** It shows something only where a known id brings its record back. */
async function noStrangers({ implementation, check, notAssessed }: ScenarioContext, name: EndpointName, attempts: readonly Attempt[]) {
  try {
    const control = await implementation.example(name);
    if (!isSuccess(control)) notAssessed(ASKED_ID, `The request for a known id does not succeed: ${outcome(control)}`);
    else check({ [ASKED_ID]: attempts.flatMap((attempt) => strangerDeviations(name, attempt)).slice(0, MOST_SHOWN) }, control);
  } catch (error) {
    if (!(error instanceof NotAssessed)) throw error;
    notAssessed(ASKED_ID, error.message, error.variables);
  }
}

/** A success may hold an error: a record has another documented member beside its `id`. */
function strangerDeviations(name: EndpointName, { difference: { id, rawId = '' }, exchange }: Attempt): Deviation[] {
  const record = objectIn(exchange);
  if (record === null || typeof record.id !== 'string') return [];
  const members = Object.keys(schema(endpoint(name).response ?? '').properties ?? {}).filter((member) => member !== 'id');
  if (!members.some((member) => Object.hasOwn(record, member))) return [];
  return foundIn(exchange, askedIdDeviations(record, id ?? rawId));
}

export function meaninglessQuery(name: EndpointName) {
  return scenario(name, 'robustness.query-garbage', async (context) => {
    const plain = () => sendOne(context, name, { query: 'conformance=1' });
    const attempts = await sendPacked(context, name, QUERY_GARBAGE, plain);
    await inOrder(context, name, 'robustness.query-garbage', attempts);
  });
}
