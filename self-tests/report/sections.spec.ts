import { renderHtml } from '../../src/report/html/render.tsx';
import { expect, test } from '../test.ts';
import { failingResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

test('the embedded service took all with it, and a run that left nothing has no such section', () => {
  expect(renderHtml({ ...passingResult(), target: { baseUrl: 'http://127.0.0.1:4010', embedded: true } })).not.toContain('Left behind');
  expect(renderHtml({ ...passingResult(), leftBehind: [] })).not.toContain('Left behind');
});

test('the seal of a result that speaks for a part only is ◐', () => {
  const sealOf = (html: string) => /class="verdict (\S+)".*?class="seal"[^>]*>(.)</su.exec(html)?.slice(1);
  expect(sealOf(renderHtml(partialResult()))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml({ ...passingResult(), partial: true }))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml(passingResult()))).toEqual(['conformant', '✓']);
});

test('a filtered run says so beside the verdict', () => {
  const header = (html: string) => html.slice(0, html.indexOf('</header>'));
  expect(header(renderHtml(partialResult()))).toContain('Part of a run: it was filtered');
  expect(header(renderHtml(failingResult()))).not.toContain('Part of a run');
});

test('a result of format 1.0 has none of the sections that came later', () => {
  const { fields: _fields, leftBehind: _left, sensitivity: _sensitivity, ...first } = failingResult();
  const html = renderHtml({ ...first, format: '1.0.0' });
  for (const id of ['fields', 'left-behind', 'sensitivity']) expect(html).not.toContain(`id="${id}"`);
  expect(renderHtml(noVerdictResult())).not.toContain('id="fields"');
});
