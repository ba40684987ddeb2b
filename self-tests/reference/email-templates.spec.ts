import { expect } from '@playwright/test';
import { variablesOf } from '../../reference/templates/variables.ts';
import { type Running, test } from './support/service.ts';

interface Template {
  id: string;
  name: string;
  created_at: string;
}

async function variables(service: Running, id: string): Promise<unknown> {
  return (await service.call(`/email_templates/${encodeURIComponent(id)}/variables`)).json();
}

test('copyProjectEmailTemplate: the copy is a new template in the business', async ({ service, path }) => {
  const body = { business: service.fixture('CES_BUSINESS_ID') };
  const reply = await service.call(path('/project_email_templates/{PROJECT_EMAIL_TEMPLATE_ID}/copy'), { body });
  expect(reply.status).toBe(201);
  const copy = reply.json() as Template;
  expect(copy).toMatchObject({ kind: 'designer', body: null, new_template_html: null, new_template_json: null, name: 'Copy of Welcome' });
  expect(copy).toMatchObject({
    template_html: expect.stringContaining('<h1>'),
    template_json: { version: 2 },
    enabled_at: copy.created_at,
  });
  expect(await variables(service, copy.id)).toEqual({ variables: ['business.name', 'welcomeCode', 'customer.first_name'] });
});

test('copyEmailTemplate: two copies of one template differ in id and time alone, and can be copied', async ({ service, path }) => {
  const copy = async (target: string): Promise<Template> => (await service.call(target, { body: {} })).json() as Template;
  const [first, second] = [
    await copy(path('/email_templates/{EMAIL_TEMPLATE_ID}/copy')),
    await copy(path('/email_templates/{EMAIL_TEMPLATE_ID}/copy')),
  ];
  const timeless = { id: 'any', created_at: 'any', enabled_at: 'any' };
  expect({ ...first, ...timeless }).toEqual({ ...second, ...timeless });
  expect(first.id).not.toBe(second.id);
  expect(first).toMatchObject({
    kind: 'editor',
    template_html: null,
    new_template_html: expect.any(String),
    new_template_json: expect.any(Object),
  });
  expect(first).toMatchObject({ attachments: [{ id: 'att_terms', name: 'terms.pdf' }, {}], metadata: { team: 'marketing' } });

  const third = await copy(`/email_templates/${first.id}/copy`);
  expect(third.name).toBe('Copy of Copy of Spring offer');
  expect(await variables(service, third.id)).toEqual(await variables(service, service.fixture('CES_EMAIL_TEMPLATE_ID')));
});

test('copyEmailTemplate: a body may be missing, or hold more than is documented', async ({ service, path }) => {
  const target = path('/email_templates/{EMAIL_TEMPLATE_ID}/copy');
  expect((await service.call(target, { method: 'POST' })).status).toBe(201);
  expect((await service.call(target, { body: '' })).status).toBe(201);
  expect((await service.call(target, { body: { more: 1 } })).status).toBe(201);
});

for (const body of ['[]', 'null', '1', '"a"']) {
  test(`copyEmailTemplate: 400 for the body ${body}`, async ({ service, path }) => {
    expect((await service.call(path('/email_templates/{EMAIL_TEMPLATE_ID}/copy'), { body })).status).toBe(400);
  });
}

test('listEmailTemplateVariables: the variables of subject and content', async ({ service }) => {
  const names = ['seasonName', 'business.name', 'customer.first_name', 'discountPercent', 'offerEnds'];
  expect(await variables(service, service.fixture('CES_EMAIL_TEMPLATE_ID'))).toEqual({ variables: names });
});

const TEXTS: [string, string[]][] = [
  ['{{a}} {{ b.c }} {{\n d \t}} {{a}}', ['a', 'b.c', 'd']],
  ['{{ größe }} {{ $x-1 }} {{_}}', ['größe', '$x-1', '_']],
  ['{{}} {{ }} { a } {{ a b }} {{ a }', []],
  ['{{{ a }}}', ['a']],
  ['{{ __proto__ }} {{ constructor }}', ['__proto__', 'constructor']],
];

for (const [text, names] of TEXTS) {
  test(`listEmailTemplateVariables: ${JSON.stringify(text)} has ${JSON.stringify(names)}`, () => {
    expect(variablesOf(null, text)).toEqual(names);
  });
}

for (const [body, message] of [
  [{}, 'body.business: expected a string, found nothing'],
  [{ business: 1 }, 'body.business: expected a string, found a number'],
  [{ business: 'x' }, 'body.business: expected the id of a business, found an id that names none'],
] as const) {
  test(`copyProjectEmailTemplate: 400 ${message}`, async ({ service, path }) => {
    const reply = await service.call(path('/project_email_templates/{PROJECT_EMAIL_TEMPLATE_ID}/copy'), { body });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ error: { code: 'invalid_input', message } });
  });
}

test('copyProjectEmailTemplate, copyEmailTemplate and listEmailTemplateVariables: 404 for a template of the other level', async ({
  service,
  path,
}) => {
  expect((await service.call(path('/project_email_templates/{EMAIL_TEMPLATE_ID}/copy'), { body: {} })).status).toBe(404);
  expect((await service.call(path('/email_templates/{PROJECT_EMAIL_TEMPLATE_ID}/copy'), { body: {} })).status).toBe(404);
  expect((await service.call(path('/email_templates/{PROJECT_EMAIL_TEMPLATE_ID}/variables'))).status).toBe(404);
});
