import { copyFindings } from '../../../src/checks/copies.ts';
import { subjectNames, variableFindings } from '../../../src/checks/subject-variables.ts';
import { expect, test } from '../../test.ts';

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

for (const [what, other] of [
  ['id', { id: 't2' }],
  ['name', { name: 'Copy 2 of Welcome' }],
  ['times', { created_at: '2026-11-21T10:00:09Z', enabled_at: null }],
  ['ids of attachments', { attachments: [{ id: 'f2', name: 'a.pdf' }] }],
  ['undocumented members', { revision: 7 }],
  ['signed links of attachments', { attachments: [{ id: 'f1', name: 'a.pdf', url: 'https://files.example/a?signature=2' }] }],
] as const)
  test(`copies may differ in ${what}`, () => expect(copyFindings(COPY, { ...COPY, ...other })).toEqual([]));

for (const [pointer, other] of [
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
] as const)
  test(`copies may not differ at ${pointer}`, () =>
    expect(copyFindings(COPY, { ...COPY, ...other }).map((finding) => finding.pointer)).toEqual([pointer]));

test('a member that both copies leave out is no difference', () => expect(copyFindings({ id: 't1' }, { id: 't2' })).toEqual([]));

const itself = (id: string, seconds: string) => ({
  id,
  template_html: `<a href="https://mail.example/t/${id}?signature=${seconds}">1 item</a> <img src="cid:file-${id}">`,
  template_json: { saved: `2026-11-21T10:00:${seconds}Z`, links: [`https://mail.example/t/${id}`] },
  attachments: [{ id: `file-${id}`, name: 'a.pdf' }],
});

test('copies may link to themselves, name themselves, and say when they were made', () => {
  expect(copyFindings(itself('first', '01'), itself('second', '02'))).toEqual([]);
  expect(copyFindings(itself('1', '01'), itself('2', '02'))).toEqual([]);
  expect(copyFindings(itself('a/(b)', '01'), itself('c+d', '02'))).toEqual([]);
});

test('what is alike is no excuse for what differs beside it', () => {
  const [one, other] = [itself('first', '01'), itself('second', '02')];
  const findings = copyFindings(one, { ...other, template_html: other.template_html.replace('1 item', '2 items') });
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/template_html']);
});

for (const [subject, plain, other] of [
  ['Hello {{ first_name }}', ['first_name'], []],
  ['{{a}} {{ b }} {{  a  }}', ['a', 'b'], []],
  ['{{ customer.name }}', [], ['customer.name']],
  ['Hello', [], []],
  ['{ name } {{ }}', [], []],
  ['{{ 1st }} {{ a b }} {{ a | upper }}', [], ['1st', 'a b', 'a | upper']],
  ['{{{ raw }}} {{& raw }} {{! remark }} {{> part }}', [], ['& raw', '! remark', '> part']],
  ['{{#if x}}{{ y }}{{else}}{{this}}{{/if}} {{ z }}', ['z'], ['#if x', 'y', 'else', 'this', '/if']],
  ['{{#each a}}{{#if b}}{{c}}{{/if}}{{d}}{{/each}}{{e}}', ['e'], ['#each a', '#if b', 'c', '/if', 'd', '/each']],
] as const)
  test(`names in the subject ${JSON.stringify(subject)}`, () => expect(subjectNames(subject)).toEqual({ plain, other }));

const TEMPLATE = { subject: 'Hello {{ name }}', template_html: '<p>{{ code }}</p>', template_json: { uses: 'town' } };
for (const [title, listed, actual] of [
  ['all', ['name', 'code'], []],
  ['one that the service fills in itself is left out', ['code'], []],
  ['only what another part of the template names', ['town'], []],
  ['none of several', [], ['nothing']],
  ['with braces', ['{{ name }}', 'code'], ['"{{ name }}"']],
  ['in capitals', ['NAME', 'code'], ['"NAME"']],
  ['those of another template', ['other'], ['["other"], which it does not name']],
] as const)
  test(`variables in a list: ${title}`, () => expect(variableFindings(TEMPLATE, listed).map((finding) => finding.actual)).toEqual(actual));
test('of a template with one variable, an empty list says nothing', () =>
  expect(variableFindings({ subject: '{{ name }}' }, [])).toEqual([]));
