import type { StatementId } from '../specification/register.ts';
import { authorization, basic } from './authorization.ts';
import { EARLIER_COOKIE } from './curl.ts';
import type { Answer, Answered, Authorization, Elsewhere } from './exchange.ts';
import { cutUrl } from './request.ts';

/** Where a request carries something in place of the Authorization header. */
export interface OtherPlace {
  readonly statement: StatementId;
  /** The request's parts, sent together. Empty where there is nothing to send. */
  make(username: string, password: string, accepted: Answered): readonly Part[];
}

/** One header field or one member of the query. */
export interface Part extends Elsewhere {
  readonly shown: string;
  readonly curl: string;
}

/** Addresses that a service behind a gateway may take for its own. */
const INNER = {
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
  'x-client-ip': '127.0.0.1',
  'true-client-ip': '127.0.0.1',
};

/** What marks a request that a guard may let pass: the preflight of a browser (Fetch standard, CORS protocol), the probe of a load balancer, another part of the service. */
const MARKS = {
  'access-control-request-method': 'GET',
  'x-health-check': '1',
  'x-internal-request': 'true',
  'x-requested-with': 'XMLHttpRequest',
  'x-envoy-internal': 'true',
  'x-debug': '1',
  'sec-fetch-site': 'same-origin',
};

const PASSWORD_FIELDS = ['x-api-key', 'x-auth-token', 'x-access-token'];
/** In which gateways name the user whom they have let in. */
const USER_FIELDS = [
  ...['x-forwarded-user', 'x-remote-user', 'remote-user', 'x-user', 'x-user-id', 'x-consumer-username'],
  ...['x-auth-request-user', 'x-webauth-user', 'x-authenticated-user', 'x-forwarded-email'],
];

/** Names of session cookies, for a service that looks only whether there is one. */
const NO_SESSION = 'session=1; sessionid=1; JSESSIONID=1; PHPSESSID=1; connect.sid=1';

/** The good user name and password in base64, as a shell makes it. */
const PAIR = `$(printf %s "$CES_USERNAME:$CES_PASSWORD" | base64 | tr -d '\\n')`;

export const OTHER_PLACES: readonly OtherPlace[] = [
  {
    statement: 'authentication.rejects-other-header',
    make: (username, password) => [
      field('x-authorization', basic(username, password), `Basic ${PAIR}`),
      // Other characters do not travel in a header as they are.
      ...(/^[!-~]+$/.test(password) ? PASSWORD_FIELDS.map((name) => field(name, password, '$CES_PASSWORD')) : []),
      ...(/^[!-~]+$/.test(username) ? USER_FIELDS.map((name) => field(name, username, '$CES_USERNAME')) : []),
    ],
  },
  {
    statement: 'authentication.rejects-query',
    make: (username, password) =>
      password === ''
        ? []
        : [
            member({ username, password }, '--url-query "username=$CES_USERNAME" --url-query "password=$CES_PASSWORD"'),
            ...['api_key', 'access_token', 'token'].map((name) => member({ [name]: password }, `--url-query "${name}=$CES_PASSWORD"`)),
            member({ authorization: basic(username, password) }, `--url-query "authorization=Basic ${PAIR}"`),
          ],
  },
  {
    statement: 'authentication.rejects-inner-address',
    make: (_username, _password, { request }) => {
      const { path } = cutUrl(request.url);
      // Of this one, `$` and other characters that a shell reads are percent-encoded, but for those in the query of a setting.
      const original = /^[\w/.~%?=&,-]*$/.test(path) ? ['x-original-url', 'x-rewrite-url'].map((name) => field(name, path, path)) : [];
      return [...Object.entries({ ...INNER, ...MARKS }).map(([name, value]) => field(name, value, value)), ...original];
    },
  },
  {
    statement: 'authentication.rejects-cookie',
    make: (_username, _password, accepted) => {
      const cookie = cookiesIn(accepted.answer);
      if (cookie === '') return [field('cookie', NO_SESSION, NO_SESSION)];
      return [{ shown: 'the cookie that an accepted request got', curl: EARLIER_COOKIE, fields: { cookie } }];
    },
  },
];

export function carrying(parts: readonly Part[]): Authorization {
  const shown = `no Authorization header, but ${parts.map((part) => part.shown).join(', ')}`;
  const fields = Object.assign({}, ...parts.map((part) => part.fields ?? {})) as Record<string, string>;
  const query = parts.flatMap((part) => part.query ?? []).join('&');
  return authorization(null, shown, parts.map(({ curl }) => curl).join(' '), { elsewhere: { fields, ...(query !== '' && { query }) } });
}

function field(name: string, value: string, inShell: string): Part {
  return { shown: name, curl: `-H "${name}: ${inShell}"`, fields: { [name]: value } };
}

function member(parameters: Readonly<Record<string, string>>, curl: string): Part {
  return { shown: `${Object.keys(parameters).join(' and ')} in the query`, curl, query: new URLSearchParams(parameters).toString() };
}

/** The cookies that an answer sets, as a request would carry them. A time in `Expires` holds a comma, but no equals sign. */
function cookiesIn({ headers }: Answer): string {
  const set = headers['set-cookie']?.split(/,\s*(?=[^;,\s=]+=)/) ?? [];
  return set.map((cookie) => cookie.split(';')[0]?.trim() ?? '').join('; ');
}
