import { createSearch, type Span } from '../redaction/search.ts';
import type { Credentials } from '../settings/settings.ts';
import { VARIABLES } from '../settings/variables.ts';
import type { StatementId } from '../specification/register.ts';
import { base64, properPrefix, turnCase, WRONG_CREDENTIALS } from './authorization.ts';

export const REDACTED = '(redacted)';

/** Shorter derived forms would be found in innocent text. */
const MIN_DERIVED_LENGTH = 4;
const MIN_WRONG_BASE64_LENGTH = 8;
/** What holds no password, or holds it as it is, and is as long as the others. */
const PUBLIC: ReadonlySet<StatementId> = new Set([
  'authentication.rejects-not-base64',
  'authentication.rejects-empty-password',
  'authentication.rejects-user-alone',
  // The password stands in it as it is.
  'authentication.rejects-clear-text',
]);

/** Userinfo with a password in a URL (RFC 3986 §3.2.1). */
const USERINFO = /(?<=\/\/)[^\s/@:?#"'<>\\]{0,256}:[^\s/@?#"'<>\\]{0,256}(?=@)/g;

/** Of settings, as commands name them. */
const NAMES = new RegExp(`\\b(?:${Object.keys(VARIABLES).join('|')})\\b`, 'g');

/** Makes a function that replaces each secret by `(redacted)`, however encoded: the password, wrong ones made from it, both with the user in base64, userinfo of URLs, and `further` ones. */
export function createRedactor(credentials: Credentials | null, further: readonly string[] = []): (text: string) => string {
  const own = credentials === null || credentials.password === '' ? null : credentials;
  const derived = own ? [turnCase(own.password), properPrefix(own.password)].filter(({ length }) => length >= MIN_DERIVED_LENGTH) : [];
  const search = createSearch({
    // What is sent in small letters is no base64 any more.
    texts: [...(own ? [own.password, ...derived, base64(`${own.username}:${own.password}`).toLowerCase()] : []), ...further],
    inBase64: own ? pairsOf(own) : [],
    shape: USERINFO,
  });
  return (text) => {
    const found = search(text);
    // A password may be a part of the name by which a command holds it.
    const names =
      found.length === 0 ? [] : [...text.matchAll(NAMES)].map(({ 0: name, index }) => ({ start: index, end: index + name.length }));
    const isInName = ({ start, end }: Span) => names.some((name) => name.start < start && end <= name.end);
    let [shown, behind] = ['', 0];
    for (const { start, end } of found.filter((span) => !isInName(span))) {
      shown += text.slice(behind, start) + REDACTED;
      behind = end;
    }
    return shown + text.slice(behind);
  };
}

/** User and password as they stand in an Authorization header, right or spoiled. */
function pairsOf({ username, password }: Credentials): string[] {
  const right = `${username}:${password}`;
  const wrong = WRONG_CREDENTIALS.filter(({ statement }) => !PUBLIC.has(statement)).flatMap(({ forms }) =>
    forms(username, password).flatMap(({ value }) => value?.split(' ').at(-1) ?? []),
  );
  const long = wrong
    .filter(({ length }) => length >= MIN_WRONG_BASE64_LENGTH)
    .map((token) => Buffer.from(token, 'base64').toString('utf8'));
  // Of much behind the right pair, what shares a character of the base64 with it.
  return [right, ...long.map((pair) => (pair.startsWith(right) ? pair.slice(0, right.length + 3) : pair))];
}

/** The same JSON value with every text in it, names of members included, redacted. */
export function redactDeep<T>(value: T, redact: (text: string) => string): T {
  const redacted = (): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), redactDeep(member, redact)]));
  };
  return redacted() as T;
}

/** The same object with these members redacted, where it has them. */
export function redactMembers<T extends object>(value: T, members: readonly (keyof T)[], redact: (text: string) => string): T {
  const entries = members.filter((member) => value[member] !== undefined).map((member) => [member, redactDeep(value[member], redact)]);
  return { ...value, ...Object.fromEntries(entries) };
}
