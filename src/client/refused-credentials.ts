import { toCurl } from '../http/curl.ts';
import type { SentRequest } from '../http/exchange.ts';
import type { Settings } from '../settings/settings.ts';
import { endpointUrl } from '../settings/urls.ts';

/** What RFC 7617 allows in credentials and some servers do not take, with what they do. */
const RARELY_TAKEN: readonly { readonly pattern: RegExp; readonly words: string }[] = [
  { pattern: /:/, words: 'a colon (some servers cut the password there, or refuse it)' },
  { pattern: /\s/, words: 'a space (some servers trim or refuse it)' },
  { pattern: /[^ -~]/, words: 'a character beyond ASCII (some servers do not read UTF-8)' },
];

export interface Advice {
  /** End with a colon, before the command. */
  readonly words: string;
  readonly command: string;
}

/**
 * What to do where a target refuses the credentials everywhere, without their values: what in them servers are known to refuse, and a command
 * that shows it without this suite.
 * @param refused one of the refused requests
 */
export function refusedCredentialsAdvice({ baseUrl, credentials }: Settings, refused: SentRequest): Advice {
  const notes = Object.entries({ CES_USERNAME: credentials?.username ?? '', CES_PASSWORD: credentials?.password ?? '' }).flatMap(
    ([variable, value]) => {
      const words = RARELY_TAKEN.filter(({ pattern }) => pattern.test(value)).map((rare) => rare.words);
      return words.length === 0
        ? []
        : [`${variable} holds ${words.join(', and ')}: RFC 7617 allows it, so try others to see whether that is why.`];
    },
  );
  const words = [
    'Check CES_USERNAME and CES_PASSWORD, and whether they belong to this environment.',
    ...notes,
    'To see it without this suite, with both in the environment:',
  ].join(' ');
  return { words, command: toCurl(asRead(refused, baseUrl ?? '')) };
}

/** The request as one that changes nothing. */
function asRead(request: SentRequest, baseUrl: string): SentRequest {
  if (request.method === 'GET') return request;
  const { accept = '*/*' } = request.headers;
  return { ...request, method: 'GET', url: endpointUrl(baseUrl, '/segments/{id}', { id: 'unknown' }), headers: { accept }, body: null };
}
