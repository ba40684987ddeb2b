import { type ProxyVariables, proxyFor, proxyVariables, shownProxy } from '../../../src/settings/proxies.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { problemsOf } from '../../../src/settings/settings-error.ts';
import { expect, test } from '../../test.ts';

const P = 'http://p:1';
const Q = 'http://q:2';

/** What is set, what is asked, and the proxy that curl 8 takes for it (`curl -v`, lib/url.c and lib/noproxy.c). */
const CHOICES: readonly (readonly [variables: ProxyVariables, url: string, proxy: string | null])[] = [
  [{}, 'https://a.example', null],
  [{ HTTPS_PROXY: P }, 'https://a.example', P],
  [{ HTTPS_PROXY: P, https_proxy: Q }, 'https://a.example', Q],
  [{ HTTPS_PROXY: P }, 'http://a.example', null],
  [{ http_proxy: P }, 'http://a.example', P],
  [{ http_proxy: P }, 'https://a.example', null],
  [{ ALL_PROXY: P }, 'https://a.example', P],
  [{ ALL_PROXY: P, all_proxy: Q }, 'http://a.example', Q],
  [{ HTTPS_PROXY: P, ALL_PROXY: Q }, 'https://a.example', P],
  // No exception for this machine, unless it is asked for.
  [{ http_proxy: P }, 'http://127.0.0.1:8080', P],
  [{ http_proxy: P }, 'http://localhost', P],
];

for (const [variables, url, proxy] of CHOICES)
  test(`${JSON.stringify(variables)}: ${url} ${proxy === null ? 'directly' : `through ${proxy}`}`, () => {
    const found = proxyFor(url, variables);
    expect(found && shownProxy(found)).toBe(proxy);
  });

const EXEMPTIONS: readonly (readonly [list: string, url: string, exempt: boolean])[] = [
  ['*', 'https://a.example', true],
  ['a.example', 'https://a.example', true],
  ['a.example', 'https://A.EXAMPLE:8443', true],
  ['a.example', 'https://b.a.example', true],
  ['.a.example', 'https://a.example', true],
  ['.a.example', 'https://b.a.example', true],
  ['a.example', 'https://ba.example', false],
  ['b.example, a.example', 'https://a.example', true],
  ['b.example a.example', 'https://a.example', true],
  ['a.example.', 'https://a.example', true],
  ['*.a.example', 'https://b.a.example', false],
  ['127.0.0.1', 'http://127.0.0.1:99', true],
  ['127.0.0.0/8', 'http://127.0.0.1', true],
  ['10.0.0.0/8', 'http://127.0.0.1', false],
  ['0.0.0.1', 'http://127.0.0.1', false],
  ['127.0.0.0/99', 'http://127.0.0.1', false],
  ['::1', 'http://[::1]:8080', true],
  ['[::1]', 'http://[::1]', true],
  ['fe80::/10', 'http://[fe80::1]', true],
  ['fe80::/10', 'http://[::1]', false],
  ['', 'http://127.0.0.1', false],
];

for (const [list, url, exempt] of EXEMPTIONS)
  test(`NO_PROXY=${JSON.stringify(list)} ${exempt ? 'takes in' : 'leaves out'} ${url}`, () =>
    expect(proxyFor(url, { ALL_PROXY: P, NO_PROXY: list }) === null).toBe(exempt));

test('no_proxy wins over NO_PROXY', () =>
  expect(proxyFor('https://a.example', { ALL_PROXY: P, NO_PROXY: 'a.example', no_proxy: 'b.example' })).not.toBeNull());

const FORMS: readonly (readonly [text: string, proxy: Partial<ReturnType<typeof proxyFor>>])[] = [
  ['proxy.example', { secure: false, hostname: 'proxy.example', port: 1080, userinfo: null }],
  ['proxy.example:3128', { secure: false, port: 3128 }],
  ['HTTP://proxy.example:80/', { secure: false, port: 80 }],
  ['https://proxy.example', { secure: true, port: 443 }],
  ['http://[::1]:3128', { hostname: '::1', port: 3128 }],
  ['http://ada:p%40ss%3A@proxy:3128', { userinfo: { username: 'ada', password: 'p@ss:' } }],
  ['ada:50%@proxy:3128', { userinfo: { username: 'ada', password: '50%' } }],
  ['http://ada@proxy:3128', { userinfo: { username: 'ada', password: '' } }],
];

for (const [text, proxy] of FORMS)
  test(`a proxy written ${text}`, () =>
    expect(proxyFor('https://a.example', { HTTPS_PROXY: text })).toMatchObject({ variable: 'HTTPS_PROXY', ...proxy }));

for (const text of ['socks5://proxy:1080', 'http://proxy:99999', 'http://ada:se/cret@proxy:1', 'http://', 'http://proxy:3128/path'])
  test(`${text.replace('se/cret', '…')} is reported by its variable, without user and password`, () => {
    const problems = problemsOf(() => proxyFor('https://a.example', { HTTPS_PROXY: text }));
    expect(problems).toEqual([
      { variable: 'HTTPS_PROXY', expected: expect.stringContaining('http://proxy.example.com:3128'), found: expect.any(String) },
    ]);
    expect(JSON.stringify(problems)).not.toContain('cret');
  });

test('it is reported before the run where a URL of the run would go through it, and only there', () => {
  const target = { CES_USERNAME: 'ada', CES_PASSWORD: 'secret', HTTPS_PROXY: 'socks5://p' };
  expect(problemsOf(() => readSettings({ ...target, CES_BASE_URL: 'https://h' })).map(({ variable }) => variable)).toEqual(['HTTPS_PROXY']);
  expect(problemsOf(() => readSettings({ ...target, CES_BASE_URL: 'http://h' }))).toEqual([]);
  const lookup = { CES_BASE_URL: 'http://h', CES_EVENT_LOOKUP_URL: 'https://find/{marker}', CES_PROVIDER_STATES_URL: 'https://states' };
  expect(problemsOf(() => readSettings({ ...target, ...lookup }))).toHaveLength(1);
});

test('empty variables are as none', () =>
  expect(proxyVariables({ HTTPS_PROXY: '', https_proxy: P, HTTP_PROXY: Q, NO_PROXY: '' })).toEqual({ https_proxy: P }));
