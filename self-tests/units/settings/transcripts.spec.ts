import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { loadEnvironment } from '../../../src/settings/environment.ts';
import { readWaivers } from '../../../src/settings/files/waivers.ts';
import { addFixtures } from '../../../src/settings/fixtures/fixtures.ts';
import { proxyFor, proxyVariables } from '../../../src/settings/proxies.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { type Problem, problemsOf, SettingsError } from '../../../src/settings/settings-error.ts';
import { noticesOfSettings } from '../../../src/settings/shown-settings.ts';
import { encodeSegment, lookupUrl, sameOrigin, withoutUserinfo } from '../../../src/settings/urls.ts';
import { VARIABLES, type VariableName } from '../../../src/settings/variables.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { expectTranscript } from '../../transcript.ts';
import { expect, test } from '../http/fixtures.ts';

/** A line in quotes is the text that they hold. */
const textIn = (line: string): string => (line.startsWith('"') ? JSON.parse(line) : line);

const inWords = (problems: readonly Problem[]) =>
  problems.map(({ variable, expected, found }) => `${variable}: expected ${expected}; found ${found}`);

/** No word of an answer may hold what is secret in the questions. */
function hiding(secret: RegExp, answer: readonly string[]): readonly string[] {
  expect(answer.join('\n')).not.toMatch(secret);
  return answer;
}

const PASSWORD = 'Sesame-77';
const IN_ANY_FORM = new RegExp([PASSWORD, ...[PASSWORD, `ada:${PASSWORD}`].map((text) => Buffer.from(text).toString('base64'))].join('|'));
const TARGET = { CES_BASE_URL: 'https://host/api', CES_USERNAME: 'ada', CES_PASSWORD: PASSWORD, CES_DEPTH: 'full' };

/** A file with an answer for each line: `settings/<file>`. */
const ANSWERS: Readonly<Record<string, (line: string, heading: string) => string | readonly string[]>> = {
  'values.txt': (line, name) => {
    const reading = VARIABLES[name as VariableName].parse(textIn(line));
    return 'value' in reading ? `= ${JSON.stringify(reading.value)}` : hiding(/cret/, [`expected ${reading.expected}`]);
  },
  // What is null is left out.
  'problems.txt': (line, heading) => {
    const given: object = { ...(heading === 'beside a target' && TARGET), ...JSON.parse(line) };
    const environment: NodeJS.ProcessEnv = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const problems = problemsOf(() => readSettings(environment));
    const words = problems.length > 0 ? inWords(problems) : noticesOfSettings(readSettings(environment), environment);
    return hiding(IN_ANY_FORM, words.length > 0 ? words : ['nothing to report']);
  },
  // The proxy that curl 8 takes (`curl -v`, lib/url.c and lib/noproxy.c).
  'proxies.txt': (line) => {
    const [, variables = '', url = ''] = /^(.*) (\S+)$/.exec(line) ?? [];
    const given = proxyVariables(JSON.parse(variables));
    const problems = problemsOf(() => proxyFor(url, given));
    return problems.length > 0 ? hiding(/cret/, inWords(problems)) : JSON.stringify(proxyFor(url, given));
  },
  'urls.txt': (line, heading) => {
    if (heading === 'segment') return encodeSegment(textIn(line)) || '(nothing)';
    if (heading === 'without user and password') return withoutUserinfo(line);
    return heading === 'look-up' ? lookupUrl('https://host/api', line, 'm&1', 'b/$&{marker}') : `${sameOrigin(line, 'https://host/api')}`;
  },
};
for (const [file, answer] of Object.entries(ANSWERS))
  test(`${file} is answered as it was approved`, () => expectTranscript(`settings/${file}`, answer));

test('lines of a .env are read, or refused where they would lose something', ({ folder, file }) =>
  expectTranscript('settings/env-lines.txt', (line) => {
    file('.env', `${textIn(line)}\n`);
    const problems = problemsOf(() => loadEnvironment(folder, { PATH: '/bin', HOME: '/root' }));
    if (problems.length > 0) return hiding(/ab|cd/, inWords(problems));
    return `= ${JSON.stringify(loadEnvironment(folder, { PATH: '/bin', HOME: '/root' }).environment.CES_PASSWORD)}`;
  }));

test('a file of fixtures says what the environment would say, or what is wrong, without a value', ({ folder, file }) =>
  expectTranscript('settings/fixtures.txt', (line) => {
    file('fixtures.json', line);
    const given = { CES_BASE_URL: 'http://h', CES_FIXTURES: 'fixtures.json' };
    const { environment, sources, problems } = addFixtures(folder, { environment: given, sources: {} });
    for (const name of Object.keys(sources)) expect(sources[name]).toBe('fixtures.json');
    const added = Object.keys(sources).map((name) => `${name}=${environment[name]}`);
    return hiding(/secret/, [...added, ...inWords(problems), ...(added.length + problems.length === 0 ? ['nothing'] : [])]);
  }));

const WAIVER = {
  ...{ requirement: 'business.fields', endpoint: 5, reason: 'Mended with the next release' },
  ...{ owner: 'T-1', expires: '2026-12-31', message: 'At /name' },
};
const waiversIn = (line: string) =>
  line.replaceAll(/\{[^{}]*\}/g, (changes) => JSON.stringify({ ...WAIVER, ...JSON.parse(changes) }, (_key, value) => value ?? undefined));

test('a file of waivers that the published schema refuses is refused by the reader, which says more', ({ file }) => {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  const schema = JSON.parse(readFileSync('schemas/waivers.schema.json', 'utf8'));
  const fits = ajv.compile(schema);
  expect(schema.items.properties.requirement.enum, 'run: npm run regenerate').toEqual(REQUIREMENTS.map(({ id }) => id));
  for (const path of [file('broken.json', '{'), 'no-such-waivers.json'])
    expect(() => readWaivers(path)).toThrow(/CES_WAIVERS: expected a JSON list of waivers; found .*(not JSON|no such file)/);
  return expectTranscript('settings/waivers.txt', (line, heading) => {
    const text = heading === 'as it stands' ? line : waiversIn(line);
    const path = file('waivers.json', text);
    try {
      expect(readWaivers(path)).toEqual(JSON.parse(text));
      return 'is read';
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      // Only the reader knows the endpoints of a statement.
      if (heading !== 'as it stands') expect(fits(JSON.parse(text)), line).toBe(error.message.includes('an endpoint of'));
      return inWords(error.problems).map((words) => words.replace(path, 'waivers.json'));
    }
  });
});
