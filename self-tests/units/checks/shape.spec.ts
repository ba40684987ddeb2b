import { expect, test } from '@playwright/test';
import { recordsOf, shapeRequirements, shapeVerdicts } from '../../../src/checks/shape.ts';
import { ENDPOINTS, endpoint } from '../../../src/specification/endpoints.ts';
import { documentedMembers } from '../../../src/specification/members.ts';
import { requirement } from '../../../src/specification/register.ts';
import { SCHEMAS, schema } from '../../../src/specification/schemas.ts';
import { violations } from '../../../src/specification/validator.ts';
import { EXAMPLES } from '../specification/examples.ts';
import { firstPlace, withValueAt } from '../specification/pointers.ts';

const WRONG = ['x', 5, 1.5, true, {}, [], null, [5], [{}], { a: [] }];
const WITH_JSON = ENDPOINTS.filter(({ response }) => response !== null);

function exampleOf(response: string | null): unknown {
  return Object.entries(EXAMPLES).find(([name]) => name === response)?.[1];
}

/** The example with each documented member wrong in each way, with each member left out, and other things altogether. */
function* corruptions(response: string): Generator<unknown> {
  const example = exampleOf(response);
  for (const { pointer } of documentedMembers(SCHEMAS, schema(response))) {
    const steps = firstPlace(pointer);
    for (const wrong of WRONG) yield withValueAt(example, steps, wrong);
    yield withValueAt(example, steps, undefined);
  }
  yield* WRONG;
  yield { extra: 1 };
}

for (const { number, response } of WITH_JSON) {
  test.describe(`endpoint ${number}`, () => {
    test('declares statements of the register, at this endpoint', () => {
      for (const id of shapeRequirements(number)) expect(requirement(id).endpoints, id).toContain(number);
    });

    test('a full answer breaks nothing and exercises everything', () => {
      for (const verdict of shapeVerdicts(number, exampleOf(response), 'designer'))
        expect(verdict).toEqual({ requirement: verdict.requirement, findings: [], exercised: true });
    });

    test('hands every violation to one statement, which counts as exercised', () => {
      for (const given of corruptions(response ?? '')) {
        const value: unknown = JSON.parse(JSON.stringify(given));
        const verdicts = shapeVerdicts(number, value, 'designer');
        const told = verdicts.flatMap(({ findings }) => findings.map(({ pointer }) => pointer));
        const found = violations(response ?? '', value).map(({ pointer }) => pointer);
        expect(told.sort(), JSON.stringify(value)).toEqual(found.sort());
        for (const { requirement: id, findings, exercised } of verdicts) if (findings.length > 0) expect(exercised, id).toBe(true);
      }
    });
  });
}

const HANDED: readonly [endpoint: number, pointer: string, wrong: unknown, statement: string][] = [
  [1, '/created_at', 'today', 'event.timestamps'],
  [1, '/created_at', 5, 'event.timestamps'],
  [1, '/customer', 5, 'event.fields'],
  [2, '/status', 'paused', 'campaign.status-values'],
  [2, '/statistics/emails/sent', '5', 'campaign.statistics'],
  [2, '/statistics', null, 'campaign.statistics'],
  [2, '/steps/*/email_template_id', 5, 'campaign.steps'],
  [2, '/scheduled_at', 'today', 'campaign.timestamps'],
  [2, '/metadata', [], 'campaign.fields'],
  [3, '/customers', {}, 'customer.fields'],
  [3, '/customers/*/metadata', 'x', 'customer.fields'],
  [4, '/kind', 'word', 'email-template.kind-values'],
  [4, '/body', '', 'email-template.body-is-null'],
  [4, '/attachments/*/id', 5, 'email-template.fields'],
  [5, '/disabled_steps', ['fax'], 'business.disabled-steps-values'],
  [5, '/website', 'example', 'business.website-is-url'],
  [7, '/url', 'example', 'sms-template-embed.url-is-url'],
  [7, '/expires_at', 'soon', 'sms-template-embed.timestamps'],
  [9, '/email_addresses/*/one_off', 'no', 'email-address.fields'],
  [12, '/executions/*/sent_at', 'today', 'email-blast-execution.timestamps'],
  [12, '/executions/*/to', 5, 'email-blast-execution.fields'],
  [14, '/feature_flags/*/enabled', 'yes', 'feature-flag.fields'],
  [16, '/variables', 'name', 'email-template.variables-list'],
];

for (const [number, pointer, wrong, statement] of HANDED) {
  test(`${JSON.stringify(wrong)} at ${pointer} of endpoint ${number} breaks ${statement}`, () => {
    const value = withValueAt(exampleOf(endpoint(number).response), firstPlace(pointer), wrong);
    const broken = shapeVerdicts(number, value, 'designer').filter(({ findings }) => findings.length > 0);
    expect(broken.map(({ requirement: id }) => id)).toEqual([statement]);
  });
}

test('an acknowledgement that holds something is no empty object', () => {
  expect(shapeVerdicts(18, { id: 'e1' }, 'designer')).toMatchObject([
    { requirement: 'track.empty-object', findings: [{ pointer: '/id' }] },
  ]);
});

const OPEN: readonly [endpoint: number, value: unknown, open: readonly string[]][] = [
  [2, { id: 'k1' }, ['campaign.timestamps', 'campaign.status-values', 'campaign.statistics', 'campaign.steps']],
  [5, { id: 'b1', disabled_steps: null }, ['business.timestamps', 'business.website-is-url']],
  [8, { id: 'n1' }, ['sent-email.timestamps']],
  [8, { id: 'n1', sent_at: null }, []],
  [12, { executions: [] }, ['email-blast-execution.timestamps']],
  [12, { executions: [{ id: 'x1' }, { id: 'x2', sent_at: '2026-11-21T10:00:00Z' }] }, []],
  [13, { id: 's1' }, []],
];

for (const [number, value, open] of OPEN) {
  test(`${JSON.stringify(value)} of endpoint ${number} leaves open: ${open.join(', ') || 'nothing'}`, () => {
    const left = shapeVerdicts(number, value, 'designer').filter(({ exercised }) => !exercised);
    expect(left.map(({ requirement: id }) => id)).toEqual(open);
  });
}

test('takes the word of the settings for the designer', () => {
  const kinds = (kind: string) =>
    shapeVerdicts(6, { id: 't1', kind }, 'blocks').find(({ requirement: id }) => id.endsWith('kind-values'))?.findings.length;
  expect([kinds('blocks'), kinds('designer'), kinds('editor')]).toEqual([0, 1, 0]);
});

test('finds the records of an answer', () => {
  expect(recordsOf(13, { id: 's1' })).toEqual([{ id: 's1' }]);
  expect(recordsOf(9, { email_addresses: [{ id: 'a1' }, null, 'x', { id: 'a2' }] })).toEqual([{ id: 'a1' }, { id: 'a2' }]);
  for (const odd of [null, [], 'x', { email_addresses: { id: 'a1' } }, {}]) expect(recordsOf(9, odd)).toEqual([]);
});

test('endpoint 17 has no shape', () => {
  expect(shapeVerdicts(17, '<p></p>', 'designer')).toEqual([]);
});
