import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { makeAuthority, makeCertificate } from '../certificates.ts';
import { ENCODERS } from '../encodings.ts';
import { newFolder } from '../folders.ts';
import { revealedBy } from '../revealed.ts';
import { startForwardProxy } from '../units/http/forward-proxy.ts';
import { family, SEES_PROCESSES } from './processes.ts';
import { only, resultIn, test, withStatus } from './run.ts';
import type { Reply, Seen } from './target.ts';

const KEY = 'k/1+2 "quoted" <value>';
const TOKEN = 'eyJhbGciOi.J0.sig-na';
const PROXY_PASSWORD = 'pr%xy/p@ss wörd';
const PASSPHRASE = 'open sesame 42';

const USERNAME = 'operator';
const PASSWORD = `o'd"d&%zz <pä:ss>\\wörd/+=`;

/** So many fit into a head and, of the usual length, into what is kept of a body. */
const IN_HEADERS = 20;
const IN_BODY = 5;

/** A secret in every encoding, and in every encoding of these. */
function formsOf(secret: string): string[] {
  const encoders = Object.values(ENCODERS);
  const forms = encoders.map((encode) => encode(secret));
  return [...new Set([secret, ...forms, ...forms.flatMap((form) => encoders.map((encode) => encode(form)))])];
}

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

/** What a target does that tells back, wherever it can, forms of secrets in turn; and breaks what it answers, so that all of it becomes evidence. */
function echoing(forms: readonly string[]): (reply: Reply, seen: Seen) => Reply {
  let turn = 0;
  const next = (count: number) => Array.from({ length: count }, () => forms[turn++ % forms.length] ?? '');
  return (reply, { headers, method, path }) => {
    const [location = '', named = '', first = '', second = ''] = next(4);
    const fields = { 'x-echo': String(headers.authorization), location: `/events/${encodeURIComponent(location)}` };
    const echoed = Object.fromEntries(next(IN_HEADERS).map((form, index) => [`x-echo-${index}`, Buffer.from(form).toString('latin1')]));
    const told = { ...reply, headers: { ...reply.headers, ...fields, ...echoed } };
    const echoes = [String(headers.authorization), ...next(IN_BODY)];
    if (String(reply.headers['content-type']).startsWith('text/html')) return { ...told, body: Buffer.from(`<p>${echoes.join('</p>')}`) };
    const written = `${asJson(`named ${named}`)}:1,"echoes":[${echoes.map(asJson).join()}]`;
    const isEvent = path.includes('conformance/events');
    const broken =
      method === 'GET' ? { created_at: first, name: [second], customer: first } : { name: first, metadata: { [second]: echoes } };
    if (isEvent && reply.status === 404) return { ...told, body: Buffer.from(`{${written}}`) };
    const body = reply.body.length === 0 ? {} : (JSON.parse(reply.body.toString()) as Record<string, unknown>);
    return { ...told, body: Buffer.from(`{${written},${JSON.stringify({ ...body, ...(isEvent ? {} : broken) }).slice(1)}`) };
  };
}

/** Where a form may stand between the quotes of JSON as it is, so that its escapes are those of the body. */
function asJson(form: string): string {
  try {
    JSON.parse(`"${form}"`);
    return `"${form}"`;
  } catch {
    return JSON.stringify(form);
  }
}

/** A piece of what a run wrote, with the place where it stands. */
interface Content {
  readonly place: string;
  readonly text: string;
}

/** All that stands in the files below a directory, archives and base64 in them opened, however deep. */
function contentsOf(directory: string): Content[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((file) => {
    const path = join(file.parentPath, file.name);
    return opened(path, readFileSync(path));
  });
}

/** Long enough not to be a word, a hash or an id. */
const BASE64_RUN = /[A-Za-z0-9+/]{120,}={0,2}/g;

function opened(place: string, bytes: Buffer): Content[] {
  const text = bytes.toString('utf8');
  const own = [{ place, text }];
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    return [...own, ...zipEntries(bytes).flatMap(([name, data]) => opened(`${place} » ${name}`, data))];
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [...own, ...opened(`${place} » gzip`, gunzipSync(bytes))];
  const runs = [...text.matchAll(BASE64_RUN)].map(([run]) => Buffer.from(run, 'base64'));
  return [...own, ...runs.flatMap((data, index) => opened(`${place} » base64 ${index}`, data))];
}

const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The files of a zip archive, by its central directory (APPNOTE 4.3.12). */
function zipEntries(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const entries: [string, Buffer][] = [];
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    entries.push([name, zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data]);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
