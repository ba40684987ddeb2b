import { unsoundAnswers } from '../../../src/engine/unsound-answers.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const sound = (name: EndpointName) => ({ name, exchange: exchange() });
const empty = (name: EndpointName) => ({ name, exchange: exchange({ body: '' }) });

test('where most typical answers are no JSON or server errors, what rests on them is not tried', () => {
  const answers = [empty('getSegment'), { name: 'getSentEmail', exchange: exchange({ status: 500 }) }, sound('getEvent')] as const;
  expect(unsoundAnswers(answers)).toBe('It rests on sound answers, and 2 of 3 typical answers are no JSON or a server error');
});

test('half of them, or fewer than three, say nothing', () => {
  expect(unsoundAnswers([empty('getSegment'), empty('getSentEmail')])).toBeNull();
  expect(unsoundAnswers([empty('getSegment'), empty('getSentEmail'), sound('getEvent'), sound('getEmailAddress')])).toBeNull();
});

test('a refusal is sound, a preview need not be JSON, and a request without an answer does not count', () => {
  const preview = { name: 'previewSmsTemplate', exchange: exchange({ headers: { 'content-type': 'text/html' }, body: '<p>' }) } as const;
  const silent = { name: 'getEvent', exchange: failed() } as const;
  const refused = { name: 'getSentEmail', exchange: exchange({ status: 404, body: 'none' }) } as const;
  expect(unsoundAnswers([preview, silent, refused, empty('getSegment'), sound('getEmailAddress')])).toBeNull();
});
