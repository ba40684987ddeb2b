import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Settings } from '../target/settings.ts';
import { readTlsFiles, type TlsFiles } from '../target/tls-files.ts';
import { sameOrigin } from '../target/urls.ts';

/** How requests to one origin travel. */
export interface Way {
  /** Authorities and the suite's own certificate; Node's own where `null`. Made once, since reading all authorities takes a while. */
  readonly secureContext: SecureContext | null;
}

/** Nothing beyond what Node does by itself. */
export const PLAIN_WAY: Way = { secureContext: null };

/**
 * The way to each origin that the settings let a run ask. The certificate of `CES_CLIENT_CERT_FILE` is a credential, and shown to the
 * base URL's own origin only.
 * @throws SettingsError where the TLS files cannot be used
 */
export function waysTo({ baseUrl, connection }: Settings): (origin: string) => Way {
  const files = readTlsFiles(connection);
  const own: Way = { secureContext: secureContext(files) };
  const others: Way = { secureContext: secureContext({ ...files, client: null }) };
  return (origin) => (baseUrl !== null && sameOrigin(origin, baseUrl) ? own : others);
}

function secureContext({ authorities, client }: TlsFiles): SecureContext | null {
  if (authorities.length === 0 && client === null) return null;
  return createSecureContext({
    // Those that are given stand in place of Node's own, which therefore have to be given too.
    ...(authorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities(), ...authorities] }),
    ...(client && { cert: client.certificate, key: client.key }),
    ...(client && client.passphrase !== null && { passphrase: client.passphrase }),
  });
}

/** What NODE_EXTRA_CA_CERTS adds to Node's own authorities. */
function extraAuthorities(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env;
  if (file === '') return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return []; // Node itself told of it when it started
  }
}
