import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeAuthority, makeCertificate, type Pair } from '../certificates.ts';
import { only, QUICK, type Runs, resultIn, test } from './run.ts';

const SEGMENTS = only('getSegment:');
const PASSPHRASE = 'open-sesame-42';

test.describe.configure({ timeout: 90_000 });

let authority: Pair;
let server: Pair;
let client: Pair;

test.beforeAll(async () => {
  authority = await makeAuthority();
  server = await makeCertificate({ authority });
  client = await makeCertificate({ authority, passphrase: PASSPHRASE });
});

function written(runs: Runs, files: Readonly<Record<string, string>>): Record<string, string> {
  const directory = runs.directory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return Object.fromEntries(Object.keys(files).map((name) => [name, join(directory, name)]));
}

test('a target with a certificate of its own authority that wants one of the client is assessed', async ({ runs, target }) => {
  const { variables } = await target({
    tls: { cert: server.certificate, key: server.key, requestCert: true, ca: authority.certificate },
  });
  const files = written(runs, { ca: authority.certificate, certificate: client.certificate, key: client.key });
  const { code, stdout, directory } = await runs.run(SEGMENTS, {
    ...variables,
    ...QUICK,
    CES_CA_FILE: files.ca ?? '',
    CES_CLIENT_CERT_FILE: files.certificate ?? '',
    CES_CLIENT_KEY_FILE: files.key ?? '',
    CES_CLIENT_KEY_PASSPHRASE: PASSPHRASE,
  });
  expect(code, stdout).toBe(0);
  expect((await resultIn(directory)).verdict).toBe('conformant');
});

test('a certificate that nobody vouches for is reported with what to do, and nothing turns that off; exit 2', async ({ runs, target }) => {
  const { variables, seen } = await target({ tls: { cert: server.certificate, key: server.key } });
  const { code, stdout, directory } = await runs.run([], { ...variables, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(code).toBe(2);
  const { verdict, noVerdictReason = '' } = await resultIn(directory);
  expect(verdict).toBe('no-verdict');
  expect(noVerdictReason).toContain('CES_CA_FILE');
  expect(stdout).toContain(noVerdictReason);
  expect(await readFile(join(directory, 'index.html'), 'utf8')).toContain('CES_CA_FILE');
  expect(seen).toEqual([]);
});

test('all that is wrong with the files is reported at once, beside other mistakes, before any request', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const files = written(runs, { certificate: client.certificate, key: client.key, ca: 'hello' });
  const { code, stdout, stderr } = await runs.run([], {
    ...variables,
    CES_BASE_URL: 'https://127.0.0.1:1',
    CES_PROPERTY_RUNS: 'many',
    CES_CA_FILE: files.ca ?? '',
    CES_CLIENT_CERT_FILE: files.certificate ?? '',
    CES_CLIENT_KEY_FILE: files.key ?? '',
    CES_CLIENT_KEY_PASSPHRASE: 'wrong-words-43',
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  for (const name of ['CES_PROPERTY_RUNS', 'CES_CA_FILE', 'CES_CLIENT_KEY_PASSPHRASE']) expect(stderr).toContain(name);
  expect(stderr).not.toContain('wrong-words-43');
  expect(seen).toEqual([]);
});
