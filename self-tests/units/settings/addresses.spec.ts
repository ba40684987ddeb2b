import { baseUrl, lookupTemplate, versionPlace } from '../../../src/settings/parsing/addresses.ts';
import { expect, test } from '../../test.ts';

const BASE_URLS: readonly (readonly [given: string, read: string])[] = [
  ['https://host', 'https://host'],
  ['https://host/', 'https://host'],
  ['https://host/api/v1', 'https://host/api/v1'],
  ['https://host/api/v1/', 'https://host/api/v1'],
  ['https://host/api/v1//', 'https://host/api/v1'],
  ['HTTP://Host:8080/Api', 'http://host:8080/Api'],
  ['http://[::1]:4010/', 'http://[::1]:4010'],
  ['http://[::1]', 'http://[::1]'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ['http://127.0.0.1:65535', 'http://127.0.0.1:65535'],
  ['https://host/@tenant', 'https://host/@tenant'],
];

for (const [given, read] of BASE_URLS) {
  test(`the base URL ${given} is read as ${read}`, () => {
    expect(baseUrl(given)).toEqual({ value: read });
  });
}

const BAD_BASE_URLS: readonly (readonly [given: string, expected: RegExp])[] = [
  ['staging', /http or https/],
  ['localhost:4010', /http or https/],
  ['//host', /http or https/],
  ['ftp://host', /http or https/],
  ['http:host', /http or https/],
  ['http:///path', /http or https/],
  ['https://', /http or https/],
  ['https://ho st', /white space/],
  [' https://host', /white space/],
  ['https://host\n', /white space/],
  ['https:\\\\host', /backslash/],
  ['https://host:0', /port from 1 to 65535/],
  ['https://host:65536/api', /port from 1 to 65535/],
  ['https://host:http', /port from 1 to 65535/],
  ['https://host:', /port from 1 to 65535/],
  ['https://host:-1', /port from 1 to 65535/],
  ['http://[::1]:99999', /port from 1 to 65535/],
  ['https://host?a=1', /without a query/],
  ['https://host/api?', /without a query/],
  ['https://host/#top', /without a fragment/],
  ['https://user:secret@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://user@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://user:sec/ret@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://a%b', /host name/],
  ['https://[::1', /host name/],
];

for (const [given, expected] of BAD_BASE_URLS) {
  test(`the base URL ${JSON.stringify(given)} is refused`, () => {
    expect(baseUrl(given)).toEqual({ expected: expect.stringMatching(expected) });
  });
}

const TEMPLATES = [
  'https://other.example/find?m={marker}',
  'https://other.example:8443/{business}/{marker}',
  '/events?marker={marker}',
  'events?marker={marker}&again={marker}&b={business}',
  '/events:find/{marker}',
  'events:find/{marker}',
  '/a:80/{marker}',
  '/find?mail=a@b&m={marker}',
];

for (const given of TEMPLATES) {
  test(`the look-up template ${given} is taken as it is`, () => {
    expect(lookupTemplate(given)).toEqual({ value: given });
  });
}

const BAD_TEMPLATES: readonly (readonly [given: string, expected: RegExp])[] = [
  ['https://host/find', /\{marker\} where/],
  ['/find?b={business}', /\{marker\} where/],
  ['/find?m={Marker}', /\{marker\} where.*no other placeholder/],
  ['/find?m={marker}&b={busines}', /no other placeholder/],
  ['/find?m={marker}#x', /fragment/],
  ['ftp://host/{marker}', /http or https/],
  ['https://host:70000/{marker}', /port/],
  ['https://user:secret@host/{marker}', /without user and password/],
  ['//host/{marker}', /one slash/],
  ['localhost:4010/{marker}', /scheme/],
  ['user:secret@host/{marker}', /scheme/],
  ['/find events?m={marker}', /white space/],
  ['../find?m={marker}', /segments/],
  ['/a/./find?m={marker}', /segments/],
];

for (const [given, expected] of BAD_TEMPLATES) {
  test(`the look-up template ${given} is refused`, () => {
    expect(lookupTemplate(given)).toEqual({ expected: expect.stringMatching(expected) });
  });
}

const VERSION_PLACES: readonly (readonly [given: string, read: object])[] = [
  ['/health', { value: { place: '/health', header: null } }],
  ['/health?full=1#X-Version', { value: { place: '/health?full=1', header: 'x-version' } }],
  ['https://other.example.com/version', { value: { place: 'https://other.example.com/version', header: null } }],
  ['#etag', { value: { place: '', header: 'etag' } }],
  ['/health#', { expected: 'the name of a header after the #' }],
  ['/health#two words', { expected: 'the name of a header after the #' }],
  ['//host/health', { expected: expect.stringContaining('a whole URL') }],
  ['/../health', { expected: expect.stringContaining('without . and ..') }],
];
for (const [given, read] of VERSION_PLACES)
  test(`the version at ${given}`, () => {
    expect(versionPlace(given)).toEqual(read);
  });
