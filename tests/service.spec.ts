import { behindRefusal } from '../src/engine/evidence/answer-watch.ts';
import { EVERY_REQUEST } from '../src/engine/evidence/check-record.ts';
import { authorization, credentials, none } from '../src/http/authorization.ts';
import { type Authorization, isClientError } from '../src/http/exchange.ts';
import { encodeSegment, endpointUrl } from '../src/settings/urls.ts';
import { methodAndPath } from '../src/specification/endpoints.ts';
import { foundIn, orderDeviations, statusDeviations } from './judging.ts';
import { type Call, ENDPOINT_NAMES, type EndpointName, type Exchange, type Implementation, isSuccess, outcome, READS } from './library.ts';
import { dropsAnyGuess } from './scenarios/authentication/what-comes-back.ts';
import { readsBehindRefusals } from './scenarios/behind-refusals.ts';
import { checkGoodAtOnce } from './scenarios/refused-at-once.ts';
import { ifAssessed, ifPossible, LimitReached, NotAssessed, scenario, test } from './suite.ts';

const WRONG = 'Basic Y29uZm9ybWFuY2U6d3Jvbmc=';

// Records how good credentials are answered that are written in a way which implementations may read differently.
test(
  'credentials written otherwise are answered',
  scenario(null, ['credentials.scheme-letter-case', 'credentials.two-headers'], async ({ implementation, record }) => {
    const { credentials: given } = implementation.settings;
    if (given === null) throw new Error('A target has credentials.');
    const [name, call] = await readable(implementation);
    const good = credentials(given.username, given.password).value ?? '';
    const statusOf = async (written: Authorization) => {
      const exchange = await implementation.client.send(name, { ...call, authorization: written });
      if (exchange.answer === null && !(await dropsAnyGuess(implementation, name)))
        record.alsoFailed(EVERY_REQUEST, name, orderDeviations(exchange), exchange);
      return exchange.answer?.status ?? null;
    };
    const lowerCase = authorization(good.replace(/^Basic/, 'basic'), 'basic (credentials)', '');
    record.observe('credentials.scheme-letter-case', await statusOf(lowerCase), name);
    const twice = (values: readonly string[]) =>
      authorization(null, 'two headers', '', { elsewhere: { fields: { authorization: values } } });
    const answers = { goodFirst: await statusOf(twice([good, WRONG])), goodLast: await statusOf(twice([WRONG, good])) };
    record.observe('credentials.two-headers', answers, name);
  }),
);

/** Paths that the specification does not list for GET. */
const OTHER_OPERATIONS = ['/businesses', '/businesses/{id}', '/businesses/{id}/customers', '/businesses/{id}/campaigns', '/segments'];

test(
  'operations that the specification does not list are answered, and headers may name a version',
  scenario(null, ['service.other-operations', 'answers.version-headers'], async ({ implementation, observe }) => {
    const business = await implementation.businessId();
    const { baseUrl } = implementation.settings;
    const statuses = await Promise.all(
      OTHER_OPERATIONS.map(async (path) => {
        const url = endpointUrl(baseUrl ?? '', path, encodeSegment(business));
        const { answer } = await implementation.client.get(url);
        return [`GET ${path}`, answer?.status ?? null];
      }),
    );
    observe({ 'service.other-operations': Object.fromEntries(statuses) });
    const examples = await Promise.all(READS.map((name) => ifPossible(implementation.example(name))));
    const headers = examples.flatMap((exchange) => Object.entries(exchange?.answer?.headers ?? {}));
    observe({ 'answers.version-headers': Object.fromEntries(headers.filter(([name]) => name.includes('version'))) });
  }),
);

/** The answer to what was no request of the run's, but the rest of one. That a connection is closed is a server's right (RFC 9112 §9.3). */
const isNonsense = (exchange: Exchange): boolean =>
  exchange.failure?.kind === 'malformed' || (exchange.answer !== null && !isSuccess(exchange));

/** More than what a server reads along with the head of a request. */
const LONG_TEXT = 'conformance '.repeat(2000);

test(
  'the request behind a long one that is refused is answered as usual',
  scenario(null, 'http.success-is-200', { optional: true }, async ({ implementation, session, check }) => {
    const { client, settings } = implementation;
    if (settings.run.readOnly) throw new NotAssessed('Only GET is sent in a read-only run', ['CES_READ_ONLY']);
    const [name, call] = await readable(implementation);
    const body = { name: implementation.unique(), metadata: { text: LONG_TEXT } };
    const [long, read] = [client.ask('createBusiness', { body, authorization: none }), client.ask(name, call)];
    const send = async (ask: typeof long, freshConnection = false) => {
      const exchange = await ask.send({ urgent: true, freshConnection });
      ask.ended(exchange);
      return exchange;
    };
    // One behind the other over one connection, and then over another one.
    const play = () =>
      session.run.transport.undisturbed(session.run.baseUrl, async () => {
        const refused = await send(long);
        return { refused, behind: await send(read), apart: await send(read, true) };
      });
    const isSpoilt = ({ refused, behind, apart }: Awaited<ReturnType<typeof play>>) =>
      behind.afterRefusal?.request === refused.request && isNonsense(behind) && isSuccess(apart);
    const first = await play();
    const { refused, behind } = first;
    if (!isClientError(refused)) throw new NotAssessed(`The long request is not refused: ${outcome(refused)}`);
    const isProven = isSpoilt(first) && isSpoilt(await play());
    if (!isProven && !isSuccess(behind)) throw new NotAssessed(`The request behind it does not succeed: ${outcome(behind)}`);
    const deviations = isProven ? foundIn(behind, behindRefusal(statusDeviations(behind, name))) : [];
    check({ 'http.success-is-200': { deviations, exchanges: [refused], endpoint: name } });
  }),
);

test('reads behind refused requests succeed as before', readsBehindRefusals);

const STAYED_AWAY = 'the same was carried out earlier in the run, and others are answered still';
const LOST_AGAIN = 'some of 30 reads alone were lost, and some of 30 more, 25 s later or more';

test(
  'what was lost now and then, or no longer reached, is so at the end of the run too',
  scenario(null, EVERY_REQUEST, { optional: true, last: true }, async (context) => {
    const { implementation, record } = context;
    const { environment } = implementation.client;
    // Nothing else is under way by now, so what is refused is refused beside these reads alone. Where nothing can be read, the rest is looked at all the same.
    await ifAssessed(readable(implementation).then((read) => checkGoodAtOnce(context, read, environment.wasRefusedAtOnce)));
    const unreached = await environment.parts.unreachedInTheEnd();
    const loss = await environment.series.inTheEnd();
    const lost = ENDPOINT_NAMES.flatMap((name) => {
      const route = methodAndPath(name);
      const own = unreached.flatMap(([away, exchange]) => (away === route ? [{ name, exchange, contrast: STAYED_AWAY }] : []));
      return loss?.route === route ? [...own, { name, exchange: loss.exchange, contrast: LOST_AGAIN }] : own;
    });
    if (lost.length === 0) throw new NotAssessed('No answer was lost now and then, and each endpoint was reached');
    for (const { name, exchange, contrast } of lost)
      record.alsoFailed(EVERY_REQUEST, name, orderDeviations(exchange), [exchange], contrast);
  }),
);

/** The first endpoint that can be read with the settings there are. */
async function readable(implementation: Implementation): Promise<[EndpointName, Call]> {
  const open: string[] = [];
  // Endpoints that read a fixture before those that need another request.
  for (const name of READS) {
    try {
      const { call, exchange } = await implementation.accepted(name);
      if (isSuccess(exchange)) return [name, call];
    } catch (error) {
      if (!(error instanceof NotAssessed) || error instanceof LimitReached) throw error;
      open.push(...error.variables);
    }
  }
  throw new NotAssessed('No endpoint can be read', open);
}
