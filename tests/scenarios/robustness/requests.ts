import { excessDeviations } from '../../../src/checks/answers.ts';
import { ALSO_IN_FORM, AS_USUAL } from '../../../src/checks/run-history.ts';
import { shapeVerdicts } from '../../../src/checks/shape.ts';
import { UnreadAnswer } from '../../../src/client/client.ts';
import { encodeSegment } from '../../../src/settings/urls.ts';
import { numberOf } from '../../../src/specification/endpoints.ts';
import { type Deviation, differences, foundIn, recordsOf, show } from '../../judging.ts';
import {
  CARDS,
  type Call,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isObject,
  isSuccess,
  jsonOf,
  mediaTypeOf,
  memberPointer,
  objectIn,
  outcome,
  refusalOf,
} from '../../library.ts';
import { NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';
import { EFFECTS } from '../authentication/effects.ts';
import { renewed } from '../echo.ts';

/** The typical request in a form that HTTP or JSON declare to be the same. */
interface Form {
  readonly title: string;
  /** The call in this form; null where it has no such form. */
  change(call: Call): Call | null;
  /** A status by which HTTP lets a server decline the form. */
  readonly declined?: number;
  /** It escapes what need not be escaped. Where ids are not found for that, it is known. */
  readonly escapes?: true;
}

/** As clients write it. Letter case and quotes say nothing (RFC 9110 §8.3.1). */
const CHARSETS = ['Application/JSON;Charset="UTF-8"', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'].map((type) =>
  of('writes', header('content-type', type)),
);
/** As proxies and browsers add them. */
const TRACE = header('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
const VIA = header('via', '1.1 conformance');
const NO_CACHE = header('cache-control', 'no-cache');
const ANY_MEDIA_TYPE = header('accept', '*/*');
const NO_ACCEPT: Form = { title: 'no `accept`', change: (call) => ({ headers: { ...call.headers, accept: null } }) };
const WEIGHTED_ACCEPT = header('accept', 'text/x-dvi; q=0.8, application/json;q=0.5 , */*; Q=0.1');
/** As browsers ask. HTML stands first, and JSON is taken as well: the specification knows no other body. */
const BROWSER = header('accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
/** The transport writes them in small letters, most clients with capitals. Both mean the same (RFC 9110 §5.1). */
const IN_CAPITALS: Form = { title: 'names of headers in capitals', change: () => ({ inCapitals: true }) };
const LANGUAGE = header('accept-language', 'de-CH, tlh;q=0.5, *;q=0.1');
/** As pages set them; a server may reject what is no pair (RFC 6265 §4.1.1). */
const COOKIES: Form = { ...header('cookie', 'theme="dark"; _ga=GA1.2.3; empty=; rate=50%; consent'), declined: 400 };
/** Who takes none may be unable to read any (RFC 9110 §12.5.3). */
const NO_CODING = header('accept-encoding', 'identity');
const ESCAPED_ID = escaping('an escaped letter in the id', /(?<!%.?)[A-Za-z\d_~-]/, (hex) => hex.toUpperCase());
// A letter whose code has a letter in it.
const ESCAPED_IN_SMALL = escaping('an escape in small letters in the id', /(?<!%.?)[j-oJ-OzZ]/, (hex) => hex.toLowerCase());
/** RFC 9110 §15.5.12: a server may ask for the length. */
const CHUNKED: Form = { ...of('writes', { title: 'a body in chunks', change: () => ({ chunked: true }) }), declined: 411 };
/** RFC 9110 §15.5.18: a server may fail the expectation. */
const EXPECTING: Form = { ...of('writes', header('expect', '100-continue')), declined: 417 };

/** Ask for news only (RFC 9110 §13.1), beside a tag that no service gives, and a time before any record. */
const OTHER_TAG = of('reads', header('if-none-match', '"conformance"'));
const LONG_AGO = of('reads', header('if-modified-since', 'Tue, 15 Nov 1994 12:45:26 GMT'));

/** Two at each endpoint, in turn. */
const ACCEPTS = [
  [NO_ACCEPT, WEIGHTED_ACCEPT],
  [ANY_MEDIA_TYPE, WEIGHTED_ACCEPT],
  [ANY_MEDIA_TYPE, NO_ACCEPT],
] as const;

/** Sent together, so that a form costs little. Where that fails, each goes by itself. */
function formsTogether(name: EndpointName): (readonly Form[])[] {
  const number = numberOf(name) ?? 0;
  const [one, other] = ACCEPTS[number % ACCEPTS.length] ?? ACCEPTS[0];
  // Each group of a creation leaves a record: all in one, but for what other endpoints try as well.
  const [charset, next] = [0, 1].map((step) => CHARSETS.slice((Math.floor(number / 2) + step) % CHARSETS.length).slice(0, 1)) as [
    Form[],
    Form[],
  ];
  if (CARDS[name].creates) return [[...charset, BROWSER, ESCAPED_ID, EXPECTING, LANGUAGE, CHUNKED, NO_CODING, COOKIES, TRACE, VIA]];
  return [
    [...charset, one, ESCAPED_ID, EXPECTING, LANGUAGE, OTHER_TAG],
    [...next, other, CHUNKED, ESCAPED_IN_SMALL, NO_CODING, COOKIES, LONG_AGO],
    [BROWSER, IN_CAPITALS, TRACE, VIA, NO_CACHE],
  ];
}

function header(name: string, value: string): Form {
  return { title: `\`${name}: ${value}\``, change: (call) => ({ headers: { ...call.headers, [name]: value } }) };
}

/** The form of a request with a body, or without one. */
function of(kind: 'writes' | 'reads', { title, change }: Form): Form {
  return { title, change: (call) => ((call.body === undefined) === (kind === 'reads') ? change(call) : null) };
}

function escaping(title: string, letter: RegExp, spell: (hex: string) => string): Form {
  return {
    title,
    escapes: true,
    change: ({ id }) => {
      if (id === undefined) return null;
      const encoded = encodeSegment(id);
      const rawId = encoded.replace(letter, (found) => `%${spell(found.charCodeAt(0).toString(16))}`);
      return rawId === encoded ? null : { rawId };
    },
  };
}

export function equivalentRequests(name: EndpointName) {
  return scenario(name, 'robustness.equivalent-requests', async ({ implementation, session, check, all }) => {
    const control = await implementation.accepted(name);
    const { designerKind } = implementation.settings.fixtures;
    if (!isSuccess(control.exchange)) throw new NotAssessed(`The usual form does not succeed either: ${outcome(control.exchange)}`);
    const sendOnce = async (forms: readonly Form[], how: Call = {}) => {
      let call = { ...wide(ownCall(implementation, name, control.call)), ...how };
      for (const form of forms) call = { ...call, ...form.change(call) };
      const exchange = await implementation.client.send(name, call);
      return { forms, exchange, deviations: formDeviations(name, forms, call, exchange, { ...control, designerKind }) };
    };
    // What fails now and then, or beside others, is no matter of the form.
    const attempt = async (forms: readonly Form[]) => {
      const first = await sendOnce(forms);
      return first.deviations.length === 0 ? first : sendOnce(forms, { alone: true });
    };
    // Leaves out each part of the form without which the request fails all the same. A body may come in otherwise each time, so each is tried twice.
    const smallest = async (failing: Awaited<ReturnType<typeof sendOnce>>) => {
      let least = failing;
      // An earlier request may have broken it, and breaks it no more.
      if ((await sendOnce(failing.forms, { alone: true })).deviations.length === 0) return failing;
      for (const form of failing.forms) {
        const forms = least.forms.filter((each) => each !== form);
        const tries = [await sendOnce(forms, { alone: true }), await sendOnce(forms, { alone: true })];
        least = tries.find(({ deviations }) => deviations.length > 0) ?? least;
      }
      // Where the usual form fails as well, nothing tells which part is to blame.
      return least.forms.length === 0 ? failing : least;
    };
    const apart = await all(
      formsTogether(name).map(async (group) => {
        const forms = group.filter((form) => form.change(control.call) !== null && !(form.escapes && session.run.unreadIds !== null));
        if (forms.length === 0) return [];
        const together = await attempt(forms);
        if (together.deviations.length === 0 || together.forms.length === 1) return [together];
        const single = await Promise.all(together.forms.map((form) => attempt([form])));
        // Declined alone, as HTTP allows.
        const isDeclined = single.some(({ forms: [form], exchange }) => form?.declined === exchange.answer?.status);
        return isDeclined || single.some(({ deviations }) => deviations.length > 0) ? single : [await smallest(together)];
      }),
    );
    const attempts = apart.flat();
    const deviations = attempts.flatMap(({ exchange, deviations }) => foundIn(exchange, deviations));
    // What has come over the record meanwhile is no matter of the form.
    const usual = deviations.length === 0 ? null : await sendOnce([]);
    if (usual !== null && !isSuccess(usual.exchange))
      throw new NotAssessed(`The usual form does not succeed any more either: ${outcome(usual.exchange)}`);
    if (usual !== null && usual.deviations.length > 0) throw new NotAssessed('A name beyond ASCII is changed in the usual form as well');
    check({ 'robustness.equivalent-requests': deviations }, control.exchange, ...attempts.map(({ exchange }) => exchange));
  });
}

/** With names of its own, which some implementations want to be unique. */
function ownCall(implementation: Implementation, name: EndpointName, call: Call): Call {
  if (isObject(call.body) && Object.hasOwn(call.body, 'name')) return { ...call, body: renewed(implementation, call.body) };
  return CARDS[name].marked?.(call, implementation.unique()) ?? call;
}

/** What is no ASCII shows whether the body is read as it was written. */
const WIDE = ' é€';

function wide(call: Call): Call {
  const { body } = call;
  if (!isObject(body)) return call;
  if (typeof body.name === 'string') return { ...call, body: { ...body, name: body.name + WIDE } };
  const { customers } = body as { readonly customers?: readonly { readonly full_name?: string }[] };
  if (customers === undefined) return call;
  return { ...call, body: { ...body, customers: customers.map((one) => ({ ...one, full_name: `${one.full_name}${WIDE}` })) } };
}

function formDeviations(
  name: EndpointName,
  forms: readonly Form[],
  call: Call,
  exchange: Exchange,
  { designerKind, ...control }: { readonly call: Call; readonly exchange: Exchange; readonly designerKind: string },
): Deviation[] {
  const written = forms.map(({ title }) => title).join(ALSO_IN_FORM);
  const expected = `a success, ${AS_USUAL}${written}`;
  if (!isSuccess(exchange)) {
    const isDeclined = forms.length === 1 && exchange.answer !== null && forms[0]?.declined === exchange.answer.status;
    return isDeclined ? [] : [{ expected, actual: outcome(exchange) }];
  }
  const coding = exchange.answer?.headers['content-encoding'] ?? 'identity';
  if (forms.includes(NO_CODING) && coding.toLowerCase() !== 'identity')
    return [{ expected: `no coding, ${AS_USUAL}${written}`, actual: `content-encoding ${coding}` }];
  const inJson = `JSON, ${AS_USUAL}${written}`;
  if (endpoint(name).response !== null && isJson(control.exchange) && !isJson(exchange))
    return [{ expected: inJson, actual: mediaTypeOf(exchange.answer) ?? 'no media type' }];
  const isShapely = misshapes(name, control.exchange, designerKind).length === 0;
  const [misshapen] = isShapely ? misshapes(name, exchange, designerKind) : [];
  if (misshapen !== undefined) return [{ ...misshapen, expected: `${misshapen.expected}, ${AS_USUAL}${written}` }];
  const sent = namedIn(call.body);
  const answered = namesAnswered(name, exchange);
  const usual = namesAnswered(name, control.exchange);
  // Only what the usual form shows as it was sent.
  const lost = Object.keys(sent).filter(
    (member) => usual[member] === namedIn(control.call.body)[member] && differences(sent[member], answered[member]).length > 0,
  );
  const base = name === 'batchUpdateCustomers' ? '/customers/0' : '';
  return lost.map((member) => ({
    pointer: memberPointer(member, base),
    expected: `${show(sent[member])}, ${AS_USUAL}${written}`,
    actual: show(answered[member]),
  }));
}

/** What in the answer has not the documented types and formats. */
function misshapes(name: EndpointName, { answer }: Exchange, designerKind: string): Deviation[] {
  const json = answer === null || endpoint(name).response === null ? { problem: '' } : jsonOf(answer);
  return 'problem' in json
    ? []
    : shapeVerdicts(name, json.value, designerKind).flatMap(({ exercised, deviations }) => (exercised ? deviations : []));
}

function isJson({ answer }: Exchange): boolean {
  return answer !== null && 'value' in jsonOf(answer);
}

type Names = Readonly<Record<string, unknown>>;

/** The names in a body: of the record, or of the first one that it lists. */
function namedIn(body: unknown): Names {
  if (!isObject(body)) return {};
  const { customers: [first = {}] = [body], name, full_name } = body as { customers?: Names[]; name?: unknown; full_name?: unknown };
  const named = Object.entries({ name, full_name, ...first }).filter(([member, value]) => /name$/.test(member) && value !== undefined);
  return Object.fromEntries(named);
}

function namesAnswered(name: EndpointName, { answer }: Exchange): Names {
  const json = answer === null || endpoint(name).response === null ? { problem: '' } : jsonOf(answer);
  return 'problem' in json ? {} : namedIn(recordsOf(name, json.value)[0]);
}

/** Sends GET with the body of the typical POST. However it is answered, nothing may come of it (RFC 9110 §9.2.1). */
export function getMakesNothing(name: EndpointName) {
  return scenario(name, ['robustness.get-creates-nothing', 'methods.get-where-post'], async (context) => {
    const { implementation, observe, check } = context;
    if (implementation.settings.run.readOnly)
      throw new NotAssessed('A GET that might write is not sent in a read-only run', ['CES_READ_ONLY']);
    const [typical] = await implementation.typicalCalls(name);
    if (typical === undefined) throw new Error(`${name} has no typical call.`);
    const call: Call = { ...ownCall(implementation, name, typical), method: 'GET' };
    const exchange = await implementation.client.send(name, call);
    observe({ 'methods.get-where-post': { status: exchange.answer?.status ?? null, allow: exchange.answer?.headers.allow ?? null } });
    check({ 'robustness.get-creates-nothing': await deviationsAt(context, name, call, exchange) }, exchange);
  });
}

async function deviationsAt(context: ScenarioContext, name: EndpointName, call: Call, exchange: Exchange): Promise<Deviation[]> {
  const effects = EFFECTS[name];
  if (effects) {
    const done = await effects(context, [{ call, exchange, title: 'GET' }]);
    return done.length === 0 ? [] : foundIn(exchange, [{ expected: 'nothing done', actual: 'GET was carried out like POST' }]);
  }
  const id = idIn(exchange);
  if (id === null) return [];
  // One id may be that of a record which GET shows. Another one each time is a new record each time.
  const again = await context.implementation.client.send(name, call);
  const other = idIn(again);
  const expected = 'no new record: GET is safe';
  return other === null || other === id ? [] : foundIn(again, [{ expected, actual: 'a record with another id for each GET' }]);
}

function idIn(exchange: Exchange): string | null {
  const id = objectIn(exchange)?.id;
  return typeof id === 'string' ? id : null;
}

/** Records how HEAD and OPTIONS are answered, which the specification does not list. */
export function otherMethods(name: EndpointName) {
  const reads = endpoint(name).method === 'GET';
  return scenario(name, reads ? ['methods.head', 'methods.options'] : 'methods.options', async ({ implementation, observe }) => {
    const [{ id, query } = {}] = await implementation.typicalCalls(name);
    const call = { ...(id !== undefined && { id }), ...(query !== undefined && { query }) };
    const [options, head] = await Promise.all([
      implementation.client.send(name, { ...call, method: 'OPTIONS' }),
      reads ? implementation.client.send(name, { ...call, method: 'HEAD' }) : null,
    ]);
    // In any order (RFC 9110 §10.2.1).
    const allow =
      options.answer?.headers.allow
        ?.split(/\s*,\s*/)
        .toSorted()
        .join(', ') ?? null;
    observe({ 'methods.options': { status: options.answer?.status ?? null, allow } });
    if (head) observe({ 'methods.head': head.answer?.status ?? null });
  });
}

export function readableAnswer(name: EndpointName) {
  return scenario(name, 'robustness.readable-answers', async ({ implementation, check }) => {
    const exchange = await implementation.example(name).catch((error: unknown) => {
      if (error instanceof UnreadAnswer && error.exchange.failure?.excessive) return error.exchange;
      throw error;
    });
    if (exchange.failure?.kind !== 'unread' && !isSuccess(exchange))
      throw new NotAssessed(`The request did not succeed: ${refusalOf(exchange)}`);
    check({ 'robustness.readable-answers': excessDeviations(exchange) }, exchange);
  });
}
