import { readTlsFiles, type TlsPaths } from '../../../src/settings/files/tls-files.ts';
import { problemsOf } from '../../../src/settings/settings-error.ts';
import { makeAuthority, makeCertificate, type Pair } from '../../certificates.ts';
import { expect, test } from '../http/fixtures.ts';

const PASSPHRASE = 'open sesame';
const NONE: TlsPaths = { caFile: null, clientCertFile: null, clientKeyFile: null, clientKeyPassphrase: null };

let authority: Pair;
let own: Pair;
let locked: Pair;

test.beforeAll(async () => {
  authority = await makeAuthority();
  own = await makeCertificate({ authority });
  locked = await makeCertificate({ authority, passphrase: PASSPHRASE });
});

test('without files there is nothing to read', () => expect(readTlsFiles(NONE)).toEqual({ authorities: [], client: null }));

test('authorities, a certificate with its chain, and a key with its passphrase', ({ file }) => {
  const files = readTlsFiles({
    caFile: file('ca.pem', `Words before.\n${authority.certificate}`),
    clientCertFile: file('client.pem', locked.certificate + authority.certificate),
    clientKeyFile: file('key.pem', locked.key),
    clientKeyPassphrase: PASSPHRASE,
  });
  expect(files.authorities.map(bare)).toEqual([bare(authority.certificate)]);
  expect(bare(files.client?.certificate ?? '')).toBe(bare(locked.certificate + authority.certificate));
  expect(files.client).toMatchObject({ key: locked.key, passphrase: PASSPHRASE });
});

test('a self-signed certificate may be trusted as its own authority', async ({ file }) => {
  const { certificate } = await makeCertificate();
  expect(readTlsFiles({ ...NONE, caFile: file('ca.pem', certificate) }).authorities.map(bare)).toEqual([bare(certificate)]);
});

type MakeFile = (name: string, content: string) => string;
type Files = (file: MakeFile) => Partial<TlsPaths> | Promise<Partial<TlsPaths>>;

const client = (file: MakeFile, { certificate }: Pair, { key }: Pick<Pair, 'key'>) => ({
  clientCertFile: file('client.pem', certificate),
  clientKeyFile: file('key.pem', key),
});
const NO_KEY = /BEGIN PRIVATE KEY.*refuses \(ERR_OSSL/;

const ENCRYPTED = { CES_CLIENT_KEY_PASSPHRASE: /encrypted; found/ };
const NO_CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
/** What is wrong, and what the message must say of it. */
const MISTAKES: readonly (readonly [title: string, files: Files, reported: Readonly<Record<string, RegExp>>])[] = [
  ['no such file', () => ({ caFile: '/nowhere/ca.pem' }), { CES_CA_FILE: /can be read; found "\/nowhere\/ca\.pem", no such file/ }],
  ['no PEM', (file) => ({ caFile: file('ca.pem', 'hello') }), { CES_CA_FILE: /BEGIN CERTIFICATE.*refuses \(ERR_OSSL/ }],
  ['PEM that is no certificate', (file) => ({ caFile: file('ca.pem', NO_CERTIFICATE) }), { CES_CA_FILE: /refuses \(ERR_OSSL/ }],
  ['a key of another certificate', async (file) => client(file, own, await makeCertificate()), { CES_CLIENT_KEY_FILE: /VALUES_MISMATCH/ }],
  ['a certificate where the key belongs', (file) => client(file, own, { key: own.certificate }), { CES_CLIENT_KEY_FILE: NO_KEY }],
  ['no passphrase', (file) => client(file, locked, locked), { CES_CLIENT_KEY_PASSPHRASE: /encrypted; found/ }],
  ['the wrong passphrase', (file) => ({ ...client(file, locked, locked), clientKeyPassphrase: 'wrong-words' }), ENCRYPTED],
  [
    'everything at once',
    () => ({ caFile: '/nowhere/ca.pem', clientCertFile: '/nowhere/client.pem', clientKeyFile: '/nowhere/key.pem' }),
    { CES_CA_FILE: /no such file/, CES_CLIENT_CERT_FILE: /no such file/, CES_CLIENT_KEY_FILE: /no such file/ },
  ],
];

for (const [title, files, reported] of MISTAKES)
  test(`${title} is reported by the variable’s name, without what the file holds`, async ({ file }) => {
    const paths = { ...NONE, ...(await files(file)) };
    const problems = problemsOf(() => readTlsFiles(paths));
    expect(problems).toHaveLength(Object.keys(reported).length);
    const shown = Object.fromEntries(problems.map((problem) => [problem.variable, `${problem.expected}; found ${problem.found}`]));
    expect(shown).toEqual(Object.fromEntries(Object.entries(reported).map(([name, words]) => [name, expect.stringMatching(words)])));
    for (const secret of [PASSPHRASE, 'wrong-words', bare(locked.key).slice(40, 80), bare(own.certificate).slice(40, 80)])
      expect(JSON.stringify(problems)).not.toContain(secret);
  });

/** PEM without its line breaks. */
const bare = (pem: string): string => pem.replace(/\s/g, '');
