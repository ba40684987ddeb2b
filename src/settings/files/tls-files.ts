import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
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
 * @throws SettingsError with all that is wrong: unreadable files, no PEM, a key of another certificate, a wrong passphrase, dates
 */
export function readTlsFiles(paths: TlsPaths): TlsFiles {
  const problems: Problem[] = [];
  const authorities = paths.caFile === null ? [] : readAuthorities(paths.caFile, problems);
  const client = readClient(paths, problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return { authorities, client };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** PKCS #8 marks an encrypted key in the label, older forms in a line of its own (RFC 1421 §4.6.1.1). */
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

function readAuthorities(file: string, problems: Problem[]): readonly string[] {
  const expected = 'PEM certificates of authorities (-----BEGIN CERTIFICATE-----)';
  const certificates = readCertificates('CES_CA_FILE', file, expected, problems);
  // Only an authority's certificate vouches for others; a self-signed one vouches for itself.
  const vouching = certificates.filter((certificate) => certificate.ca || certificate.verify(certificate.publicKey));
  if (certificates.length > 0 && vouching.length === 0)
    problems.push({ variable: 'CES_CA_FILE', expected, found: `${JSON.stringify(file)}, whose certificates vouch for no other` });
  else if (vouching.length > 0 && vouching.every((certificate) => outOfDate(certificate) !== null))
    problems.push({
      variable: 'CES_CA_FILE',
      expected: 'a certificate that is valid today',
      found: `${JSON.stringify(file)}, where ${outOfDate(vouching[0] as X509Certificate)}`,
    });
  return vouching.map(String);
}

function readClient(paths: TlsPaths, problems: Problem[]): TlsFiles['client'] {
  const { clientCertFile, clientKeyFile, clientKeyPassphrase: passphrase } = paths;
  if (clientCertFile === null || clientKeyFile === null) return null;
  const chain = readCertificates('CES_CLIENT_CERT_FILE', clientCertFile, 'a PEM certificate (-----BEGIN CERTIFICATE-----)', problems);
  const [own] = chain;
  const wrongDate = own && outOfDate(own);
  if (wrongDate)
    problems.push({
      variable: 'CES_CLIENT_CERT_FILE',
      expected: 'a certificate that is valid today',
      found: `${JSON.stringify(clientCertFile)}: ${wrongDate}`,
    });
  const read = readKey(clientKeyFile, passphrase, problems);
  if (own === undefined || read === null) return null;
  if (!own.checkPrivateKey(read.key)) {
    const expected = 'the private key of the certificate in CES_CLIENT_CERT_FILE';
    problems.push({ variable: 'CES_CLIENT_KEY_FILE', expected, found: `${JSON.stringify(clientKeyFile)}, the key of another certificate` });
    return null;
  }
  const client = { certificate: chain.map(String).join(''), key: read.text, passphrase };
  const refusal = refusedByTls(client);
  if (refusal !== null)
    problems.push({
      variable: 'CES_CLIENT_CERT_FILE',
      expected: 'a certificate and a key that TLS takes',
      found: `${JSON.stringify(clientCertFile)} (${refusal})`,
    });
  return client;
}

function readCertificates(variable: string, file: string, expected: string, problems: Problem[]): readonly X509Certificate[] {
  const read = readTextFile(resolve(file), file);
  if ('problem' in read) {
    problems.push({ variable, ...read.problem });
    return [];
  }
  const blocks = read.text.match(CERTIFICATE) ?? [];
  try {
    const certificates = blocks.map((block) => new X509Certificate(block));
    if (certificates.length === 0) problems.push({ variable, expected, found: `${JSON.stringify(file)}, which holds none` });
    return certificates;
  } catch (error) {
    problems.push({ variable, expected, found: `${JSON.stringify(file)}, where one cannot be read (${codeOf(error)})` });
    return [];
  }
}

function readKey(file: string, passphrase: string | null, problems: Problem[]): { readonly key: KeyObject; readonly text: string } | null {
  const read = readTextFile(resolve(file), file);
  if ('problem' in read) {
    problems.push({ variable: 'CES_CLIENT_KEY_FILE', ...read.problem });
    return null;
  }
  const { text } = read;
  const encrypted = ENCRYPTED.test(text);
  try {
    return { key: createPrivateKey({ key: text, ...(passphrase !== null && { passphrase }) }), text };
  } catch (error) {
    problems.push(
      encrypted
        ? {
            variable: 'CES_CLIENT_KEY_PASSPHRASE',
            expected: 'the passphrase of the key in CES_CLIENT_KEY_FILE, which is encrypted',
            found: passphrase === null ? 'nothing' : 'a value that does not open it',
          }
        : {
            variable: 'CES_CLIENT_KEY_FILE',
            expected: 'a PEM private key (-----BEGIN PRIVATE KEY-----)',
            found: `${JSON.stringify(file)}, which holds none that can be read (${codeOf(error)})`,
          },
    );
    return null;
  }
}

/** Why the certificate is not valid today, or null. */
function outOfDate({ validFrom, validTo }: X509Certificate): string | null {
  if (Date.parse(validTo) < Date.now()) return `a certificate that expired on ${validTo}`;
  return Date.parse(validFrom) > Date.now() ? `a certificate that is not valid before ${validFrom}` : null;
}

/** OpenSSL's own reason to refuse the pair, such as a short key or a weak digest; null if it takes it. */
function refusedByTls({ certificate, key, passphrase }: NonNullable<TlsFiles['client']>): string | null {
  try {
    createSecureContext({ cert: certificate, key, ...(passphrase !== null && { passphrase }) });
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** Not the message, which could quote the key. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
}
