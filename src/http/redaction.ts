import type { StatementId } from '../specification/register.ts';
import { properPrefix, turnCase, WRONG_CREDENTIALS } from './authorization.ts';
import { base64Pattern, textPattern } from './disguises.ts';

export const REDACTED = '(redacted)';

/** Shorter derived forms would be found in innocent text. */
const MIN_DERIVED_LENGTH = 4;
const MIN_WRONG_BASE64_LENGTH = 8;
/** The same for everybody, hence no secret. */
const PUBLIC = new Set<StatementId>([
  'authentication.rejects-missing',
  'authentication.rejects-empty',
  'authentication.rejects-not-base64',
]);

/** Userinfo with a password in a URL (RFC 3986 §3.2.1), its slashes JSON-escaped or not. */
const USERINFO = /((?:\\{0,4}\/){2})[^\s/@:?#"'<>\\]{0,256}:[^\s/@?#"'<>\\]{0,256}@/g;

/**
 * A function that replaces, by `(redacted)`, all that gives the credentials away: the password however it is escaped (URL, form, JSON, HTML, a mixture or twice),
 * the base64 forms, what wrong credentials make of them, and the userinfo of any URL; `further` secrets as they are and in base64, escaped likewise.
 * An empty password is no secret, and nothing of it is looked for.
 */
export function createRedactor(
  credentials: { readonly username: string; readonly password: string } | null,
  further: readonly string[] = [],
): (text: string) => string {
  const own = credentials === null || credentials.password === '' ? [] : secretsOf(credentials.username, credentials.password);
  // Longest first: of two secrets that begin alike, the longer one has to win.
  const patterns = [...own, ...further.flatMap(textAndToken)].sort((a, b) => b.length - a.length).map(({ pattern }) => pattern);
  const secrets = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'g');
  return (text) => {
    const withoutSecrets = secrets === null ? text : text.replace(secrets, REDACTED);
    return withoutSecrets.replace(USERINFO, `$1${REDACTED}@`);
  };
}

interface Secret {
  readonly length: number;
  /** Source of a regular expression. */
  readonly pattern: string;
}

const ofText = (text: string): Secret => ({ length: text.length, pattern: textPattern(text) });
const ofToken = (token: string): Secret => ({ length: token.length, pattern: base64Pattern(token) });

function textAndToken(text: string): Secret[] {
  return [ofText(text), ofToken(base64(text))];
}

function secretsOf(username: string, password: string): Secret[] {
  const texts = [
    password,
    // How the bytes read to a service that takes them for ISO 8859-1.
    Buffer.from(password, 'utf8').toString('latin1'),
    ...[turnCase(password), properPrefix(password)].filter((derived) => derived.length >= MIN_DERIVED_LENGTH),
  ];
  const wrong = WRONG_CREDENTIALS.filter((kind) => !PUBLIC.has(kind.statement)).flatMap(
    (kind) => kind.make(username, password)?.value?.split(' ')[1] ?? [],
  );
  const tokens = [
    base64(`${username}:${password}`),
    ...wrong.filter((token) => token.length >= MIN_WRONG_BASE64_LENGTH),
    ...(password.length >= MIN_DERIVED_LENGTH ? [base64(password)] : []),
  ];
  return [...[...new Set(texts)].map(ofText), ...[...new Set(tokens)].map(ofToken)];
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
