import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeAuthority, makeCertificate } from '../certificates.ts';
import { revealedBy } from '../revealed.ts';
import { startForwardProxy } from '../units/http/forward-proxy.ts';
import { contentsOf } from './contents.ts';
import { echoing, formsOf, IN_HEADERS } from './echoes.ts';
import { family, SEES_PROCESSES } from './processes.ts';
import { only, resultIn, test, withStatus } from './run.ts';

const KEY = 'k/1+2 "quoted" <value>';
const TOKEN = 'eyJhbGciOi.J0.sig-na';
const PROXY_PASSWORD = 'pr%xy/p@ss wörd';
const PASSPHRASE = 'open sesame 42';

/** What a target can tell back: what it got, and what a proxy between, or whoever gave the key, may have told it. */
const SECRETS = [KEY, TOKEN, PROXY_PASSWORD, PASSPHRASE];
const FORMS = [...SECRETS, `Bearer ${TOKEN}`, `ada:${PROXY_PASSWORD}`].flatMap(formsOf);

test('nothing that a run writes holds further headers, the proxy’s password or the key’s passphrase', async ({ runs, target }) => {
  test.setTimeout(240_000);
  const authority = await makeAuthority();
  const [server, client] = [await makeCertificate({ authority }), await makeCertificate({ authority, passphrase: PASSPHRASE })];
  const proxy = await startForwardProxy({ authorization: `Basic ${Buffer.from(`ada:${PROXY_PASSWORD}`).toString('base64')}` });
  const folder = runs.directory();
  const written = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const { variables, seen } = await target({
      change: echoing(FORMS),
      tls: { cert: server.certificate, key: server.key, requestCert: true, ca: authority.certificate },
    });
    const started = runs.start(only('typical answer|wrong credentials|any business that'), {
      ...variables,
      CES_PROPERTY_RUNS: '3',
      CES_HEADERS: JSON.stringify({ 'X-Key': KEY, 'X-Gateway': `Bearer ${TOKEN}`, 'X-Environment': 'staging' }),
      CES_CA_FILE: written('ca.pem', authority.certificate),
      CES_CLIENT_CERT_FILE: written('client.pem', client.certificate),
      CES_CLIENT_KEY_FILE: written('key.pem', client.key),
      CES_CLIENT_KEY_PASSPHRASE: PASSPHRASE,
      HTTPS_PROXY: proxy.url.replace('//', `//ada:${encodeURIComponent(PROXY_PASSWORD)}@`),
    });
    const commandLines = new Set<string>();
    const looking = setInterval(() => {
      if (SEES_PROCESSES) for (const { commandLine } of family(started.child.pid ?? 0)) commandLines.add(commandLine);
    }, 200);
    const { code, stdout, stderr, directory } = await started.ended;
    clearInterval(looking);
    expect(code, stderr).toBe(1);
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(seen.length * IN_HEADERS, 'each form was told').toBeGreaterThan(FORMS.length);
    expect(seen.every(({ headers }) => headers['x-key'] === KEY && headers['x-gateway'] === `Bearer ${TOKEN}`)).toBe(true);
    const result = await resultIn(directory);
    expect(withStatus(result, 'failed').length).toBeGreaterThan(5);
    const curl = result.requirements.flatMap(({ checks }) => checks.flatMap((check) => check.curl ?? []))[0];
    expect(curl).toContain('HEADER_X_KEY:?(redacted): set it to the value of x-key in CES_HEADERS');
    const places = [
      ...contentsOf(directory),
      { place: 'standard output', text: stdout },
      { place: 'standard error', text: stderr },
      ...[...commandLines].map((text) => ({ place: 'a command line', text })),
    ];
    expect(places.flatMap(({ place, text }) => revealedBy(text, SECRETS).map((secret) => `${place}: ${secret}`))).toEqual([]);
  } finally {
    await proxy.close();
  }
});
