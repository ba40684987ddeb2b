import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { ConnectionSettings } from '../settings.ts';
import { type Problem, SettingsError } from '../settings-error.ts';
import type { VariableName } from '../variables.ts';
import { fileProblem, readTextFile } from './user-file.ts';

export type TlsPaths = Pick<ConnectionSettings, 'caFile' | 'clientCertFile' | 'clientKeyFile' | 'clientKeyPassphrase'>;

/** The checked content of the PEM files. */
export interface TlsFiles {
  readonly authorities: readonly string[];
  /** The suite's own certificate, its chain behind it; `null` for none. `key` and `passphrase` are secrets. */
  readonly client: { readonly certificate: string; readonly key: string; readonly passphrase: string | null } | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const CERTIFICATES = 'PEM certificates (-----BEGIN CERTIFICATE-----)';
const OWN_KEY = 'the private key of CES_CLIENT_CERT_FILE, as TLS takes it';
const PASSPHRASE = 'the passphrase of the key in CES_CLIENT_KEY_FILE, which is encrypted';
const OF_PASSPHRASE = /PASSPHRASE|BAD_DECRYPT|BAD_PASSWORD|INTERRUPTED_OR_CANCELLED/;

/** Reads the files that TLS needs. Throws a SettingsError with all that is unreadable, or that OpenSSL refuses. Dates show in the handshake. */
export function readTlsFiles({ caFile, clientCertFile, clientKeyFile, clientKeyPassphrase: passphrase }: TlsPaths): TlsFiles {
  const problems: Problem[] = [];
  const ca = caFile === null ? null : read('CES_CA_FILE', caFile);
  if (ca !== null) taken('CES_CA_FILE', caFile, CERTIFICATES, () => blocksOf(ca).map((block) => new X509Certificate(block)));
  const client = clientCertFile === null || clientKeyFile === null ? null : readClient(clientCertFile, clientKeyFile);
  if (problems.length > 0) throw new SettingsError(problems);
  return { authorities: ca === null ? [] : blocksOf(ca), client };

  function readClient(certFile: string, keyFile: string): TlsFiles['client'] {
    const [text, key] = [read('CES_CLIENT_CERT_FILE', certFile), read('CES_CLIENT_KEY_FILE', keyFile)];
    if (text === null || key === null) return null;
    const certificate = blocksOf(text).join('\n');
    const given = { key, ...(passphrase !== null && { passphrase }) };
    // A wrong passphrase sometimes decrypts to what looks like something else.
    const [variable, expected] = key.includes('ENCRYPTED')
      ? (['CES_CLIENT_KEY_PASSPHRASE', PASSPHRASE] as const)
      : (['CES_CLIENT_KEY_FILE', 'a PEM private key (-----BEGIN PRIVATE KEY-----)'] as const);
    const isTaken =
      taken('CES_CLIENT_CERT_FILE', certFile, CERTIFICATES, () => blocksOf(text).map((block) => new X509Certificate(block))) &&
      taken(variable, keyFile, expected, () => createPrivateKey(given)) &&
      // A key of another certificate, a key that is too short, a weak digest.
      taken('CES_CLIENT_KEY_FILE', keyFile, OWN_KEY, () => createSecureContext({ cert: certificate, ...given }));
    return isTaken ? { certificate, key, passphrase } : null;
  }

  function read(variable: VariableName, file: string): string | null {
    const content = readTextFile(file);
    if ('text' in content) return content.text;
    problems.push(fileProblem(variable, file, content.problem));
    return null;
  }

  /** Whether OpenSSL takes it. Its code says why not; its message could quote the key. */
  function taken(variable: VariableName, file: string | null, expected: string, act: () => unknown): boolean {
    try {
      act();
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
      const isLocked = OF_PASSPHRASE.test(code);
      const problem = `which OpenSSL refuses (${code})`;
      problems.push(fileProblem(isLocked ? 'CES_CLIENT_KEY_PASSPHRASE' : variable, file ?? '', problem, isLocked ? PASSPHRASE : expected));
      return false;
    }
  }
}

/** The certificates of a text. One without any is taken as a whole, so that OpenSSL says what is wrong. */
const blocksOf = (text: string): string[] => text.match(CERTIFICATE) ?? [text];
