import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { ConnectionSettings } from '../settings.ts';
import { type Problem, SettingsError } from '../settings-error.ts';
import type { VariableName } from '../variables.ts';
import { readTextFile } from './text-file.ts';

export type TlsPaths = Pick<ConnectionSettings, 'caFile' | 'clientCertFile' | 'clientKeyFile' | 'clientKeyPassphrase'>;

/** The checked content of the PEM files. */
export interface TlsFiles {
  /** Certificates of authorities to trust beside the well-known ones. */
  readonly authorities: readonly string[];
  /** The suite's own certificate, its chain behind it; `null` for none. `key` and `passphrase` are secrets. */
  readonly client: { readonly certificate: string; readonly key: string; readonly passphrase: string | null } | null;
}

/** The paths in an environment, even if other settings are wrong. */
export function tlsPaths(environment: NodeJS.ProcessEnv): TlsPaths {
  const given = (name: VariableName) => environment[name] || null;
  return {
    caFile: given('CES_CA_FILE'),
    clientCertFile: given('CES_CLIENT_CERT_FILE'),
    clientKeyFile: given('CES_CLIENT_KEY_FILE'),
    clientKeyPassphrase: given('CES_CLIENT_KEY_PASSPHRASE'),
  };
}

/**
 * Reads the files that TLS needs; paths are relative to the working directory.
 * @throws SettingsError with all that is wrong: unreadable files, and what OpenSSL refuses. Dates show in the handshake.
 */
export function readTlsFiles(paths: TlsPaths): TlsFiles {
  const problems: Problem[] = [];
  const authorities = paths.caFile === null ? [] : readAuthorities(paths.caFile, problems);
  const client = readClient(paths, problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return { authorities, client };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const CERTIFICATES_EXPECTED = 'PEM certificates (-----BEGIN CERTIFICATE-----)';
const KEY_EXPECTED = 'a PEM private key (-----BEGIN PRIVATE KEY-----)';

function readAuthorities(file: string, problems: Problem[]): readonly string[] {
  const text = readPem('CES_CA_FILE', file, problems);
  return text !== null && areCertificates(text, 'CES_CA_FILE', file, problems) ? (text.match(CERTIFICATE) ?? []) : [];
}

function readClient(paths: TlsPaths, problems: Problem[]): TlsFiles['client'] {
  const { clientCertFile, clientKeyFile, clientKeyPassphrase: passphrase } = paths;
  if (clientCertFile === null || clientKeyFile === null) return null;
  const text = readPem('CES_CLIENT_CERT_FILE', clientCertFile, problems);
  const key = readPem('CES_CLIENT_KEY_FILE', clientKeyFile, problems);
  if (text === null || key === null) return null;
  const certificate = (text.match(CERTIFICATE) ?? []).join('\n');
  const given = passphrase === null ? {} : { passphrase };
  const isKey = (read: () => unknown, expected: string, isEncrypted = false) =>
    taken('CES_CLIENT_KEY_FILE', clientKeyFile, problems, expected, read, isEncrypted);
  const isTaken =
    areCertificates(text, 'CES_CLIENT_CERT_FILE', clientCertFile, problems) &&
    isKey(() => createPrivateKey({ key, ...given }), KEY_EXPECTED, key.includes('ENCRYPTED')) &&
    // A key of another certificate, a key that is too short, a weak digest.
    isKey(() => createSecureContext({ cert: certificate, key, ...given }), 'the private key of CES_CLIENT_CERT_FILE, as TLS takes it');
  return isTaken ? { certificate, key, passphrase } : null;
}

function readPem(variable: VariableName, file: string, problems: Problem[]): string | null {
  const read = readTextFile(resolve(file), file);
  if (!('problem' in read)) return read.text;
  problems.push({ variable, ...read.problem });
  return null;
}

/** A text without a certificate is read as a whole, so that OpenSSL says what is wrong. */
function areCertificates(text: string, variable: VariableName, file: string, problems: Problem[]): boolean {
  const blocks = text.match(CERTIFICATE) ?? [text];
  return taken(variable, file, problems, CERTIFICATES_EXPECTED, () => blocks.map((block) => new X509Certificate(block)));
}

/** What OpenSSL says of a passphrase. */
const OF_PASSPHRASE = /PASSPHRASE|BAD_DECRYPT|BAD_PASSWORD|INTERRUPTED_OR_CANCELLED/;

/**
 * Whether OpenSSL takes it. Its code says why not; its message could quote the key.
 * @param isEncrypted then it is the passphrase: a wrong one sometimes decrypts to what looks like something else
 */
function taken(
  variable: VariableName,
  file: string,
  problems: Problem[],
  expected: string,
  read: () => unknown,
  isEncrypted = false,
): boolean {
  try {
    read();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    const isLocked = isEncrypted || OF_PASSPHRASE.test(code);
    problems.push({
      variable: isLocked ? 'CES_CLIENT_KEY_PASSPHRASE' : variable,
      expected: isLocked ? 'the passphrase of the key in CES_CLIENT_KEY_FILE, which is encrypted' : expected,
      found: `${JSON.stringify(file)}, which OpenSSL refuses (${code})`,
    });
    return false;
  }
}
