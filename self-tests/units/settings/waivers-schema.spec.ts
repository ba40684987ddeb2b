import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readWaivers } from '../../../src/settings/files/waivers.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../../schemas/waivers.schema.json', import.meta.url), 'utf8'));

/** As an editor reads it, by the published file alone. */
const ajv = new Ajv2020({ strict: true });
formats.default(ajv);
const fits = ajv.compile(SCHEMA);

function isRead(content: unknown): boolean {
  const file = join(mkdtempSync(join(tmpdir(), 'waivers-')), 'waivers.json');
  writeFileSync(file, JSON.stringify(content));
  try {
    readWaivers(file);
    return true;
  } catch {
    return false;
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

const FILES: readonly [string, unknown, boolean][] = [
  ['none', [], true],
  ['one', [GOOD], true],
  ['one for all endpoints', [EVERYWHERE], true],
  ['several of one statement', [GOOD, EVERYWHERE, { ...GOOD, message: 'At /website' }], true],
  ['a reason of two words', [{ ...GOOD, reason: 'legacy clients' }], true],
  ['a reason in another script', [{ ...GOOD, reason: 'Ошибка известна с весны' }], true],
  ['a reason without spaces', [{ ...GOOD, reason: '已知错误，将在第十二版中修复' }], true],
  ['a reason that mentions a placeholder', [{ ...GOOD, reason: 'The todo list of release 12 has it' }], true],
  ['an expired one', [{ ...GOOD, expires: '2001-02-28' }], true],
  ['a gap in the message', [{ ...GOOD, message: 'At /customers/…/id' }], true],
  ['an object', { waivers: [GOOD] }, false],
  ['an entry that is no object', ['business.fields'], false],
  ['an entry that is null', [null], false],
  ...Object.keys(EVERYWHERE).map((member): [string, unknown, boolean] => [`no ${member}`, [{ ...GOOD, [member]: undefined }], false]),
  ['a member more', [{ ...GOOD, ticket: 'T-1' }], false],
  ['an unknown statement', [{ ...GOOD, requirement: 'business.field' }], false],
  ['endpoint 19', [{ ...EVERYWHERE, endpoint: 19 }], false],
  ['an endpoint that is a text', [{ ...GOOD, endpoint: '5' }], false],
  ['an endpoint with a fraction', [{ ...GOOD, endpoint: 5.5 }], false],
  ...['', 'known', 'TODO', 'todo: say why', 'FIXME later on', 'tbd', 'placeholder', 'n/a', '--- --- ---'].map(
    (reason): [string, unknown, boolean] => [`the reason ${JSON.stringify(reason)}`, [{ ...GOOD, reason }], false],
  ),
  ...['', ' ', 'TODO', 'tbd', 'nobody', 'N/A', '???'].map((owner): [string, unknown, boolean] => [
    `the owner ${JSON.stringify(owner)}`,
    [{ ...GOOD, owner }],
    false,
  ]),
  ...['', 'soon', '2026-13-01', '2026-02-30', '31.12.2026', '2026-12-31T00:00:00Z'].map((expires): [string, unknown, boolean] => [
    `the date ${JSON.stringify(expires)}`,
    [{ ...GOOD, expires }],
    false,
  ]),
  ...['', '   ', 'At', 'Expected: ', '…', 'Actual: …'].map((message): [string, unknown, boolean] => [
    `the message ${JSON.stringify(message)}`,
    [{ ...GOOD, message }],
    false,
  ]),
];

for (const [name, content, good] of FILES) {
  test(`${name}: ${good ? 'fits and is read' : 'neither fits nor is read'}`, () => {
    expect({ fits: fits(content), isRead: isRead(content) }).toEqual({ fits: good, isRead: good });
  });
}

test('only the reader knows the endpoints of a statement', () => {
  const foreign = [{ ...GOOD, endpoint: 2 }];
  expect({ fits: fits(foreign), isRead: isRead(foreign) }).toEqual({ fits: true, isRead: false });
});

test('the schema names every statement of the register', () => {
  expect(SCHEMA.items.properties.requirement.enum, 'run: npm run regenerate').toEqual(REQUIREMENTS.map(({ id }) => id));
});
