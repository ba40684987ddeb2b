import { errors } from 'undici';
import type { Failure, FailureKind } from './exchange.ts';
import { ProxyError } from './routes.ts';
import { inNumbers } from './text.ts';

export interface Progress {
  readonly origin: string;
  readonly connected: boolean;
  /** At least one byte of the answer had come. */
  readonly begun: boolean;
  /** Set once the head of the answer had come. */
  readonly status: number | null;
  /** Bytes of the body as transferred. */
  readonly received: number;
  /** What Content-Length announced. */
  readonly expected: number | null;
}

/** The failure of a request whose deadline passed. @param isShare others may take longer */
export function timeoutFailure(timeoutMs: number, isShare: boolean, progress: Progress): Failure {
  const within = `within ${inNumbers(timeoutMs)} ms (${isShare ? 'a share of ' : ''}CES_TIMEOUT_MS)`;
  const message = !progress.connected
    ? `no connection ${within}`
    : progress.status === null
      ? `no answer ${within}`
      : `no complete answer ${within}: it stood ${place(progress)}`;
  return { kind: 'timeout', message, status: progress.status };
}

/** The setting that limits how much of a body is read. */
export const BODY_LIMIT = 'CES_MAX_BODY_BYTES';

/** A body longer than the limit. One that announces its length has an end, and no rule limits the length. */
export function tooLargeFailure(maxBytes: number, { status, expected }: Progress): Failure {
  const more = `more than the ${inNumbers(maxBytes)} that are read (${BODY_LIMIT})`;
  return expected === null
    ? { kind: 'too-large', message: `the body has no end within sight: ${more}`, status, variable: BODY_LIMIT }
    : { kind: 'unread', message: `the body has ${inNumbers(expected)} bytes, ${more}`, status, variable: BODY_LIMIT };
}

/** Bytes behind the end that the answer itself names (RFC 9112 §6.3): the next answer on the connection would begin with them. */
export function surplusFailure({ status, expected }: Progress): Failure {
  const end = expected === null ? 'the last chunk' : `the ${inNumbers(expected)} that Content-Length announces`;
  return { kind: 'malformed', message: `more bytes follow ${end}, which clients cut off`, status };
}

export function failureOf(error: Error, progress: Progress): Failure {
  if (error instanceof ProxyError) return { kind: 'refused', message: error.message, status: null, remedy: error.remedy };
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  const kind = kindOf(error, code, progress);
  const trouble = kind === 'tls' ? tlsTrouble(code, reasonOf(error)) : null;
  const message: Record<FailureKind, string> = {
    refused: `no connection to ${progress.origin} (${code})`,
    tls: trouble ? `${progress.origin} ${trouble.what} (${code})` : `no TLS connection to ${progress.origin}: ${reasonOf(error)} (${code})`,
    timeout: `no connection to ${progress.origin} in the time that the operating system allows (${code})`,
    malformed: `what came ${progress.status === null ? '' : `${place(progress)} `}is not HTTP/1.1: ${OUT_OF_ORDER[code] ?? OUT_OF_ORDER[error.message] ?? error.message} (${code})`,
    'too-large': `the head of the answer is too large (${code})`,
    unread:
      'an interim 100 Continue came that nobody asked for: it is permitted (RFC 9110 §15.2), but the suite’s HTTP client does not take it',
    reset: `the connection was closed ${place(progress)} (${code})`,
  };
  return { kind, message: message[kind], status: progress.status, ...(trouble && { remedy: trouble.remedy }) };
}

/** Ends the words for where an answer broke that had begun. */
export const IN_BODY = 'bytes of the body';

function place({ connected, begun, status, received, expected }: Progress): string {
  if (!connected) return 'while it was being made';
  if (status === null) return begun ? 'in the middle of the head of the answer' : 'before any byte of the answer';
  return `after ${inNumbers(received)}${expected === null ? '' : ` of ${inNumbers(expected)}`} ${IN_BODY}`;
}

/** Codes that mean the same at any time. */
const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  UND_ERR_DESTROYED: 'reset',
  ECONNRESET: 'reset',
  EPROTO: 'tls',
};

/** The parser's message for a connection that ends within a chunked body. Its errors have no code in undici 7. */
const ENDS_WITHIN_CHUNKS = 'Invalid EOF state';

/** undici's message for an interim 100 that nobody asked for, and for what comes behind the end of an answer. */
export const NOT_AWAITED = 'bad response';
/** undici's message for a 101 that nobody asked for. */
const UNASKED_SWITCH = 'bad upgrade';
/** undici's code for anything after a Content-Length that its parser rejects. */
const BEHIND_LENGTH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** Begins the codes of Node's own HTTP parser. */
const NODE_PARSER = 'HPE_';

const OUT_OF_ORDER: Readonly<Record<string, string>> = {
  [UNASKED_SWITCH]: 'it switches protocols (101), though nobody asked for it',
  [BEHIND_LENGTH]:
    'after Content-Length comes a header field that is not allowed, such as a second length, or one with a control character',
};

function kindOf(error: Error, code: string, { connected, status, origin }: Progress): FailureKind {
  const known = KIND_BY_CODE[code];
  if (known !== undefined) return known;
  if (error instanceof errors.HTTPParserError) return error.message.includes(ENDS_WITHIN_CHUNKS) ? 'reset' : 'malformed';
  if (code.startsWith(NODE_PARSER)) return code === `${NODE_PARSER}INVALID_EOF_STATE` ? 'reset' : 'malformed';
  if (error.message === NOT_AWAITED) return 'unread';
  if (error.message === UNASKED_SWITCH || (code === BEHIND_LENGTH && status === null)) return 'malformed';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  if (connected) return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  // Before the connection stands, system calls and name look-ups fail with E... codes, and certificates with OpenSSL's words, such as
  // CERT_HAS_EXPIRED.
  return origin.startsWith('https:') && !/^E[A-Z]+(_[A-Z]+)?$/.test(code) ? 'tls' : 'refused';
}

const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** By the codes of Node and OpenSSL: what went wrong in the handshake, or the alert that the target sent (RFC 8446 §6.2). */
const TROUBLES: readonly (readonly [what: string, remedy: string, ...codes: string[]])[] = [
  [
    'shows a certificate that has expired',
    'Renew it, or correct the clock of this machine. No setting makes the suite accept it.',
    'CERT_HAS_EXPIRED',
  ],
  [
    'shows a certificate that is not valid yet',
    'Correct the clock that is wrong, of this machine or of the one that issued it.',
    'CERT_NOT_YET_VALID',
  ],
  [
    'shows a self-signed certificate, for which nobody else vouches',
    'If it is the one you expect, give it in CES_CA_FILE.',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'shows a certificate for which no authority known here vouches',
    'Give the certificate of its authority in CES_CA_FILE; if that is there already, let the target send its whole chain.',
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ],
  [
    'shows a certificate for another host',
    'Use a name of that certificate in CES_BASE_URL, or give the target a certificate with the name that is there now.',
    WRONG_HOST,
  ],
  [
    'wants a certificate of the client',
    'Give one in CES_CLIENT_CERT_FILE, with its key in CES_CLIENT_KEY_FILE.',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  ],
  // TLS 1.2 has no alert of its own for a certificate that is missing.
  [
    'ends the handshake: it wants a certificate of the client, or no cipher that both know',
    'Give a certificate in CES_CLIENT_CERT_FILE, with its key in CES_CLIENT_KEY_FILE, if the target wants one.',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  ],
  [
    'refuses the certificate of CES_CLIENT_CERT_FILE',
    'Give one in CES_CLIENT_CERT_FILE and CES_CLIENT_KEY_FILE that the target’s authority issued.',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    ...['BAD', 'UNSUPPORTED'].map((word) => `ERR_SSL_SSLV3_ALERT_${word}_CERTIFICATE`),
    ...['EXPIRED', 'REVOKED', 'UNKNOWN'].map((word) => `ERR_SSL_SSLV3_ALERT_CERTIFICATE_${word}`),
  ],
  [
    'speaks no version of TLS that is still safe',
    'Let the target speak TLS 1.2 or 1.3.',
    ...['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_SSL_UNSUPPORTED_PROTOCOL'],
  ],
  [
    'speaks no HTTP/1.1',
    'Let the target, or what stands in front of it, offer HTTP/1.1 beside HTTP/2 (ALPN): the suite speaks nothing else.',
    'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
  ],
  [
    'does not speak TLS at this port',
    'Correct the port in CES_BASE_URL, or give it with http: if that is what the target speaks.',
    ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'],
  ],
];

const LONGEST_REASON = 200;

/** Why no TLS connection came about, in words behind the target's name, and what to do; `null` where nothing is known beyond the code. */
export function tlsTrouble(code: string, reason = ''): { readonly what: string; readonly remedy: string } | null {
  const [what, remedy] = TROUBLES.find(([, , ...codes]) => codes.includes(code)) ?? [];
  if (what === undefined || remedy === undefined) return null;
  // Only this reason adds to the code: it lists the certificate's names.
  return { what: code === WRONG_HOST ? `${what}: ${reason}` : what, remedy };
}

/** OpenSSL's messages name places in its source; its reasons are words. */
function reasonOf(error: Error): string {
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return reason.length <= LONGEST_REASON ? reason.trim() : `${reason.slice(0, LONGEST_REASON)}…`;
}
