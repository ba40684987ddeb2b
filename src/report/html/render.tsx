/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { documentedFields, notCovered, settings } from './about.tsx';
import { assessed } from './assessed.tsx';
import { brokenList } from './broken.tsx';
import { renderDocument } from './document.tsx';
import { failures } from './failures.tsx';
import { sensitivity } from './known-faults.tsx';
import { matrix } from './matrix.tsx';
import { notAssessed, passed } from './not-failed.tsx';
import { observations } from './observations.tsx';
import { Section, type SectionProps } from './parts.tsx';
import { toRows } from './rows.tsx';
import { Search } from './search.tsx';
import { toShownFindings } from './shown-findings.ts';
import { since } from './since.tsx';
import { theRun } from './the-run.tsx';
import { Lost, RunVerdict } from './verdict.tsx';
import { VERDICT } from './words.ts';

/** The report as one HTML file. For reading, it needs no script. */
export function renderHtml(result: ConformanceResult): string {
  return renderDocument(
    `${VERDICT[result.verdict].word}: ${result.target.baseUrl}`,
    <>
      <a class="skip" href="#attention">
        Skip to what needs attention
      </a>
      <Lost lost={result.lost} />
      <RunVerdict result={result} />
      <Body result={result} />
      <p id="told" class="unseen" role="status" />
    </>,
    true,
  );
}

/** What is broken first; where nothing is, what was looked at. Below the search, all that it filters. */
function Body({ result }: { result: ConformanceResult }) {
  const rows = toRows(result);
  const shown = toShownFindings(result, rows);
  const broken = brokenList(result, shown);
  const overview = [matrix(result, rows), rows.length === 0 ? null : assessed(result, rows)];
  const above = [broken, since(result, shown), ...(broken === null ? overview.toReversed() : overview)].filter((each) => each !== null);
  const below = [
    ...failures(result, shown),
    notAssessed(result, rows),
    sensitivity(result),
    observations(result),
    documentedFields(result),
    theRun(result),
    passed(result, rows),
    notCovered(result),
    settings(result),
  ].filter((each) => each !== null);
  return (
    <div class="page columns">
      <Contents sections={[...above, ...below]} />
      <main>
        <div id="attention" tabIndex={-1} />
        {above.map(Section)}
        {rows.length === 0 ? <p class="lead">No check was made.</p> : <Search rows={rows} endpoints={result.endpoints} />}
        <div id="results" tabIndex={-1}>
          <p id="no-match" hidden>
            No row matches this filter.
          </p>
          {below.map(Section)}
        </div>
      </main>
    </div>
  );
}

/** The sections of the report, beside it on a wide screen. */
function Contents(props: { sections: readonly SectionProps[] }) {
  return (
    <nav class="contents" aria-labelledby="contents-heading">
      <h2 id="contents-heading">Contents</h2>
      <ul>
        {props.sections.map(({ id, heading, tally }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {heading} {tally === undefined ? null : <span class="tally">{tally}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
