import { ENCODERS } from '../encodings.ts';
import type { Reply, Seen } from './target.ts';

/** So many fit into a head and, of the usual length, into what is kept of a body. */
export const IN_HEADERS = 20;
const IN_BODY = 5;

/** A secret in every encoding, and in every encoding of these. */
export function formsOf(secret: string): string[] {
  const encoders = Object.values(ENCODERS);
  const forms = encoders.map((encode) => encode(secret));
  return [...new Set([secret, ...forms, ...forms.flatMap((form) => encoders.map((encode) => encode(form)))])];
}

/** What a target does that tells back, wherever it can, forms of secrets in turn; and breaks what it answers, so that all of it becomes evidence. */
export function echoing(forms: readonly string[]): (reply: Reply, seen: Seen) => Reply {
  let turn = 0;
  const next = (count: number) => Array.from({ length: count }, () => forms[turn++ % forms.length] ?? '');
  return (reply, { headers, method, path }) => {
    const [location = '', named = '', first = '', second = ''] = next(4);
    const fields = { 'x-echo': String(headers.authorization), location: `/events/${encodeURIComponent(location)}` };
    const echoed = Object.fromEntries(next(IN_HEADERS).map((form, index) => [`x-echo-${index}`, Buffer.from(form).toString('latin1')]));
    const told = { ...reply, headers: { ...reply.headers, ...fields, ...echoed } };
    const echoes = [String(headers.authorization), ...next(IN_BODY)];
    if (String(reply.headers['content-type']).startsWith('text/html')) return { ...told, body: Buffer.from(`<p>${echoes.join('</p>')}`) };
    const written = `${asJson(`named ${named}`)}:1,"echoes":[${echoes.map(asJson).join()}]`;
    const isEvent = path.includes('conformance/events');
    const broken =
      method === 'GET' ? { created_at: first, name: [second], customer: first } : { name: first, metadata: { [second]: echoes } };
    if (isEvent && reply.status === 404) return { ...told, body: Buffer.from(`{${written}}`) };
    const body = reply.body.length === 0 ? {} : (JSON.parse(reply.body.toString()) as Record<string, unknown>);
    return { ...told, body: Buffer.from(`{${written},${JSON.stringify({ ...body, ...(isEvent ? {} : broken) }).slice(1)}`) };
  };
}

/** Where a form may stand between the quotes of JSON as it is, so that its escapes are those of the body. */
function asJson(form: string): string {
  try {
    JSON.parse(`"${form}"`);
    return `"${form}"`;
  } catch {
    return JSON.stringify(form);
  }
}
