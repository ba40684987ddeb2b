/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { NotCovered, Settings } from './about.tsx';
import { Assessed } from './assessed.tsx';
import { CONTENT_SECURITY_POLICY, SCRIPT, STYLE } from './assets.ts';
import { Broken } from './broken.tsx';
import { Contents } from './contents.tsx';
import { renderDocument } from './document.tsx';
import { Failures } from './failures.tsx';
import { DocumentedFields } from './fields.tsx';
import { Lost } from './lost-target.tsx';
import { Matrix } from './matrix.tsx';
import { NotAssessed } from './not-assessed.tsx';
import { Observations } from './observations.tsx';
import { Passed } from './passed.tsx';
import { toRows } from './rows.ts';
import { Search } from './search.tsx';
import { Sensitivity } from './sensitivity.tsx';
import { isBroken, toShownFindings } from './shown-findings.ts';
import { Since } from './since.tsx';
import { TheRun } from './the-run.tsx';
import { VerdictBand } from './verdict.tsx';
import { VERDICT } from './words.ts';

/** The report as one HTML file. For reading, it needs no script. */
export function renderHtml(result: ConformanceResult): string {
  return renderDocument(
    `${VERDICT[result.verdict].word}: ${result.target.baseUrl}`,
    CONTENT_SECURITY_POLICY,
    STYLE,
    <>
      <a class="skip" href="#attention">
        Skip to what needs attention
      </a>
      <Lost lost={result.lost} />
      <VerdictBand result={result} />
      <Body result={result} />
      <p id="told" class="unseen" role="status" />
      <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
    </>,
  );
}

function Body(props: { result: ConformanceResult }) {
  const { result } = props;
  const { endpoints } = result;
  const rows = toRows(result);
  const shown = toShownFindings(result, rows);
  const since = <Since result={result} shown={shown} />;
  const matrix = <Matrix result={result} rows={rows} />;
  const assessed = rows.length === 0 ? <p class="empty">No check was made.</p> : <Assessed result={result} rows={rows} />;
  return (
    <div class="page columns">
      <Contents result={result} rows={rows} shown={shown} />
      <main>
        <div id="attention" tabIndex={-1} />
        {isBroken(shown) ? (
          <>
            <Broken shown={shown} endpoints={endpoints} />
            {since}
            {matrix}
            {assessed}
          </>
        ) : (
          <>
            {since}
            {assessed}
            {matrix}
          </>
        )}
        {rows.length === 0 ? null : <Search rows={rows} endpoints={endpoints} />}
        <div id="results" tabIndex={-1}>
          <p id="no-match" hidden>
            No row matches this filter.
          </p>
          <Failures shown={shown} result={result} />
          <NotAssessed result={result} rows={rows} />
          <Sensitivity sensitivity={result.sensitivity} />
          <Observations observations={result.observations} />
          <DocumentedFields fields={result.fields} />
          <TheRun result={result} />
          <Passed rows={rows} endpoints={endpoints} />
          <NotCovered notCovered={result.notCovered} />
          <Settings settings={result.settings} />
        </div>
      </main>
    </div>
  );
}
