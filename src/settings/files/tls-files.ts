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

function readAuthorities(file: string, problems: Problem[]): readonly string[] {
  const text = readPem('CES_CA_FILE', file, problems);
  const certificates = text?.match(CERTIFICATE) ?? [];
  return text !== null && taken('CES_CA_FILE', file, problems, () => certificatesOf(certificates)) ? certificates : [];
}

function readClient(paths: TlsPaths, problems: Problem[]): TlsFiles['client'] {
  const { clientCertFile, clientKeyFile, clientKeyPassphrase: passphrase } = paths;
  if (clientCertFile === null || clientKeyFile === null) return null;
  const text = readPem('CES_CLIENT_CERT_FILE', clientCertFile, problems);
  const key = readPem('CES_CLIENT_KEY_FILE', clientKeyFile, problems);
  if (text === null || key === null) return null;
  const chain = text.match(CERTIFICATE) ?? [];
  const certificate = chain.join('\n');
  const given = passphrase === null ? {} : { passphrase };
  const isTaken =
    taken('CES_CLIENT_CERT_FILE', clientCertFile, problems, () => certificatesOf(chain)) &&
    taken('CES_CLIENT_KEY_FILE', clientKeyFile, problems, () => createPrivateKey({ key, ...given })) &&
    // A key of another certificate, a key that is too short, a weak digest.
    taken('CES_CLIENT_KEY_FILE', clientKeyFile, problems, () => createSecureContext({ cert: certificate, key, ...given }));
  return isTaken ? { certificate, key, passphrase } : null;
}

function readPem(variable: VariableName, file: string, problems: Problem[]): string | null {
  const read = readTextFile(resolve(file), file);
  if (!('problem' in read)) return read.text;
  problems.push({ variable, ...read.problem });
  return null;
}

function certificatesOf(blocks: readonly string[]): readonly X509Certificate[] {
  if (blocks.length === 0) throw Object.assign(new Error(), { code: 'it holds no -----BEGIN CERTIFICATE-----' });
  return blocks.map((block) => new X509Certificate(block));
}

/** What OpenSSL says of a passphrase. */
const OF_PASSPHRASE = /PASSPHRASE|BAD_DECRYPT|BAD_PASSWORD|INTERRUPTED_OR_CANCELLED/;

/** Whether OpenSSL takes it. Its code says why not; its message could quote the key. */
function taken(variable: VariableName, file: string, problems: Problem[], read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    const isLocked = OF_PASSPHRASE.test(code);
    problems.push({
      variable: isLocked ? 'CES_CLIENT_KEY_PASSPHRASE' : variable,
      expected: isLocked ? 'the passphrase of the key in CES_CLIENT_KEY_FILE, which is encrypted' : 'a PEM file that TLS takes',
      found: `${JSON.stringify(file)}, which OpenSSL refuses (${code})`,
    });
    return false;
  }
}
