/** @jsxImportSource preact */

import { knownFaults } from '../../result/known-faults.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { allowanceFor, FINDINGS_WITH_EVIDENCE } from './exchange.tsx';
import { FindingArticle } from './finding-article.tsx';
import type { SectionProps } from './parts.tsx';
import { type ShownFinding, sorted } from './shown-findings.ts';
import { LEVEL } from './words.ts';

/** Everything about each finding: a section a level, worst level first; then the waived findings. */
export function failures(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps[] {
  const { broken, waived, unseen } = sorted(shown);
  const articles = articlesOf([...broken, ...waived, ...unseen], result);
  const levels = LEVELS.map((level) => ({
    id: `failed-${level}`,
    heading: LEVEL[level].heading,
    lead: LEVEL[level].meaning,
    own: [...broken, ...unseen].filter(({ finding }) => finding.level === level),
  }));
  const lead = 'Known deviations. They still count in the verdict; only the exit code passes over them.';
  return [...levels, { id: 'waived', heading: 'Waived', lead, own: waived }]
    .filter(({ own }) => own.length > 0)
    .map(({ own, ...section }) => ({
      ...section,
      tally: counted(own.length, 'finding'),
      filtered: 'by rows',
      children: own.map((entry) => articles.get(entry)),
    }));
}

/** In the order given: the first have evidence, and a statement's known faults stand at its first. */
function articlesOf(shown: readonly ShownFinding[], result: ConformanceResult) {
  const statements = new Map(result.requirements.map((requirement) => [requirement.id, requirement]));
  const allowance = allowanceFor(shown.length);
  const told = new Set<string>();
  return new Map(
    shown.map((entry, index) => {
      const rows = [...entry.rows, ...entry.following];
      const worst = rows.filter(({ requirement, check }) => requirement.status === check.status).map(({ requirement }) => requirement.id);
      const knownOf = [...new Set(worst)].filter((id) => !told.has(id) && knownFaults(id).length > 0);
      for (const id of knownOf) told.add(id);
      const statement = statements.get(entry.finding.requirement);
      const evidence = index < FINDINGS_WITH_EVIDENCE;
      const article = statement && (
        <FindingArticle key={entry.anchor} shown={entry} {...{ statement, result, allowance, evidence, knownOf }} />
      );
      return [entry, article];
    }),
  );
}
