import { gistOf } from '../../../tests/scenarios/robustness/send-packed.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const refused = (json: unknown, status = 404) => exchange({ status, body: json });
const unknown = refused({ error: { code: 'not_found', message: 'no event undefined', trace: 'a1b2' } });

for (const [title, answer, isAlike] of [
  ['the same of another id', refused({ error: { code: 'not_found', message: "no event '", trace: 'c3d4' } }), true],
  ['another status', refused({ error: { code: 'not_found', message: "no event '", trace: 'a1b2' } }, 400), false],
  ['another code', refused({ error: { code: 'invalid_id', message: "no event '", trace: 'a1b2' } }), false],
  ['another member', refused({ error: { code: 'not_found', message: "no event '", trace: 'a1b2', field: 'id' } }), false],
  ['no JSON', exchange({ status: 404, body: 'Not Found' }), false],
  ['no answer', failed('reset'), false],
] as const)
  test(`what an answer says, beside that to what is plain: ${title}`, () => {
    expect(gistOf(answer, "'") === gistOf(unknown, 'undefined')).toBe(isAlike);
  });
