/** Why no TLS connection came about, and what to do. */
export interface TlsTrouble {
  /** Follows the target's name. */
  readonly what: string;
  readonly remedy: string;
}

const UNKNOWN_AUTHORITY: TlsTrouble = {
  what: 'shows a certificate for which no authority known here vouches',
  remedy: 'Give the certificate of its authority in CES_CA_FILE; if that is there already, let the target send its whole chain.',
};

const NO_TLS: TlsTrouble = {
  what: 'does not speak TLS at this port',
  remedy: 'Correct the port in CES_BASE_URL, or give it with http: if that is what the target speaks.',
};

const REFUSED_CERTIFICATE: TlsTrouble = {
  what: 'refuses the certificate of CES_CLIENT_CERT_FILE',
  remedy: 'Give one in CES_CLIENT_CERT_FILE and CES_CLIENT_KEY_FILE that the target’s authority issued.',
};

/** By the code of Node and OpenSSL: what went wrong in the handshake, or the alert that the target sent (RFC 8446 §6.2). */
const TROUBLES: Readonly<Record<string, TlsTrouble>> = {
  CERT_HAS_EXPIRED: {
    what: 'shows a certificate that has expired',
    remedy: 'Renew it, or correct the clock of this machine. No setting makes the suite accept it.',
  },
  CERT_NOT_YET_VALID: {
    what: 'shows a certificate that is not valid yet',
    remedy: 'Correct the clock that is wrong, of this machine or of the one that issued it.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: 'shows a self-signed certificate, for which nobody else vouches',
    remedy: 'If it is the one you expect, give it in CES_CA_FILE.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'shows a certificate for another host',
    remedy: 'Use a name of that certificate in CES_BASE_URL, or give the target a certificate with the name that is there now.',
  },
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: {
    what: 'wants a certificate of the client',
    remedy: 'Give one in CES_CLIENT_CERT_FILE, with its key in CES_CLIENT_KEY_FILE.',
  },
  // TLS 1.2 has no alert of its own for a certificate that is missing.
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: {
    what: 'ends the handshake: it wants a certificate of the client, or no cipher that both know',
    remedy: 'Give a certificate in CES_CLIENT_CERT_FILE, with its key in CES_CLIENT_KEY_FILE, if the target wants one.',
  },
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: {
    what: 'speaks no version of TLS that is still safe',
    remedy: 'Let the target speak TLS 1.2 or 1.3.',
  },
  ERR_SSL_UNSUPPORTED_PROTOCOL: {
    what: 'speaks no version of TLS that is still safe',
    remedy: 'Let the target speak TLS 1.2 or 1.3.',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  EPROTO: NO_TLS,
};

const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID';
const LONGEST_REASON = 200;

/** What is known of a failed handshake beyond its code; `null` for nothing. */
export function tlsTrouble(code: string, reason: string): TlsTrouble | null {
  const trouble = TROUBLES[code];
  if (trouble === undefined) return null;
  // Only this reason adds to the code: it lists the certificate's names.
  return code === WRONG_HOST ? { ...trouble, what: `${trouble.what}: ${reason}` } : trouble;
}

/** OpenSSL's messages name places in its source; its reasons are words. */
export function reasonOf(error: Error): string {
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return reason.length <= LONGEST_REASON ? reason.trim() : `${reason.slice(0, LONGEST_REASON)}…`;
}
