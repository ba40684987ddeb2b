import { byteOrderMarkDeviations, htmlDeviations, mediaTypeDeviations } from '../../src/checks/answers.ts';
import { givenIdsRefused } from '../../src/checks/given-ids.ts';
import { FIRST_READS, RIGHT_ALONE } from '../../src/checks/run-history.ts';
import { absentFields, shapeRequirements, shapeVerdicts, undocumentedFields, unevenFields } from '../../src/checks/shape.ts';
import { stableReadDeviations } from '../../src/checks/stability.ts';
import { pollUntil } from '../../src/client/time.ts';
import { UNDECODED } from '../../src/http/content-coding.ts';
import { IN_BODY } from '../../src/http/failures.ts';
import { timestampFields } from '../../src/specification/schemas.ts';
import { jsonDeviations, jsonValue, orderDeviations, recordsOf, type StatementId, statusDeviations, statusStatement } from '../judging.ts';
import {
  type Answer,
  CARDS,
  type Call,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isClientError,
  isSuccess,
  now,
  objectIn,
  outcome,
  refusalOf,
  schema,
  sleep,
} from '../library.ts';
import { firstBroken, ifPossible, type Judged, NotAssessed, type ScenarioContext, scenario } from '../suite.ts';
import { SECOND_RECORDS } from './other-records.ts';
import { mostInFlight } from './under-load.ts';

/** Status, media type, body and shape of the endpoint's typical answer. */
export function typicalAnswer(name: EndpointName) {
  return scenario(
    name,
    [
      ...answerStatements(name),
      ...(['answers.undocumented-fields', 'answers.absent-fields', 'answers.uneven-fields'] as const),
      ...(['answers.created-status', 'answers.timestamp-form'] as const),
    ],
    async (context) => {
      const { implementation, session, check, observe } = context;
      const exchange = await implementation.example(name);
      const refused = givenIdsRefused(
        exchange,
        name,
        session.run.settings.fixtures,
        session.run.unreadIds,
        [...session.run.firstReads.values()].filter(isSuccess),
      );
      const status = statusDeviations(exchange, name).map((deviation) =>
        refused === null ? deviation : { ...deviation, actual: `${deviation.actual}: ${refused}` },
      );
      const evidence = { exchanges: [exchange], ...(await wholeIfPlain(implementation, name, exchange)) };
      check({ 'robustness.every-request': { deviations: orderDeviations(exchange), ...evidence } });
      // Our patience is no rule of the specification.
      if (exchange.failure?.kind === 'timeout') throw new NotAssessed(`No answer came in time: ${outcome(exchange)}`, ['CES_TIMEOUT_MS']);
      check({ [statusStatement(name)]: { deviations: status, ...evidence } });
      if (!isSuccess(exchange)) throw new NotAssessed(`The request did not succeed: ${refusalOf(exchange)}`);
      const { success, mediaType, response } = endpoint(name);
      if (success === '2xx') observe({ 'answers.created-status': exchange.answer.status });
      const wrongMediaType = mediaTypeDeviations(exchange, mediaType);
      if (response === null) {
        check({ 'sms-template.preview-media-type': wrongMediaType }, exchange);
        return check({ 'sms-template.preview-is-html': htmlDeviations(exchange) }, exchange);
      }
      check({ 'http.json-media-type': wrongMediaType }, exchange);
      checkJson(context, name, exchange);
      observeFields(context, name, response, jsonValue(exchange));
    },
  );
}

/** Whether an answer whose body broke is whole where it is asked for without compression. Asked only where no record is made for it. */
async function wholeIfPlain(implementation: Implementation, name: EndpointName, { failure }: Exchange): Promise<Pick<Judged, 'contrast'>> {
  if (failure === null || ![IN_BODY, UNDECODED].some((words) => failure.message.includes(words)) || CARDS[name].creates) return {};
  const { call } = await implementation.accepted(name);
  const plain = await implementation.client.send(name, { ...call, headers: { 'accept-encoding': 'identity' } });
  return isSuccess(plain) ? { contrast: 'right without compression: `Accept-Encoding: identity` gets a whole answer' } : {};
}

/** The statements that the typical answer of an endpoint is held to. */
function answerStatements(name: EndpointName): StatementId[] {
  const always: StatementId[] = [statusStatement(name), 'robustness.every-request'];
  if (endpoint(name).response === null) return [...always, 'sms-template.preview-media-type', 'sms-template.preview-is-html'];
  return [...always, 'http.json-media-type', 'http.json-body', 'robustness.no-byte-order-mark', ...shapeRequirements(name)];
}

function checkJson({ check, notAssessed, session }: ScenarioContext, name: EndpointName, exchange: Exchange & { answer: Answer }): void {
  check({ 'http.json-body': jsonDeviations(exchange), 'robustness.no-byte-order-mark': byteOrderMarkDeviations(exchange) }, exchange);
  const value = jsonValue(exchange);
  for (const { requirement, deviations, exercised } of shapeVerdicts(name, value, session.run.settings.fixtures.designerKind)) {
    if (exercised) check({ [requirement]: deviations }, exchange);
    else notAssessed(requirement, 'The answer holds nothing that this statement speaks of');
  }
}

function observeFields({ observe }: ScenarioContext, name: EndpointName, response: string, value: unknown): void {
  const records = recordsOf(name, value);
  // Where the schema forbids further members, they break the statement about the shape.
  if (schema(response).additionalProperties !== false) observe({ 'answers.undocumented-fields': undocumentedFields(name, records) });
  const [resource] = endpoint(name).resources;
  if (resource === undefined) return;
  observe({ 'answers.absent-fields': absentFields(name, records) });
  if (records.length > 1) observe({ 'answers.uneven-fields': unevenFields(resource, records) });
  const times = records.flatMap((record) => timestampFields(resource).map((member) => record[member]));
  const time = times.find((text) => typeof text === 'string');
  if (time !== undefined) observe({ 'answers.timestamp-form': timestampForm(time) });
}

/** *YYYY-MM-DDThh:mm:ss.sssZ*; an offset stays as it is. */
function timestampForm(text: string): string {
  const letters = [...'YYYYMMDDhhmmss'];
  return text.replace(/(?<=T.*)[+-]\d\d(?::?\d\d)?$|\d/g, (part) => (part.length > 1 ? part : (letters.shift() ?? 's')));
}

/** Reading changes nothing. Somebody else may write the record, so a difference counts only when one of two further reads differs again. */
export function isSafeToRead(name: EndpointName) {
  return scenario(name, 'robustness.reading-is-safe', async ({ implementation, check }) => {
    const first = await implementation.example(name);
    if (!isSuccess(first)) throw new NotAssessed(`The request did not succeed: ${refusalOf(first)}`);
    const exchanges: Exchange[] = [first];
    const readAgain = async () => {
      const exchange = await implementation.freshExample(name);
      // A connection that breaks shows nothing of the record.
      if (exchange.answer === null) throw new NotAssessed(`A further read was not answered: ${outcome(exchange)}`);
      exchanges.push(exchange);
      return stableReadDeviations(name, exchanges.at(-2) ?? exchange, exchange);
    };
    const once = await readAgain();
    const twice = once.length > 0 ? [await readAgain(), await readAgain()] : [];
    check({ 'robustness.reading-is-safe': twice.find((deviations) => deviations.length > 0) ?? [] }, ...exchanges);
    // Of those that answer one record, many are read at once elsewhere.
    if (once.length === 0 && tellsNoId(name)) check({ 'robustness.reading-is-safe': await readAtOnce(implementation, name, first) });
  });
}

const tellsNoId = (name: EndpointName) => endpoint(name).list !== null || endpoint(name).resources.length === 0;
/** Reads at once, and reads alone that have to agree where one of those differs. */
const [READS_AT_ONCE, READS_ALONE] = [10, 5];

/** What is read at once, together with another record where one is known, is what is read alone. */
async function readAtOnce(implementation: Implementation, name: EndpointName, first: Exchange): Promise<Judged> {
  const { call } = await implementation.accepted(name);
  const { [name]: setting } = SECOND_RECORDS;
  // Of a setting, or of a copy that the run makes anyway.
  const copy = name === 'listEmailTemplateVariables' ? await ifPossible(implementation.example('copyProjectEmailTemplate')) : null;
  const other: unknown = setting ? implementation.settings.fixtures[setting[0]] : copy && objectIn(copy)?.id;
  const read = (id = call.id) => implementation.client.send(name, { ...call, ...(id !== undefined && { id }) });
  const turns = Array.from({ length: READS_AT_ONCE }, (_, index) => (index % 2 === 1 && typeof other === 'string' ? other : call.id));
  const reads = await Promise.all(turns.map(async (id) => ({ id, exchange: await read(id) })));
  const exchanges = reads.map(({ exchange }) => exchange);
  const own = reads.filter(({ id, exchange }) => id === call.id && isSuccess(exchange));
  const deviationsOf = ({ exchange }: { readonly exchange: Exchange }) => stableReadDeviations(name, first, exchange);
  if (own.every((one) => deviationsOf(one).length === 0)) return { deviations: [] };
  for (let turn = 0; turn < READS_ALONE; turn += 1) if (deviationsOf({ exchange: await read() }).length > 0) return { deviations: [] };
  const beside = (count: number) => `${RIGHT_ALONE}${mostInFlight(exchanges)} in flight: ${count} of ${own.length} wrong`;
  return { ...firstBroken(own, { most: 1, beside }, deviationsOf), exchanges };
}

/** What is made in the background is ready by then. */
const READY_MS = 3000;
/** Copies of the data that are some seconds behind know it by then. */
const UP_TO_DATE_MS = 6000;
/** A cache of a second has expired by then. */
const EXPIRED_MS = 1100;

/** The first three reads of a new record agree. It may be made ready in the background, so a difference counts only where another, left alone, differs too. `readOther` must not come back. */
export function firstReadsAgree(
  name: EndpointName,
  newRecord: (implementation: Implementation) => Promise<Call>,
  readOther?: (implementation: Implementation) => Promise<Exchange>,
) {
  return scenario(name, 'robustness.reading-is-safe', { optional: true }, async ({ implementation, check }) => {
    const firstReadsOf = async (call: Call) => {
      const other = await readOther?.(implementation);
      const { deviations, exchanges } = await firstReads(implementation, name, call, other === undefined ? 0 : EXPIRED_MS);
      return { deviations, exchanges: other === undefined ? exchanges : [other, ...exchanges] };
    };
    const once = await firstReadsOf(await newRecord(implementation));
    if (once.deviations.length === 0) return check({ 'robustness.reading-is-safe': [] }, ...once.exchanges);
    const call = await newRecord(implementation);
    await sleep(UP_TO_DATE_MS);
    const again = await firstReadsOf(call);
    // Somebody else may switch a flag now and then. What is new is nobody else's but for that.
    const mayBeSwitched = name === 'getFeatureFlagStatuses' && again.deviations.length > 0;
    if (mayBeSwitched && (await firstReadsOf(await newRecord(implementation))).deviations.length === 0)
      throw new NotAssessed('The flags of a new business differed twice, and agreed the third time');
    // Nothing promises that what is new can be read everywhere at once.
    const isMissed = again.deviations.length > 0 && again.exchanges.some(isClientError);
    if (isMissed && (await isThereInTheEnd(implementation, name, call)))
      throw new NotAssessed('A new record can be read everywhere only some seconds later');
    check({ 'robustness.reading-is-safe': { ...again, contrast: FIRST_READS } });
  });
}

/** So often in a row, which meets each of several copies of the data; and for so long until they know what is new. */
const [READS_IN_A_ROW, COPIED_MS] = [6, 10_000];

/** Whether all reads of a record succeed in the end. */
async function isThereInTheEnd({ client }: Implementation, name: EndpointName, call: Call): Promise<boolean> {
  const isThere = async () => {
    for (let turn = 0; turn < READS_IN_A_ROW; turn += 1)
      if (!isSuccess(await client.send(name, { ...call, freshConnection: true }))) return null;
    return true;
  };
  return (await pollUntil(now() + COPIED_MS, isThere)) === true;
}

async function firstReads({ client }: Implementation, name: EndpointName, call: Call, pauseMs: number) {
  const read = () => client.send(name, call);
  let first = await read();
  await pollUntil(now() + READY_MS, async () => {
    if (!isClientError(first)) return first;
    first = await read();
    return null;
  });
  if (!isSuccess(first)) throw new NotAssessed(`What is new cannot be read: ${outcome(first)}`);
  const second = await read();
  await sleep(pauseMs);
  const later = [second, await read()];
  const deviations = later.map((one) => stableReadDeviations(name, first, one)).find((found) => found.length > 0) ?? [];
  return { deviations, exchanges: [first, ...later] };
}
