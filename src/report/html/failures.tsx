/** @jsxImportSource preact */

import { knownFaults } from '../../result/known-faults.ts';
import type { ConformanceResult, Level } from '../../result/result.ts';
import { sinceThen } from '../baseline-words.ts';
import { allowanceFor, FINDINGS_WITH_EVIDENCE } from './budget.ts';
import { FindingArticle } from './finding-article.tsx';
import { type ShownFinding, sorted } from './shown-findings.ts';
import { count, LEVEL } from './words.ts';

interface FailuresProps {
  readonly shown: readonly ShownFinding[];
  readonly result: ConformanceResult;
}

/** Everything about each finding: a section a level, worst level first; the waived findings before what was merely not seen. */
export function Failures({ shown, result }: FailuresProps) {
  const { broken, waived, unseen } = sorted(shown);
  const articles = articlesOf([...broken, ...waived, ...unseen], result);
  const section = (level: Level) => {
    const own = [...broken, ...unseen].filter(({ finding }) => finding.level === level);
    if (own.length === 0) return null;
    return (
      <section id={`failed-${level}`} data-group aria-labelledby={`failed-${level}-heading`}>
        <h2 id={`failed-${level}-heading`}>
          {LEVEL[level].heading} <span class="tally">{count(own.length, 'finding')}</span>
        </h2>
        <p class="lead">{LEVEL[level].meaning}</p>
        {own.map((entry) => articles.get(entry))}
      </section>
    );
  };
  return (
    <>
      {section('requirement')}
      {section('robustness')}
      {section('completeness')}
      {waived.length === 0 ? null : (
        <section id="waived" data-group aria-labelledby="waived-heading">
          <h2 id="waived-heading">
            Waived <span class="tally">{count(waived.length, 'finding')}</span>
          </h2>
          <p class="lead">Known deviations. They still count in the verdict; only the exit code passes over them.</p>
          {waived.map((entry) => articles.get(entry))}
        </section>
      )}
    </>
  );
}

/** In the order given: the first have evidence, and a statement's known faults stand at its first. */
function articlesOf(shown: readonly ShownFinding[], result: ConformanceResult) {
  const { requirements, endpoints } = result;
  const statements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const allowance = allowanceFor(shown.length);
  const told = new Set<string>();
  return new Map(
    shown.map((entry, index) => {
      const rows = [...entry.rows, ...entry.following];
      const worst = rows.filter(({ requirement, check }) => requirement.status === check.status).map(({ requirement }) => requirement.id);
      const knownOf = [...new Set(worst)].filter((id) => !told.has(id) && knownFaults(id).length > 0);
      for (const id of knownOf) told.add(id);
      const statement = statements.get(entry.finding.requirement);
      const article = statement && (
        <FindingArticle
          key={entry.anchor}
          shown={entry}
          statement={statement}
          endpoints={endpoints}
          requirements={requirements}
          allowance={allowance}
          evidence={index < FINDINGS_WITH_EVIDENCE}
          since={sinceThen(entry.finding, result)}
          knownOf={knownOf}
        />
      );
      return [entry, article];
    }),
  );
}
