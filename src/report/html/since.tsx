/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { baselineCaveats, baselineName, changesSince, sinceSentence } from '../baseline-words.ts';
import { FirstOf, type SectionProps } from './parts.tsx';
import type { ShownFinding } from './shown-findings.ts';

/** Of each list. More stand in a fold. */
const MOST = 12;
const LONGEST_TEXT = 600;

/** What changed since the earlier result that the run was given. */
export function since(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps | null {
  const { baseline } = result;
  if (baseline === undefined) return null;
  const anchors = new Map(shown.map(({ finding, anchor }) => [finding.id, anchor]));
  const name = (id: string) => (anchors.has(id) ? <a href={`#${anchors.get(id)}`}>{<code>{id}</code>}</a> : <code>{id}</code>);
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
          <p key={caveat} class="where">
            {caveat}
          </p>
        ))}
        {Object.entries(changesSince(result)).map(([heading, changes]) =>
          changes.length === 0 ? null : (
            <div key={heading}>
              <h3>{heading}</h3>
              <FirstOf all={changes} most={MOST} more={(number) => `${number} more`}>
                {(some) => (
                  <ul>
                    {some.map(({ id, text }, index) => (
                      <li key={`${index}`}>
                        {name(id)} {clip(text, LONGEST_TEXT)}
                      </li>
                    ))}
                  </ul>
                )}
              </FirstOf>
            </div>
          ),
        )}
      </>
    ),
  };
}
