import { generate } from 'selfsigned';

/** A certificate with its private key, both PEM. */
export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Who vouches for it; itself where absent. */
  readonly authority?: Pair;
  /** Host names and IP addresses; `127.0.0.1` alone where absent. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Encrypts the key. */
  readonly passphrase?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days from now; negative for the past. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

let authorities = 0;

/** An authority of its own, which nobody knows until it is given. */
export function makeAuthority(): Promise<Pair> {
  authorities += 1;
  return make(`Authority ${authorities} of the tests`, {}, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);
}

/** A certificate for a server or a client, good for today unless dates are given. */
export function makeCertificate(options: CertificateOptions = {}): Promise<Pair> {
  const { hosts = ['127.0.0.1'] } = options;
  const altNames = hosts.map((host) => (/^[\d.]+$|:/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const)));
  return make('Server of the tests', options, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames },
  ]);
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>;

async function make(name: string, options: CertificateOptions, extensions: Extensions): Promise<Pair> {
  const { authority, from = inDays(-1), until = inDays(30), passphrase } = options;
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: from,
    notAfterDate: until,
    extensions,
    ...(authority && { ca: { cert: authority.certificate, key: authority.key } }),
    ...(passphrase !== undefined && { passphrase }),
  });
  return { certificate: cert, key };
}
