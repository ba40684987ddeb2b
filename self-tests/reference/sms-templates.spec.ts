import { expect } from '@playwright/test';
import { test } from './support/service.ts';

const EMBEDS = '/sms_templates/{SMS_TEMPLATE_ID}/embeds';

for (const expires_in of [1, 60, 31_536_000]) {
  test(`createSmsTemplateEmbed: an embed expires ${expires_in} s from now`, async ({ service, path }) => {
    const before = Date.now();
    const reply = await service.call(path(EMBEDS), { body: { expires_in } });
    const after = Date.now();
    expect(reply.status).toBe(200);
    const embed = reply.json() as { expires_at: string; url: string };
    expect(embed).toEqual({
      id: expect.stringMatching(/^emb_/),
      sms_template: service.fixture('CES_SMS_TEMPLATE_ID'),
      business: service.fixture('CES_BUSINESS_ID'),
      url: expect.stringMatching(/^https:\/\//),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(embed.expires_at)).toBeGreaterThanOrEqual(before + expires_in * 1000);
    expect(Date.parse(embed.expires_at)).toBeLessThanOrEqual(after + expires_in * 1000);
  });
}

test('createSmsTemplateEmbed: expires_in has a default', async ({ service, path }) => {
  expect((await service.call(path(EMBEDS), { body: {} })).status).toBe(200);
});

for (const expires_in of [0, -1, 1.5, 31_536_001, 1e300, '60', null, true, [60], {}]) {
  test(`createSmsTemplateEmbed: 400 for expires_in ${JSON.stringify(expires_in)}`, async ({ service, path }) => {
    const reply = await service.call(path(EMBEDS), { body: { expires_in } });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('body.expires_in: expected an integer from 1 to 31536000');
  });
}

test('previewSmsTemplate: the preview is HTML in which the text is escaped', async ({ service, path }) => {
  const reply = await service.call(path('/sms_templates/{SMS_TEMPLATE_ID}/preview'));
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.text).toContain(
    '<p>Hello {{ customer.first_name }},<br>see you on {{ appointment.date }} &lt;at the harbour&gt; &amp; &quot;on time&quot;.</p>',
  );
});

test('createSmsTemplateEmbed and previewSmsTemplate: 404 for an unknown template', async ({ service }) => {
  expect((await service.call('/sms_templates/x/embeds', { body: { expires_in: 60 } })).status).toBe(404);
  expect((await service.call('/sms_templates/x/preview')).status).toBe(404);
});
