import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeAuthority, makeCertificate } from '../certificates.ts';
import { startForwardProxy } from '../units/http/forward-proxy.ts';
import { contentsOf } from './contents.ts';
import { family, SEES_PROCESSES } from './processes.ts';
import { resultIn, test, withStatus } from './run.ts';
import type { Reply } from './target.ts';

const KEY = 'k/1+2 "quoted" <value>';
const TOKEN = 'eyJhbGciOi.J0.sig-na';
const PROXY_PASSWORD = 'pr%xy/p@ss wörd';
const PASSPHRASE = 'open sesame 42';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As a target, a proxy, a report or a shell could write them. */
const formsOf = (secret: string) => [
  ...new Set([secret, encodeURIComponent(secret), json(secret), json(json(secret)), html(secret), base64(secret)]),
];
/** What a target can send back: what it got, and what a proxy between may have shown it. */
const ECHOED = [KEY, TOKEN, `Bearer ${TOKEN}`, PROXY_PASSWORD, `ada:${PROXY_PASSWORD}`].flatMap(formsOf);
const FORMS = [...ECHOED, ...formsOf(PASSPHRASE)];

/** Breaks what it answers, so that all of it becomes evidence, and sends back all that it can. */
function echoing(reply: Reply): Reply {
  const echoed = Object.fromEntries(ECHOED.map((form, index) => [`x-echo-${index}`, Buffer.from(form, 'utf8').toString('latin1')]));
  const headers = { ...reply.headers, ...echoed, location: `/events/${encodeURIComponent(KEY)}` };
  if (!String(reply.headers['content-type']).startsWith('application/json')) return { ...reply, headers };
  const broken = { created_at: KEY, name: [TOKEN], metadata: { [PROXY_PASSWORD]: ECHOED }, echoes: ECHOED };
  return { ...reply, headers, body: Buffer.from(JSON.stringify({ ...JSON.parse(reply.body.toString()), ...broken })) };
}

test('nothing that a run writes holds configured headers, the proxy’s password or the key’s passphrase', async ({ runs, target }) => {
  test.setTimeout(240_000);
  const authority = await makeAuthority();
  const [server, client] = [await makeCertificate({ authority }), await makeCertificate({ authority, passphrase: PASSPHRASE })];
  const proxy = await startForwardProxy({ authorization: `Basic ${base64(`ada:${PROXY_PASSWORD}`)}` });
  const folder = runs.directory();
  const written = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const { variables, seen } = await target({
      change: echoing,
      tls: { cert: server.certificate, key: server.key, requestCert: true, ca: authority.certificate },
    });
    const started = runs.start(['--grep', 'typical answer|wrong credentials|any business that'], {
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
    const found = places.flatMap(({ place, text }) => FORMS.flatMap((form) => (text.includes(form) ? [`${place}: ${form}`] : [])));
    expect(found).toEqual([]);
  } finally {
    await proxy.close();
  }
});
