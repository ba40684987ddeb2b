import { expect } from '@playwright/test';
import { test } from './support/service.ts';

const READING = [
  '/events/{}',
  '/sent_emails/{}',
  '/businesses/{}/email_addresses',
  '/project_email_addresses/{}',
  '/email_addresses/{}',
  '/email_blasts/{}/executions',
  '/segments/{}',
  '/businesses/{}/feature_flags/statuses?names=a',
  '/project_defined_events/{}',
  '/email_templates/{}/variables',
  '/sms_templates/{}/preview',
];
const WRITING = [
  '/businesses/{}/campaigns',
  '/businesses/{}/customers/batch_update',
  '/project_email_templates/{}/copy',
  '/email_templates/{}/copy',
  '/sms_templates/{}/embeds',
  '/businesses/{}/track',
];

const HOSTILE: [string, string, number][] = [
  ['two dots', '..', 404],
  ['two dots, encoded', '%2e%2e', 404],
  ['up the tree', '..%2F..%2Fetc%2Fpasswd', 404],
  ['a slash', '%2F', 404],
  ['NUL', '%00', 404],
  ['a fixture and NUL', 'emt_spring%00', 404],
  ['no hexadecimal', '%zz', 400],
  ['half a letter', '%C3', 400],
  ['a lone per cent sign', '%', 400],
  ['a surrogate in UTF-8', '%ED%A0%80', 400],
  ['a per cent sign, encoded', '%25', 404],
  ['encoded twice', '%252F', 404],
  ['quotes', `%27%22'--%20OR%201=1`, 404],
  ['10,000 letters', 'a'.repeat(10_000), 404],
  ['10,000 letters beyond ASCII', '%C3%A4'.repeat(10_000), 404],
  ['beyond the basic plane', '%F0%9F%98%80', 404],
  ['names every object has', '__proto__', 404],
  ['constructor', 'constructor', 404],
  ['nothing', '', 404],
  ['line break', '%0D%0ASet-Cookie:%20a=b', 404],
];

for (const [title, id, status] of HOSTILE) {
  test(`${status} for the id: ${title}`, async ({ service }) => {
    for (const target of READING)
      expect({ target, status: (await service.call(target.replace('{}', id))).status }).toEqual({ target, status });
    for (const target of WRITING) {
      expect({ target, status: (await service.call(target.replace('{}', id), { body: { event: 'a' } })).status }).toEqual({
        target,
        status,
      });
    }
  });
}
