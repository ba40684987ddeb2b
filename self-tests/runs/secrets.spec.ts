import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeAuthority, makeCertificate } from '../certificates.ts';
import { newFolder } from '../folders.ts';
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

const USERNAME = 'operator';
const PASSWORD = `o'd"d&%zz <pä:ss>\\wörd/+=`;

/** What a target can tell back: what it got, and what a proxy between, or whoever gave the key, may have told it. */
const SECRETS = [PASSWORD, KEY, TOKEN, PROXY_PASSWORD, PASSPHRASE];
/** Each form of what holds a secret, and the secret. */
const TOLD = [
  ...SECRETS.map((secret) => [secret, secret] as const),
  [`${USERNAME}:${PASSWORD}`, PASSWORD] as const,
  [`Bearer ${TOKEN}`, TOKEN] as const,
  [`ada:${PROXY_PASSWORD}`, PROXY_PASSWORD] as const,
].flatMap(([text, secret]) => formsOf(text).map((form) => [form, secret] as const));
const FORMS = TOLD.map(([form]) => form);

/** In one shard, so that there is a blob as well. */
const CHOSEN = ['--shard=1/1', ...only('typical answer|wrong credentials|unknown ids|an event that|any business that')];

test('nothing that a run writes tells a secret, whatever the target tells back', async ({ runs, target }) => {
  test.setTimeout(240_000);
  const authority = await makeAuthority();
  const [server, client] = [await makeCertificate({ authority }), await makeCertificate({ authority, passphrase: PASSPHRASE })];
  const proxy = await startForwardProxy({ authorization: `Basic ${Buffer.from(`ada:${PROXY_PASSWORD}`).toString('base64')}` });
  const folder = newFolder();
  const written = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const { variables, seen } = await target({
      username: USERNAME,
      password: PASSWORD,
      change: echoing(FORMS),
      tls: { cert: server.certificate, key: server.key, requestCert: true, ca: authority.certificate },
    });
    const started = runs.start(CHOSEN, {
      ...variables,
      CES_PROPERTY_RUNS: '3',
      CES_UNMATCHED_WINDOW_MS: '300',
      CES_RESOLUTION_TIMEOUT_MS: '1000',
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
    expect(seen.length * IN_HEADERS, 'each form was told many times').toBeGreaterThan(5 * FORMS.length);
    expect(seen.every(({ headers }) => headers['x-key'] === KEY && headers['x-gateway'] === `Bearer ${TOKEN}`)).toBe(true);
    const result = await resultIn(directory);
    expect(withStatus(result, 'failed').length).toBeGreaterThan(5);
    expect(result.settings).toContainEqual({ name: 'HTTPS_PROXY', value: proxy.url, source: 'environment' });
    expect(result.notices).toContainEqual(expect.stringContaining(`go through the proxy ${proxy.url} (HTTPS_PROXY)`));
    expect(stdout).toContain('go through the proxy');
    const curl = result.requirements.flatMap(({ checks }) => checks.flatMap((check) => check.curl ?? []))[0];
    expect(curl).toContain('HEADER_X_KEY:?(redacted): set it to the value of x-key in CES_HEADERS');
    const contents = contentsOf(directory);
    // Playwright's report is a zip in base64 in a page, its blob a zip: the search is worth something only if it came that far.
    for (const archive of [/index\.html » base64 .* » /, /shard-1-of-1\.zip » /])
      expect(contents.filter(({ place, text }) => archive.test(place) && text.includes('segment.fields'))).not.toEqual([]);
    if (SEES_PROCESSES) expect([...commandLines].some((line) => line.includes('cli.js'))).toBe(true);
    const places = [
      ...contents,
      { place: 'standard output', text: stdout },
      { place: 'standard error', text: stderr },
      ...[...commandLines].map((text) => ({ place: 'a command line', text })),
    ];
    expect(places.flatMap(({ place, text }) => revealedBy(text, SECRETS).map((secret) => `${place}: ${secret}`))).toEqual([]);
  } finally {
    await proxy.close();
  }
});
