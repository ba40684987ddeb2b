/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../http/visible.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { NotCovered, Settings } from './about.tsx';
import { Assessed } from './assessed.tsx';
import { CONTENT_SECURITY_POLICY, SCRIPT, STYLE } from './assets.ts';
import { Broken } from './broken.tsx';
import { Contents } from './contents.tsx';
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

/**
 * The report as one HTML file. It needs no network, no server and, for reading, no script. Text of the target enters as text nodes only.
 * Invisible characters are made visible over the whole document, so that none is missed.
 */
export function renderHtml(result: ConformanceResult): string {
  return `<!doctype html>\n${visible(renderToString(<Report result={result} />))}\n`;
}

function Report(props: { result: ConformanceResult }) {
  const { result } = props;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${VERDICT[result.verdict].word}: ${result.target.baseUrl}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <a class="skip" href="#attention">
          Skip to what needs attention
        </a>
        <Lost lost={result.lost} />
        <VerdictBand result={result} />
        <Body result={result} />
        <p id="told" class="unseen" role="status" />
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>
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
