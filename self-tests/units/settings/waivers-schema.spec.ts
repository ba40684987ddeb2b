import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readWaivers } from '../../../src/settings/files/waivers.ts';
import { SettingsError } from '../../../src/settings/settings-error.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { newFolder } from '../../folders.ts';
import { expect, test } from '../../test.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../../schemas/waivers.schema.json', import.meta.url), 'utf8'));

/** As an editor reads it, by the published file alone. */
const ajv = new Ajv2020({ strict: true });
formats.default(ajv);
const fits = ajv.compile(SCHEMA);

function fileOf(content: unknown): string {
  const file = join(newFolder(), 'waivers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** What the reader says against a file; null where it reads it. */
function said(content: unknown): string | null {
  const file = fileOf(content);
  try {
    expect(readWaivers(file)).toEqual(content);
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

const GOOD = {
  requirement: 'business.fields',
  endpoint: 5,
  reason: 'Mended with the next release',
  owner: 'T-1',
  expires: '2026-12-31',
  message: 'At /name',
};
const { endpoint: _endpoint, ...EVERYWHERE } = GOOD;

type Row = readonly [name: string, content: unknown, wrong: RegExp | null];

/** Entries with a value that is wrong for a member, and what the reader would have. */
const wrong = (member: keyof typeof GOOD, values: readonly unknown[], expected: RegExp) =>
  values.map((value): Row => [`the ${member} ${JSON.stringify(value)}`, [{ ...GOOD, [member]: value }], expected]);

const FILES: readonly Row[] = [
  ['none', [], null],
  ['one', [GOOD], null],
  ['one for all endpoints', [EVERYWHERE], null],
  ['several of one statement', [GOOD, EVERYWHERE, { ...GOOD, message: 'At /website' }], null],
  ['a reason of two words', [{ ...GOOD, reason: 'legacy clients' }], null],
  ['a reason in another script', [{ ...GOOD, reason: 'Ошибка известна с весны' }], null],
  ['a reason without spaces', [{ ...GOOD, reason: '已知错误，将在第十二版中修复' }], null],
  ['a reason that mentions a placeholder', [{ ...GOOD, reason: 'The todo list of release 12 has it' }], null],
  ['an expired one', [{ ...GOOD, expires: '2001-02-28' }], null],
  ['a gap in the message', [{ ...GOOD, message: 'At /customers/…/id' }], null],
  ['an object', { waivers: [GOOD] }, /a JSON list/],
  ['an entry that is no object', ['business.fields'], /an object/],
  ['an entry that is null', [null], /an object/],
  ...Object.keys(EVERYWHERE).map(
    (member): Row => [`no ${member}`, [{ ...GOOD, [member]: undefined }], new RegExp(`expected \`${member}\``)],
  ),
  ['a member more', [{ ...GOOD, ticket: 'T-1' }], /no members but/],
  ['an unknown statement', [{ ...GOOD, requirement: 'business.field' }], /Did you mean "business.fields"/],
  ['endpoint 19', [{ ...EVERYWHERE, endpoint: 19 }], /endpoint/],
  ...wrong('endpoint', ['5', 5.5], /the number of an endpoint/),
  ...wrong('reason', ['', 'known', 'TODO', 'todo: say why', 'FIXME later on', 'tbd'], /somebody else understands/),
  ...wrong('reason', ['placeholder', 'n/a', '--- --- ---'], /somebody else understands/),
  ...wrong('reason', [5], /found the reason 5/),
  ...wrong('owner', ['', ' ', 'tbd', 'nobody', 'N/A', '???'], /who answers for it/),
  ...wrong('owner', ['TODO'], /who answers for it.*found the owner "TODO" in entry 1/s),
  ...wrong('expires', ['', 'soon', '2026-13-01', '2026-02-30', '31.12.2026', '2026-12-31T00:00:00Z'], /a date YYYY-MM-DD/),
  ...wrong('message', ['', '   ', 'At', 'Expected: ', '…', 'Actual: …'], /a part of the failure's message/),
];

for (const [name, content, expected] of FILES)
  test(`${name}: ${expected === null ? 'fits and is read' : 'neither fits nor is read'}`, () => {
    expect(fits(content)).toBe(expected === null);
    if (expected === null) expect(said(content)).toBeNull();
    else expect(said(content)).toMatch(expected);
  });

test('only the reader knows the endpoints of a statement', () => {
  const foreign = [{ ...GOOD, endpoint: 2 }];
  expect(fits(foreign)).toBe(true);
  expect(said(foreign)).toMatch(/an endpoint of business.fields: 5/);
});

test('all that is wrong is reported at once, a line a member', () => {
  const { owner: _owner, ...rest } = { ...GOOD, reason: 'TODO', expires: 'soon', why: 'x' };
  expect(said([GOOD, rest])).toMatch(/4 settings need.*entry 2/s);
});

test('a file that is no JSON, or not there, is reported', () => {
  for (const file of [fileOf('{'), 'no-such-waivers.json']) expect(() => readWaivers(file)).toThrow(/CES_WAIVERS: expected a JSON file/);
});

test('the schema names every statement of the register', () =>
  expect(SCHEMA.items.properties.requirement.enum, 'run: npm run regenerate').toEqual(REQUIREMENTS.map(({ id }) => id)));
