import { ALMOST_JSON, bodiesAtTheEdge, everyOther, NOT_JSON } from '../../../src/generation/hostile.ts';
import { wrongTypes as bodiesOfWrongTypes, withoutMembers } from '../../../src/generation/wrong-types.ts';
import { jsonIn } from '../../../src/settings/parsing/json.ts';
import { numberOf } from '../../../src/specification/endpoints.ts';
import { freeMember } from '../../../src/specification/schemas.ts';
import { foundIn, jsonValue, recordsOf, type StatementId } from '../../judging.ts';
import { type Call, type EndpointName, isSuccess, outcome, schema } from '../../library.ts';
import { type ScenarioContext, scenario } from '../../suite.ts';
import { nulDeviations } from './odd-texts.ts';
import { type Attempt, inOrder, requestOf, sendAll, sendPacked, statusesOf, typicalBody } from './send.ts';

const REFUSED: StatementId = 'robustness.non-json-refused';
const WHOLE = 'robustness.odd-texts-are-whole' satisfies StatementId;

export function notJson(name: EndpointName) {
  return scenario(
    name,
    ['robustness.non-json-survived', ...(readsItsBody(name) ? [REFUSED] : []), 'errors.non-json-body'],
    async (context) => {
      // Nothing is sent where the typical call wants a setting.
      await context.implementation.typicalCalls(name);
      const raw = (bodies: typeof NOT_JSON) => bodies.map((rawBody) => ({ rawBody }));
      const attempts = await sendAll(context, name, raw(NOT_JSON));
      const almost = await sendAll(context, name, raw(everyOther(ALMOST_JSON, numberOf(name) ?? 0)));
      context.observe({ 'errors.non-json-body': statusesOf(attempts) });
      await inOrder(context, name, 'robustness.non-json-survived', [...attempts, ...almost]);
      if (readsItsBody(name)) await refused(context, name, attempts);
    },
  );
}

/** An endpoint whose request has no members (`copyEmailTemplate`) may well not look at the body. */
function readsItsBody(name: EndpointName): boolean {
  return Object.keys(schema(requestOf(name)).properties ?? {}).length > 0;
}

/** A refusal proves something only beside its control request, which holds JSON and is accepted. */
async function refused({ implementation, check, notAssessed }: ScenarioContext, name: EndpointName, attempts: readonly Attempt[]) {
  const control = await implementation.example(name);
  if (!isSuccess(control)) return notAssessed(REFUSED, `JSON is not accepted either: ${outcome(control)}`);
  const accepted = attempts.filter(({ exchange }) => isSuccess(exchange)).slice(0, 3);
  const deviations = accepted.flatMap(({ exchange }) => foundIn(exchange, [{ expected: 'a rejection', actual: outcome(exchange) }]));
  check({ [REFUSED]: deviations }, control);
}

export function wrongTypes(name: EndpointName) {
  return scenario(name, ['robustness.wrong-types', 'errors.wrong-types'], async (context) => {
    const typical = await typicalBody(context, name);
    const wrong = bodiesOfWrongTypes(requestOf(name), typical).map((body) => ({ body }));
    const attempts = await sendAll(context, name, wrong);
    context.observe({ 'errors.wrong-types': statusesOf(attempts) });
    // Which members a body must have is not shown, so a body without one may well be accepted.
    const lacking = await sendPacked(context, name, withoutMembers(typical));
    await inOrder(context, name, 'robustness.wrong-types', [...attempts, ...lacking]);
  });
}

const MEDIA_TYPES = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=none'],
  ...['nonsense', 'application/json; charset=utf-7'],
];

export function wrongMediaType(name: EndpointName) {
  return scenario(name, ['robustness.wrong-media-type', 'errors.wrong-media-type'], async (context) => {
    const [typical] = await context.implementation.typicalCalls(name);
    const body = typical?.body === undefined ? {} : { body: typical.body };
    const differences = MEDIA_TYPES.map((type) => ({ ...body, headers: { 'content-type': type } }));
    const attempts = await sendAll(context, name, differences);
    context.observe({ 'errors.wrong-media-type': attempts[0]?.exchange.answer?.status ?? null });
    await inOrder(context, name, 'robustness.wrong-media-type', attempts);
  });
}

export function edgeOfJson(name: EndpointName) {
  const member = freeMember(requestOf(name));
  if (member === null) throw new Error(`The requests of ${name} have no free member.`);
  // What was tracked is seen when the event is read.
  const isShown = name !== 'trackEvent';
  return scenario(name, ['robustness.unusual-json', ...(isShown ? ([WHOLE] as const) : [])], async (context) => {
    const typical = await typicalBody(context, name);
    const attempts = await sendPacked(context, name, bodiesAtTheEdge(typical, member));
    await inOrder(context, name, 'robustness.unusual-json', attempts, ({ rawBody }) => memberAsSent(rawBody, member));
    if (!isShown) return;
    const accepted = attempts.map(({ exchange }) => exchange).filter(isSuccess);
    const placeOf = (index: number) => (name === 'batchUpdateCustomers' ? `/customers/${index}/${member}` : `/${member}`);
    const shown = accepted.flatMap((exchange) =>
      recordsOf(name, jsonValue(exchange)).flatMap((record, index) => {
        const deviations = nulDeviations(record[member], placeOf(index));
        return deviations === null ? [] : [{ exchange, deviations: foundIn(exchange, deviations) }];
      }),
    );
    if (shown.length === 0) return context.notAssessed(WHOLE, 'No answer shows the text with a NUL');
    context.check({ [WHOLE]: shown.flatMap(({ deviations }) => deviations) }, ...shown.map(({ exchange }) => exchange));
  });
}

/** The member of a body, where what was parsed is what was sent. */
function memberAsSent(rawBody: Call['rawBody'], member: string): unknown {
  const value = jsonIn(String(rawBody));
  if (JSON.stringify(value) !== rawBody) return undefined;
  let found: unknown;
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === member) found ??= { [member]: inner };
    return inner;
  });
  return found;
}
