/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { VERDICT } from '../words.ts';
import { documentedFields, notCovered, sensitivity, settings, since } from './about.tsx';
import { assessed } from './assessed.tsx';
import { renderDocument } from './document.tsx';
import { findings, neverSeen } from './findings.tsx';
import { matrix } from './matrix.tsx';
import { observations } from './observations.tsx';
import { Section, type SectionProps } from './parts.tsx';
import { rowsOf } from './rows.tsx';
import { Search } from './search.tsx';
import { faultsOfStatements, notAssessed, passed } from './statements.tsx';
import { theRun } from './the-run.tsx';
import { Lost, RunVerdict } from './verdict.tsx';

/** The report as one HTML file. For reading, it needs no script. */
export function renderHtml(result: ConformanceResult): string {
  return renderDocument(
    `${VERDICT[result.verdict].word}: ${result.target.baseUrl}`,
    <>
      <a class="unseen" href="#results">
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

/** What is broken first; where nothing is, what was looked at. The search filters all below it. */
function Body({ result }: { result: ConformanceResult }) {
  const { rows, shown } = rowsOf(result);
  const broken = findings(result, shown);
  const overview = [matrix(result, rows), rows.length === 0 ? null : assessed(result, rows, shown)];
  const sections = [
    broken,
    since(result),
    ...(broken === null ? overview.toReversed() : overview),
    notAssessed(result, rows),
    neverSeen(result, shown),
    sensitivity(result),
    observations(result),
    documentedFields(result),
    theRun(result),
    passed(result, rows),
    faultsOfStatements(result),
    notCovered(result),
    settings(result),
  ].filter((each) => each !== null);
  return (
    <div class="page columns">
      <Contents sections={sections} />
      <main>
        {rows.length === 0 ? <p class="lead">No check was made.</p> : <Search rows={rows} shown={shown} endpoints={result.endpoints} />}
        <div id="results" tabIndex={-1}>
          <p id="no-match" hidden>
            No row matches this filter.
          </p>
          {sections.map(Section)}
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
