import { renderHtml } from '../../src/report/html/render.tsx';
import { expect, test } from '../test.ts';
import { LOST } from './sample-eventful.ts';
import { passingResult } from './sample-result.ts';

test('it stands above everything else in the report', () => {
  const result = { ...passingResult(), lost: LOST };
  const html = renderHtml(result);
  expect(html.indexOf('The target stopped answering')).toBeLessThan(html.indexOf('<h1'));
  expect(html).toContain('/segments/%00&lt;b>');
  expect(renderHtml(passingResult())).not.toContain('The target stopped answering');
});
