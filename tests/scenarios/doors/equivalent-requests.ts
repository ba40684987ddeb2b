import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import { recordsOf } from '../../../src/checks/shape.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import type { Call } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { jsonOf } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { encodeSegment } from '../../../src/settings/urls.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import { renewed } from '../echo.ts';

/** The typical request in a form that HTTP or JSON declare to be the same. */
interface Form {
  readonly title: string;
  /** The call in this form; null where it has no such form. */
  change(call: Call): Call | null;
  /** A status by which HTTP lets a server decline the form. */
  readonly declined?: number;
}

const CHARSET: Form = {
  title: '`content-type: application/json; charset=utf-8`',
  change: (call) => (call.body === undefined ? null : { headers: { ...call.headers, 'content-type': 'application/json; charset=utf-8' } }),
};
const ANY_MEDIA_TYPE: Form = { title: '`accept: */*`', change: (call) => ({ headers: { ...call.headers, accept: '*/*' } }) };
const NO_ACCEPT: Form = { title: 'no `accept`', change: (call) => ({ headers: { ...call.headers, accept: null } }) };
const ESCAPED_ID: Form = {
  title: 'an escaped letter in the id',
  change: ({ id }) => {
    if (id === undefined) return null;
    const encoded = encodeSegment(id);
    const rawId = encoded.replace(/(?<!%.?)[A-Za-z\d_~-]/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
    return rawId === encoded ? null : { rawId };
  },
};
const CHUNKED: Form = {
  title: 'a body in chunks',
  change: (call) => (call.body === undefined ? null : { chunked: true }),
  // RFC 9110 §15.5.12: a server may ask for the length.
  declined: 411,
};
const EXPECTING: Form = {
  title: '`expect: 100-continue`',
  change: (call) => (call.body === undefined ? null : { headers: { ...call.headers, expect: '100-continue' } }),
  // RFC 9110 §15.5.18: a server may fail the expectation.
  declined: 417,
};

/** Sent together, so that a form costs little. Where that fails, each goes by itself. */
const TOGETHER: readonly (readonly Form[])[] = [
  [CHARSET, ANY_MEDIA_TYPE, ESCAPED_ID, EXPECTING],
  [NO_ACCEPT, CHUNKED],
];

export function equivalentRequests(name: EndpointName) {
  return scenario(covers(name, 'robustness.equivalent-requests'), async ({ implementation, check, all }) => {
    const control = await implementation.once(`accepted call ${name}`, () => implementation.acceptedCall(name));
    if (!isSuccess(control.exchange)) throw new NotAssessed(`The usual form does not succeed either: ${outcome(control.exchange)}`);
    const attempt = async (forms: readonly Form[]) => {
      const call = inForms(forms, ownCall(implementation, name, control.call));
      const exchange = await implementation.client.send(name, call);
      return { forms, exchange, findings: formFindings(name, forms, call, exchange, control) };
    };
    const apart = await all(
      TOGETHER.map(async (forms) => {
        const together = await attempt(forms.filter((form) => form.change(control.call) !== null));
        if (together.findings.length === 0 || together.forms.length === 1) return [together];
        const single = await Promise.all(together.forms.map((form) => attempt([form])));
        // Declined alone, as HTTP allows.
        const isDeclined = single.some(({ forms: [form], exchange }) => form?.declined === exchange.answer?.status);
        return isDeclined || single.some(({ findings }) => findings.length > 0) ? single : [together];
      }),
    );
    const attempts = apart.flat();
    const findings = attempts.flatMap(({ exchange, findings }) => foundIn(exchange, findings));
    check({ 'robustness.equivalent-requests': findings }, control.exchange, ...attempts.map(({ exchange }) => exchange));
  });
}

function inForms(forms: readonly Form[], call: Call): Call {
  let made = call;
  for (const form of forms) made = { ...made, ...form.change(made) };
  return made;
}

/** With names of its own, which some implementations want to be unique. */
function ownCall(implementation: Implementation, name: EndpointName, call: Call): Call {
  if (isObject(call.body) && Object.hasOwn(call.body, 'name')) return { ...call, body: renewed(implementation, call.body) };
  return CARDS[name].marked?.(call, implementation.unique()) ?? call;
}

function formFindings(
  name: EndpointName,
  forms: readonly Form[],
  call: Call,
  exchange: Exchange,
  control: { readonly call: Call; readonly exchange: Exchange },
): Finding[] {
  const written = forms.map(({ title }) => title).join(', ');
  const expected = `a success, as for the same request in its usual form: ${written}`;
  if (!isSuccess(exchange)) {
    const isDeclined = forms.length === 1 && exchange.answer !== null && forms[0]?.declined === exchange.answer.status;
    return isDeclined ? [] : [{ expected, actual: outcome(exchange) }];
  }
  const sent = namedIn(call.body);
  const answered = namesAnswered(name, exchange);
  const usual = namesAnswered(name, control.exchange);
  // Only what the usual form shows as it was sent.
  const lost = Object.keys(sent).filter(
    (member) => usual[member] === namedIn(control.call.body)[member] && differences(sent[member], answered[member]).length > 0,
  );
  return lost.map((member) => ({ expected: `${show(sent[member])} in \`${member}\`: ${written}`, actual: show(answered[member]) }));
}

type Names = Readonly<Record<string, unknown>>;

/** The names in a body: of the record, or of the first one that it lists. */
function namedIn(body: unknown): Names {
  if (!isObject(body)) return {};
  const { customers: [first = {}] = [body], name, full_name } = body as { customers?: Names[]; name?: unknown; full_name?: unknown };
  return Object.fromEntries(
    Object.entries({ name, full_name, ...first }).filter(([member, value]) => /name$/.test(member) && value !== undefined),
  );
}

function namesAnswered(name: EndpointName, { answer }: Exchange): Names {
  const json = answer === null || endpoint(name).response === null ? { problem: '' } : jsonOf(answer);
  return 'problem' in json ? {} : namedIn(recordsOf(name, json.value)[0]);
}
