import { expect, test } from '@playwright/test';
import { renderHtml } from '../../src/report/html/render.tsx';
import { failingResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

/** The text of a section, or of all that follows a marker up to the end of its element. */
function textOf(id: string, html = renderHtml(failingResult())): string {
  const section = new RegExp(`<section id="${id}".*?</section>(?=<section|</div></main>)`, 's').exec(html)?.[0] ?? '';
  return section
    .replace(/<summary>/g, ' ▸ ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('a waived failure shows why it is let pass, who answers for that, and until when', () => {
  expect(textOf('waived')).toContain(
    'Waived Events defined before 2024 have no name; they are migrated with release 12 Owner TICKET-118 Until 2026-09-30',
  );
});

test('what was left behind is shown by endpoint, with ids folded and what is not known', () => {
  const text = textOf('left-behind');
  expect(text).toContain('Left behind at the target 216');
  expect(text).toContain('begins with conformance-mf3k2v9a .');
  expect(text).toContain('campaigns 2 0 2 POST /businesses/{id}/campaigns ▸ 2 ids cmp_81 cmp_82');
  expect(text).toContain('businesses 212 0 5 POST /businesses ▸ 100 of 212 biz_7 biz_8');
  expect(text).toContain('tracked events 1 3 without an answer 18 POST /businesses/{id}/track');
});

test('the embedded service took all with it, and a run that left nothing has no such section', () => {
  expect(renderHtml({ ...passingResult(), target: { baseUrl: 'http://127.0.0.1:4010', embedded: true } })).not.toContain('Left behind');
  expect(renderHtml({ ...passingResult(), leftBehind: [] })).not.toContain('Left behind');
});

test('the sensitivity is shown in its sentence, and what goes unseen by the setting that would change it', () => {
  const text = textOf('sensitivity');
  expect(text).toContain('Sensitivity 812 of 824');
  expect(text).toContain('With these settings, this run would have noticed 812 of 824 faults');
  expect(text).toContain('on 2026-03-04 09:20 UTC. 3 faults showed in an answer and went unnoticed');
  expect(text).toContain('▸ no CES_SMS_TEMPLATE_ID : 8 faults unseen A success is answered with 203 · endpoint 7');
  expect(text).toContain('Nobody looks at the credentials · endpoints 7, 17');
  expect(text).toContain('▸ CES_UNMATCHED_WINDOW_MS as it is set: 1 fault unseen a-fault-of-a-later-version');
});

test('the seal of a result that speaks for a part only is ◐', () => {
  const sealOf = (html: string) => /class="verdict (\S+)".*?class="seal"[^>]*>(.)</su.exec(html)?.slice(1);
  expect(sealOf(renderHtml(partialResult()))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml({ ...passingResult(), partial: true }))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml(passingResult()))).toEqual(['conformant', '✓']);
});

test('a filtered run says so beside the verdict', () => {
  const header = (html: string) => html.slice(0, html.indexOf('</header>'));
  expect(header(renderHtml(partialResult()))).toContain('<strong>Part of a run.</strong>');
  expect(header(renderHtml(failingResult()))).not.toContain('Part of a run');
});

test('a result of format 1.0 has none of the sections that came later', () => {
  const { fields: _fields, leftBehind: _left, sensitivity: _sensitivity, ...first } = failingResult();
  const html = renderHtml({ ...first, format: '1.0.0' });
  for (const id of ['fields', 'left-behind', 'sensitivity']) expect(html).not.toContain(`id="${id}"`);
  expect(renderHtml(noVerdictResult())).not.toContain('id="fields"');
});
