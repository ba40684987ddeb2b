import type { Answer } from '../http/exchange.ts';

/** What servers in front of a service (nginx, Apache, Go) answer with status 400 when TLS is not as they want it. */
const SAYINGS: readonly { readonly pattern: RegExp; readonly obstacle: string }[] = [
  {
    pattern: /No required SSL certificate was sent/,
    obstacle: 'wants a certificate of the client. Give one in CES_CLIENT_CERT_FILE, with its key in CES_CLIENT_KEY_FILE.',
  },
  {
    pattern: /The SSL certificate error/,
    obstacle:
      'refuses the certificate of CES_CLIENT_CERT_FILE. Give one in CES_CLIENT_CERT_FILE and CES_CLIENT_KEY_FILE that the target’s authority issued.',
  },
  {
    pattern:
      /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server port|Client sent an HTTP request to an HTTPS server/,
    obstacle: 'speaks TLS at this port. Give CES_BASE_URL with https:.',
  },
];

/** Why every request ends in front of the service, and what to do; follows the target's name. Null where the answers show no reason. */
export function obstacleInFront(answers: readonly Answer[]): string | null {
  const saying = SAYINGS.find(({ pattern }) =>
    answers.every(({ status, body }) => status === 400 && pattern.test(Buffer.from(body).toString('latin1'))),
  );
  return saying?.obstacle ?? null;
}
