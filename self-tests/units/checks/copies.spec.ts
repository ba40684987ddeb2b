import { expect, test } from '@playwright/test';
import { copyFindings, subjectVariables } from '../../../src/checks/copies.ts';

const COPY = {
  id: 't1',
  name: 'Copy of Welcome',
  subject: 'Hello {{ name }}',
  body: null,
  kind: 'html',
  template_html: '<p></p>',
  template_json: { rows: [1] },
  attachments: [{ id: 'f1', name: 'a.pdf' }],
  metadata: { a: 1 },
  created_at: '2026-11-21T10:00:00Z',
  enabled_at: '2026-11-21T10:00:00Z',
};

const OWN: readonly [string, Record<string, unknown>][] = [
  ['id', { id: 't2' }],
  ['name', { name: 'Copy 2 of Welcome' }],
  ['times', { created_at: '2026-11-21T10:00:09Z', enabled_at: null }],
  ['ids of attachments', { attachments: [{ id: 'f2', name: 'a.pdf' }] }],
  ['undocumented members', { revision: 7 }],
];

for (const [what, other] of OWN) {
  test(`copies may differ in ${what}`, () => {
    expect(copyFindings(COPY, { ...COPY, ...other })).toEqual([]);
  });
}

const TAKEN_OVER: readonly [string, Record<string, unknown>][] = [
  ['/subject', { subject: 'Hello' }],
  ['/body', { body: '' }],
  ['/kind', { kind: 'editor' }],
  ['/template_html', { template_html: null }],
  ['/template_json/rows/0', { template_json: { rows: [2] } }],
  ['/new_template_json', { new_template_json: {} }],
  ['/new_template_html', { new_template_html: '' }],
  ['/attachments/0/name', { attachments: [{ id: 'f1', name: 'b.pdf' }] }],
  ['/attachments', { attachments: [] }],
  ['/metadata/a', { metadata: { a: 2 } }],
];

for (const [pointer, other] of TAKEN_OVER) {
  test(`copies may not differ at ${pointer}`, () => {
    expect(copyFindings(COPY, { ...COPY, ...other }).map((finding) => finding.pointer)).toEqual([pointer]);
  });
}

test('a member that both copies leave out is no difference', () => {
  expect(copyFindings({ id: 't1' }, { id: 't2' })).toEqual([]);
});

const SUBJECTS: readonly [string, string[]][] = [
  ['Hello {{ first_name }}', ['first_name']],
  ['{{a}} {{ b }} {{  a  }}', ['a', 'b']],
  ['{{ customer.name }}', ['customer.name']],
  ['Hello', []],
  ['{ name } {{ }} {{ 1st }} {{ a b }} {{ a | upper }} {{#if x}}', []],
];

for (const [subject, variables] of SUBJECTS) {
  test(`variables of the subject ${JSON.stringify(subject)}`, () => {
    expect(subjectVariables(subject)).toEqual(variables);
  });
}
