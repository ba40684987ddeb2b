import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { findingMarkdown, toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import type { Finding } from '../../src/result/finding.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { ACTIVE, HOSTILE_MARKDOWN } from './hostile-markdown.ts';
import {
  changedResult,
  failingResult,
  hostileResult,
  largeResult,
  noVerdictResult,
  partialResult,
  passingResult,
} from './sample-result.ts';

const RESULT = failingResult();
const FINDINGS = findingsOf(RESULT.requirements);
const STATEMENT = { text: 'An event has an `id`.', source: 'Resources, Event' };

function findingOf(id: string): Finding {
  const finding = FINDINGS.find(({ requirement }) => requirement === id);
  if (finding === undefined) throw new Error(`nothing was found of ${id}`);
  return finding;
}

test('a section is complete in itself', () => {
  const finding: Finding = {
    ...findingOf('event.extra-is-tracked-data'),
    id: 'event.extra-is-tracked-data-1a2b3c',
    contrast: 'é is fine',
    consequences: ['event.fields'],
    flaky: true,
    checks: 3,
  };
  expect(findingMarkdown(finding, STATEMENT, RESULT)).toBe(`## event.extra-is-tracked-data (requirement)

An event has an \`id\`. (Resources, Event)

- **Finding**: \`event.extra-is-tracked-data-1a2b3c\`
- **Where**: POST /businesses/{id}/track (18), in all 3 checks
- **Place**: \`/extra (here /extra/a)\`
- **Expected**: \`9007199254740993\`
- **Actual**: \`9007199254740992\`
- **But**: é is fine
- **Counterexample**: \`{"a":9007199254740992}\`
- **Therefore**: also broken: \`event.fields\`
- **Flaky**: it did not fail again when repeated

In \`GET /events/evt_55 → 200, 12 ms\`

\`\`\`
  {
    "id": "evt_55",
    "name": "conformance.tracked",
▸   "extra": { "a": 9007199254740992 },
    "created_at": "2026-03-04T09:08:09Z",
    "customer": null
  }
\`\`\`

Send the request again:

\`\`\`sh
curl -u "$CES_USERNAME:$CES_PASSWORD" 'https://staging.example.com/api/v1/events/evt_55'
\`\`\`

Run the test again:

\`\`\`sh
CES_SEED=1836202117 CES_REPLAY_PATH=37:1:0:4 npx playwright test track.spec.ts -g "any JSON object"
\`\`\`
`);
});

test('without a place, the beginning of the answer is shown; without an answer, why there is none', () => {
  const status = findingMarkdown(findingOf('robustness.hostile-ids'), STATEMENT, RESULT);
  expect(status).toContain('→ 500, 12 ms`\n\n```\n<h1>Internal Server Error</h1>\n```');
  const none = findingMarkdown(findingOf('endpoint-8.shape'), STATEMENT, RESULT);
  expect(none).toContain('In `GET /sent_emails/em_2 → no answer, 10000 ms`: No answer within 10000 ms (ETIMEDOUT).\n\nSend');
});

test('a waived finding says so, with who answers for it and until when', () => {
  const section = findingMarkdown(findingOf('endpoint-15.shape'), STATEMENT, RESULT);
  expect(section).toMatch(/^## endpoint-15\.shape \(requirement, waived\)\n/);
  expect(section).toMatch(/\n- \*\*Waived\*\*: until 2026-09-30: Events defined before 2024 .* \(TICKET-118\)\n/);
});

test('the file holds verdict, target and seed, and a section for each finding in their order', () => {
  const markdown = toFindingsMarkdown({ ...RESULT, findings: FINDINGS });
  expect(markdown).toMatch(
    /^# Findings\n\nNot conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed\n\nTarget `https:/,
  );
  expect(markdown).toContain(', seed 1836202117\n');
  expect([...markdown.matchAll(/^## (\S+)/gm)].map(([, id]) => id)).toEqual(FINDINGS.map(({ requirement }) => requirement));
});

test('it says so where nothing is broken, and how much of the run that is', () => {
  expect(toFindingsMarkdown(passingResult())).toMatch(/^# Findings\n\nConformant.*No findings: nothing that was assessed is broken\.\n$/s);
  expect(toFindingsMarkdown(noVerdictResult())).toContain('ECONNREFUSED');
  expect(toFindingsMarkdown(partialResult())).toContain('Part of a run: it was filtered');
  expect(toFindingsMarkdown(partialResult())).toContain('The run ended before all its checks were done.');
});

test('no section has more than 60 lines, whatever there is to show', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`).join('\n');
  const [large] = findingsOf(largeResult(1).requirements);
  if (large === undefined) throw new Error('the sample has findings');
  const exchange = large.exchange && {
    ...large.exchange,
    title: lines,
    answer: { status: 500, headers: {}, body: lines, bytes: 1, cut: true },
  };
  const finding: Finding = {
    ...large,
    pointer: null,
    expected: lines,
    actual: lines,
    contrast: lines,
    curl: lines,
    replay: lines,
    consequences: Array.from({ length: 100 }, () => lines),
    waiver: { reason: lines, owner: lines, expires: lines },
    flaky: true,
    ...(exchange && { exchange }),
  };
  const section = findingMarkdown(finding, { text: lines, source: lines }, RESULT);
  expect(section.split('\n').length).toBeLessThanOrEqual(60);
  expect(section).toContain('more lines)');
  expect(Buffer.byteLength(section)).toBeLessThan(300_000);
});

for (const text of HOSTILE_MARKDOWN) {
  test(`${JSON.stringify(text)} stays text`, () => {
    const result = hostileResult(text);
    const html = marked.parse(toFindingsMarkdown(result), { async: false });
    expect(html.replace('<h1>Findings</h1>', '')).not.toMatch(ACTIVE);
    expect(html.match(/<h2>/g)).toHaveLength(findingsOf(result.requirements).length);
    expect(html.match(/<strong>(?:Expected|Actual)<\/strong>/g)).toHaveLength(2 * findingsOf(result.requirements).length);
  });
}

test('beside a baseline, each section says whether its finding is new', () => {
  const markdown = toFindingsMarkdown(changedResult());
  expect(markdown.match(/^- \*\*Baseline\*\*: new$/gm)).toHaveLength(5);
  expect(markdown.match(/^- \*\*Baseline\*\*: still there$/gm)).toHaveLength(2);
  expect(toFindingsMarkdown(RESULT)).not.toContain('**Baseline**');
});

test('it names the page for those who mend, and the page every part of a section', () => {
  const [, page = ''] = /`(docs\/[\w-]+\.md)`/.exec(toFindingsMarkdown(RESULT)) ?? [];
  const guide = readFileSync(page, 'utf8');
  const labels = [...toFindingsMarkdown(changedResult()).matchAll(/^- \*\*([\w ]+)\*\*:/gm)].map(([, label = '']) => label);
  for (const label of new Set(labels.filter((each) => !RARE.includes(each)))) expect(guide).toContain(label);
});

/** Parts that say themselves what they are. */
const RARE = ['Waived', 'Flaky', 'Before it'];
