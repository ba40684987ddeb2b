import type { StatementId } from '../specification/register.ts';
import type { Authorization, Elsewhere } from './exchange.ts';

/** How good credentials are shown. */
export const GOOD = 'Basic (credentials)';
const VALID_CURL = '-u "$CES_USERNAME:$CES_PASSWORD"';

export const credentials = (username: string, password: string): Authorization =>
  authorization(basic(username, password), GOOD, VALID_CURL);

export const none: Authorization = authorization(null, 'none', '');

/** An authorization whose secrets no serialiser writes. */
export function authorization(
  value: string | null,
  shown: string,
  curl: string,
  { elsewhere, form }: { readonly elsewhere?: Elsewhere; readonly form?: string | undefined } = {},
): Authorization {
  const visible = { shown, curl, ...(form !== undefined && { form }) };
  const secret = { value: { value, enumerable: false }, ...(elsewhere && { elsewhere: { value: elsewhere, enumerable: false } }) };
  return Object.freeze(Object.defineProperties(visible, secret) as Authorization);
}

export const basic = (username: string, password: string): string => `Basic ${base64(`${username}:${password}`)}`;

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const STRANGER = 'conformance-nobody';
/** Plainly wrong credentials: nobody has such an account. */
export const stranger = (): Authorization => authorization(basic(STRANGER, STRANGER), 'Basic (nobody)', `-u '${STRANGER}:${STRANGER}'`);

/** A header with what a shell prints, in base64. RFC 7617 §2 forbids line breaks in it, and some `base64` programs wrap their output. */
const encoded = (print: string, scheme = 'Basic ', more = ''): string =>
  `-H "Authorization: ${scheme}$(printf ${print} | base64 | tr -d '\\n'${more})"`;
/** The good credentials as `printf` gets them. */
const [PAIR, APART] = ['"$CES_USERNAME:$CES_PASSWORD"', '"$CES_USERNAME" "$CES_PASSWORD"'];

/** Longer than the buffers of usual parsers, and short enough for a header that gateways take. */
const LONG = 4000;
const ZEROS = { text: '0'.repeat(LONG), inShell: `$(printf %0${LONG}d 0)` };
/** What a query language reads as its own, or as any text. */
const QUERIES = ["' OR '1'='1", '*', '%'];

interface WrongCredentials {
  readonly statement: StatementId;
  readonly title: string;
  /** Headers of this kind, given the good credentials, the simplest first. None where the change would leave them good, or has nothing to change. */
  forms(username: string, password: string): readonly Authorization[];
}

/** Why a kind of wrong credentials is not sent: it has no form. */
export const NO_SUCH_FORM =
  'The good user name and password have no such wrong form: it would be good as well, or hold a character that no header carries. Other credentials do';

/** Another text in the base64, and how curl sends it; not sent where there is none. */
function text(curl: string, spoil: (username: string, password: string) => string | null, form?: string): Spoiling {
  return (username, password) => {
    const spoiled = spoil(username, password);
    return spoiled === null ? null : [`Basic ${base64(spoiled)}`, curl, form];
  };
}

/** The user name spoiled, and how a shell spoils it. */
const user = (inShell: string, spoil: (username: string) => string | null, form?: string): Spoiling =>
  text(`-u "${inShell}:$CES_PASSWORD"`, (username, password) => behind(spoil(username), `:${password}`), form);

/** The same of the password. */
const secret = (inShell: string, spoil: (password: string) => string | null, form?: string): Spoiling =>
  text(`-u "$CES_USERNAME:${inShell}"`, (username, password) => behind(`${username}:`, spoil(password)), form);

const behind = (one: string | null, other: string | null): string | null => (one === null || other === null ? null : one + other);

/** The same header whatever the good credentials are. */
const fixed =
  (value: string): Spoiling =>
  () => [value, `-H 'Authorization: ${value}'`];

const otherUser = (text: string): Spoiling => user(text, () => text, `\`${text}\` for the user name`);
const otherPassword = (text: string): Spoiling => secret(text, () => text, `\`${text}\` for the password`);

/** A user name that no service should know. A guard that finds no such user may let in any password. */
const nobody = (username: string): string => (username === 'no-such-user' ? 'other-user' : 'no-such-user');

/** In no usual password. */
const ODD_LETTER = 'ǿ';

const NEAR_USERS: readonly Spoiling[] = [
  user('${CES_USERNAME}x', (username) => `${username}x`, 'a letter behind the user name'),
  user("${CES_USERNAME}'--", (username) => `${username}'--`, "`'--` behind the user name"),
  user('${CES_USERNAME} ', (username) => `${username} `, 'a blank behind the user name'),
  user(' ${CES_USERNAME}', (username) => ` ${username}`, 'a blank before the user name'),
  user(`\${CES_USERNAME}${ZEROS.inShell}`, (username) => username + ZEROS.text, `${LONG} digits behind the user name`),
  text(encoded(`'%s\\000:%s' ${APART}`), (username, password) => `${username}\0:${password}`, 'a NUL behind the user name'),
  text(encoded(`'%s\\012:%s' ${APART}`), (username, password) => `${username}\n:${password}`, 'a line feed behind the user name'),
  user(caseTurned('CES_USERNAME'), turnCase, 'the user name in the other letter case'),
  user(
    '${CES_USERNAME%?}',
    (name) => (endsInAscii(name) && name.length > 1 ? name.slice(0, -1) : null),
    'the user name without its last character',
  ),
];

export const WRONG_CREDENTIALS: readonly WrongCredentials[] = [
  { statement: 'authentication.rejects-missing', title: 'no Authorization header', forms: () => [none] },
  wrong('authentication.rejects-empty', 'empty credentials', fixed('Basic Og==')),
  wrong(
    'authentication.rejects-wrong-password',
    'wrong password',
    (username, password) => otherPassword(password === 'wrong-password' ? 'other-password' : 'wrong-password')(username, password),
    ...QUERIES.map(otherPassword),
    // Means the same to who compares texts in one form of Unicode.
    (username, password) => {
      const [first = '', ...rest] = password;
      const wide = inFullWidth(first);
      const spoil = () => (/[!-~]/.test(first) ? wide + rest.join('') : null);
      return secret(`${wide}\${CES_PASSWORD#?}`, spoil, 'the first character in full width')(username, password);
    },
    // One and the same to who reads ASCII. No paste says which letter it is.
    secret(
      `$(printf %s "$CES_PASSWORD" | LC_ALL=C sed 's/[^ -~][^ -~]*/${ODD_LETTER}/')`,
      (password) => (/[^ -~]/.test(password) ? password.replace(/[^ -~]+/u, ODD_LETTER) : null),
      'another letter in place of one beyond ASCII',
    ),
    // Who puts name and password together without the colon compares them so.
    text(
      '-u "$CES_USERNAME$(printf %.1s "$CES_PASSWORD"):${CES_PASSWORD#?}"',
      (username, password) => (/^[!-9;-~]./s.test(password) ? `${username}${password[0]}:${password.slice(1)}` : null),
      'the colon one character further on',
    ),
    // A byte that is no UTF-8, on which a decoder may give up.
    (username) => [
      `Basic ${Buffer.concat([Buffer.from(`${username}:`), Uint8Array.of(0xff)]).toString('base64')}`,
      encoded(`'%s:\\377' "$CES_USERNAME"`),
      'a password that is no UTF-8',
    ],
    // Who builds a URL of name and password reads them so.
    secret(
      `%$(printf %.1s "$CES_PASSWORD" | od -An -tx1 | tr -d ' \\n')\${CES_PASSWORD#?}`,
      (password) => (/^[!-~]/.test(password) ? `%${password.charCodeAt(0).toString(16)}${password.slice(1)}` : null),
      'the first character percent-encoded',
    ),
    // Base64 tells letter cases apart. Who remembers a header in small letters does not.
    (username, password) => [
      basic(username, password).replace(/(?<= ).*/, (value) => value.toLowerCase()),
      encoded(`%s ${PAIR}`, 'Basic ', " | tr 'A-Z' 'a-z'"),
      'the base64 in small letters',
    ],
  ),
  wrong(
    'authentication.rejects-wrong-user',
    'wrong user',
    (username, password) => otherUser(nobody(username))(username, password),
    ...QUERIES.map(otherUser),
    // Near no name there is nothing.
    ...NEAR_USERS.map(
      (spoil): Spoiling =>
        (username, password) =>
          username === '' ? null : spoil(username, password),
    ),
  ),
  wrong('authentication.rejects-password-case', 'password with its letter case turned', secret(caseTurned('CES_PASSWORD'), turnCase)),
  wrong('authentication.rejects-password-prefix', 'beginning of the password', (username, password) => {
    const inShell = endsInAscii(password) ? '${CES_PASSWORD%?}' : `$(printf %s "$CES_PASSWORD" | LC_ALL=C sed 's/[^ -~].*//')`;
    return secret(inShell, properPrefix)(username, password);
  }),
  wrong(
    'authentication.rejects-password-extension',
    'password with more around it',
    secret('${CES_PASSWORD}x', (password) => `${password}x`, 'a letter behind the password'),
    secret('$CES_PASSWORD ', (password) => `${password} `, 'a blank behind the password'),
    secret(' $CES_PASSWORD', (password) => ` ${password}`, 'a blank before the password'),
    // What stands behind the first colon is the password, whatever is in it (RFC 7617 §2).
    secret('$CES_PASSWORD:x', (password) => `${password}:x`, 'a colon and a letter behind the password'),
    text(encoded(`'%s\\000' ${PAIR}`), (username, password) => `${username}:${password}\0`, 'a NUL behind the password'),
    // `$` in a pattern stands for the end of a line, too.
    text(encoded(`'%s\\012' ${PAIR}`), (username, password) => `${username}:${password}\n`, 'a line feed behind the password'),
    secret(`$CES_PASSWORD${ZEROS.inShell}`, (password) => password + ZEROS.text, `${LONG} digits behind the password`),
  ),
  wrong('authentication.rejects-other-scheme', 'another scheme with the right value', inScheme('Bearer')),
  // Who looks for the scheme anywhere in the header, or at its beginning only, finds it.
  wrong(
    'authentication.rejects-other-scheme',
    'a scheme that holds Basic, with the right value',
    inScheme('NoBasic', 'ends in Basic'),
    inScheme('Bearer Basic', 'another scheme before Basic'),
    inScheme('Basics', 'begins with Basic'),
  ),
  wrong('authentication.rejects-not-base64', 'value that is not base64', fixed('Basic %%%not-base64%%%')),
  wrong(
    'authentication.rejects-no-colon',
    'value without a colon',
    (username, password) => {
      const [text, variables] = password.includes(':') ? [username, '$CES_USERNAME'] : [username + password, '$CES_USERNAME$CES_PASSWORD'];
      if (text === '' || text.includes(':')) return null;
      return [`Basic ${base64(text)}`, encoded(`%s "${variables}"`)];
    },
    (username) => [
      `Basic ${base64(nobody(username))}`,
      encoded(`%s ${nobody(username)}`),
      'a name that nobody has, without a colon behind it',
    ],
  ),
  wrong(
    'authentication.rejects-empty-password',
    'empty password',
    secret('', () => ''),
    (username) => [basic(nobody(username), ''), `-u '${nobody(username)}:'`, 'a name that nobody has, with nothing for the password'],
  ),
  wrong('authentication.rejects-user-alone', 'user name alone', (username) =>
    username === '' || username.includes(':') ? null : [`Basic ${base64(username)}`, encoded('%s "$CES_USERNAME"')],
  ),
  wrong('authentication.rejects-empty-user', 'empty user name', (_username, password) => [basic('', password), '-u ":$CES_PASSWORD"']),
  wrong('authentication.rejects-exchanged', 'user name and password exchanged', (username, password) => [
    basic(password, username),
    encoded('%s "$CES_PASSWORD:$CES_USERNAME"'),
  ]),
  wrong('authentication.rejects-scheme-alone', 'nothing behind the scheme', fixed('Basic')),
  wrong('authentication.rejects-no-scheme', 'right value without a scheme', (username, password) => [
    base64(`${username}:${password}`),
    encoded(`%s ${PAIR}`, ''),
  ]),
  wrong('authentication.rejects-clear-text', 'clear text in place of base64', (username, password) => {
    // As curl sends it: the bytes of UTF-8. A control character, or a space at the end, does not travel in a header (RFC 9110 §5.5).
    const bytes = Buffer.from(`${username}:${password}`).toString('latin1');
    return /^[ -~\x80-\xff]*[!-~\x80-\xff]$/.test(bytes)
      ? [`Basic ${bytes}`, '-H "Authorization: Basic $CES_USERNAME:$CES_PASSWORD"']
      : null;
  }),
];

/** `text` with each ASCII letter in its other case. */
export function turnCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

/** The same in a shell, of a variable. */
function caseTurned(variable: string): string {
  return `$(printf %s "$${variable}" | tr 'a-zA-Z' 'A-Za-z')`;
}

/** `text` without its last character; if that is not ASCII, what stands before the first such one: shells disagree on what one character is. */
export const properPrefix = (text: string): string => (endsInAscii(text) ? text.slice(0, -1) : (/^[ -~]*/.exec(text)?.[0] ?? ''));

/** An ASCII character as wide as a Chinese one; with NFKC it is itself again. */
const inFullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0);

const endsInAscii = (text: string): boolean => /[ -~]$/.test(text);

/** The right value behind something else than `Basic`. */
function inScheme(scheme: string, form?: string): Spoiling {
  return (username, password) => [`${scheme} ${base64(`${username}:${password}`)}`, encoded(`%s ${PAIR}`, `${scheme} `), form];
}

type Spoiling = (username: string, password: string) => [value: string, curl: string, form?: string | undefined] | null;

function wrong(statement: StatementId, title: string, ...spoilings: Spoiling[]): WrongCredentials {
  return {
    statement,
    title,
    forms: (username, password) =>
      spoilings.flatMap((spoil) => {
        const [value = '', curl = '', form] = spoil(username, password) ?? [];
        if (value === '' || value === basic(username, password)) return [];
        const shown = `${/^(?:Basic|Bearer(?! Basic))\b/.exec(value)?.[0] ?? 'a header'} (${title})`;
        return authorization(value, shown, curl, { form });
      }),
  };
}

/** Such as any guard rejects; undefined where none can be sent. */
export const wrongPassword = (username: string, password: string): Authorization | undefined =>
  WRONG_CREDENTIALS.find(({ statement }) => statement === 'authentication.rejects-wrong-password')?.forms(username, password)[0];
