/** @jsxImportSource preact */
import { clip } from '../../http/clip.ts';
import type { ConformanceResult, FormerFinding } from '../../result/result.ts';
import { baselineCaveats, baselineName, sinceSentence, sinceThen } from '../baseline-words.ts';
import { whereOf } from '../finding-words.ts';
import { Fold, type SectionProps } from './parts.tsx';
import type { ShownFinding } from './shown-findings.ts';
import { endpointNumbers, LEVEL } from './words.ts';

const LONGEST_VALUE = 300;

/** What changed since the earlier result that the run was given. */
export function since(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps | null {
  const { baseline, endpoints } = result;
  if (baseline === undefined) return null;
  const fresh = shown.filter(({ finding }) => baseline.new.some((entry) => entry.finding === finding.id));
  const drifted = baseline.drifted.map(({ id, question, endpoints: at, before, now }) => {
    const numbers = at.filter((endpoint) => endpoint !== null);
    return (
      <li key={`${id} ${at.join(' ')}`}>
        {question} <code>{answers(before)}</code>, now <code>{answers(now)}</code>
        <span class="where">{numbers.length === 0 ? '' : ` · ${endpointNumbers(numbers)}`}</span>
      </li>
    );
  });
  const lists = {
    New: fresh.map(({ finding, anchor }) => (
      <li key={anchor}>
        <a href={`#${anchor}`}>
          <code>{finding.requirement}</code>
        </a>{' '}
        <span class="where">{`${whereOf(finding, endpoints)}: ${sinceThen(finding, result)}${finding.waived ? ', waived' : ''}`}</span>
      </li>
    )),
    Fixed: former(baseline.fixed, endpoints),
    'No longer looked for': former(baseline.noLongerAssessed, endpoints),
    Drifted: drifted,
  };
  const folds = {
    'Newly not assessed': baseline.notAssessed,
    'Now judged in part': baseline.inPart ?? [],
    'Not compared': baseline.notCompared.map(({ id, reason }) => `${id}: ${reason}`),
  };
  return {
    id: 'since',
    heading: 'Since the baseline',
    filtered: 'goes',
    lead: (
      <>
        <strong>{sinceSentence(baseline)}</strong>
        {` (${baselineName(baseline)}: ${baseline.sentence})`}
      </>
    ),
    children: (
      <>
        {baselineCaveats(result).map((caveat) => (
          <p key={caveat} class="aside">
            {caveat}
          </p>
        ))}
        {Object.entries(lists).map(([heading, items]) =>
          items.length === 0 ? null : (
            <div key={heading}>
              <h3>{heading}</h3>
              <ul>{items}</ul>
            </div>
          ),
        )}
        {Object.entries(folds).map(([heading, ids]) =>
          ids.length === 0 ? null : (
            <Fold key={heading} summary={`${heading}: ${ids.length}`}>
              <ul>
                {ids.map((id) => (
                  <li key={id}>
                    <code>{id}</code>
                  </li>
                ))}
              </ul>
            </Fold>
          ),
        )}
      </>
    ),
  };
}

function former(findings: readonly FormerFinding[], endpoints: ConformanceResult['endpoints']) {
  return findings.map((finding) => (
    <li key={finding.id}>
      <code>{finding.requirement}</code> <span class="level">{LEVEL[finding.level].name}</span>{' '}
      <span class="where">{whereOf(finding, endpoints)}</span>
      {`: expected ${clip(finding.expected, LONGEST_VALUE)}, was ${clip(finding.actual, LONGEST_VALUE)}`}
    </li>
  ));
}

function answers(given: readonly unknown[]): string {
  return clip(given.map((answer) => JSON.stringify(answer)).join(', '), LONGEST_VALUE);
}
