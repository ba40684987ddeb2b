/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { baselineCaveats, baselineName, changesSince, sinceSentence } from '../baseline-words.ts';
import { FirstOf, List, Prose, type SectionProps } from './parts.tsx';

/** Of each list. More stand in a fold. */
const MOST = 12;
const LONGEST_TEXT = 600;

/** What changed since the earlier result that the run was given. What is new is marked among the findings. */
export function since(result: ConformanceResult): SectionProps | null {
  const { baseline } = result;
  if (baseline === undefined) return null;
  return {
    id: 'since',
    heading: 'Since the baseline',
    lead: (
      <>
        <strong>{sinceSentence(result)}</strong>
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
          changes.length === 0 || heading === 'New' ? null : (
            <div key={heading}>
              <h3>{heading}</h3>
              <FirstOf all={changes} most={MOST}>
                {(some) => (
                  <List
                    rows={some.map(({ id, text }) => (
                      <>
                        <code>{id}</code> <Prose text={clip(text, LONGEST_TEXT)} />
                      </>
                    ))}
                  />
                )}
              </FirstOf>
            </div>
          ),
        )}
      </>
    ),
  };
}
