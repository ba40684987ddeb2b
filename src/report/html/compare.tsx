/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../http/visible.ts';
import type { Comparison } from '../../result/compare/comparison.ts';
import { COMPARISON_POLICY, COMPARISON_STYLE } from './assets.ts';
import { ComparedObservations } from './compare-observations.tsx';
import { ComparedRequirements } from './compare-requirements.tsx';
import { Table } from './table.tsx';
import { STATUS, verdictSign } from './words.ts';

/** A comparison as one HTML file without any script: differences are open, agreement is folded. */
export function renderComparison(comparison: Comparison): string {
  return `<!doctype html>\n${visible(renderToString(<Page comparison={comparison} />))}\n`;
}

function Page(props: { comparison: Comparison }) {
  const { comparison } = props;
  const { columns, requirements, observations } = comparison;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={COMPARISON_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{comparison.sentence}</title>
        <style dangerouslySetInnerHTML={{ __html: COMPARISON_STYLE }} />
      </head>
      <body>
        <header class="verdict comparison">
          <div class="page">
            <p class="kicker">Conformance results side by side</p>
            <h1>{comparison.sentence}</h1>
          </div>
        </header>
        <main>
          <div class="page">
            <Results comparison={comparison} />
            <ComparedRequirements columns={columns} requirements={requirements} />
            <ComparedObservations columns={columns} observations={observations} />
            <NotCompared comparison={comparison} />
          </div>
        </main>
      </body>
    </html>
  );
}

function Results(props: { comparison: Comparison }) {
  return (
    <section aria-labelledby="results-heading">
      <h2 id="results-heading">Results</h2>
      <ol class="results">
        {props.comparison.columns.map((column) => (
          <li key={column.name} class={verdictSign(column).tone}>
            <h3>{column.name}</h3>
            <p>
              <b class="mark" aria-hidden="true">
                {verdictSign(column).symbol}
              </b>{' '}
              {column.sentence}
              {column.partial ? '; part of a run: it was filtered' : ''}
              {column.interrupted ? '; the run was interrupted' : ''}
            </p>
            <p class="where">
              {`Suite ${column.suiteVersion}, specification ${column.specificationVersion}, seed ${column.seed}${column.embedded ? ', embedded reference service' : ''}, `}
              <code>{column.file}</code>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NotCompared(props: { comparison: Comparison }) {
  const { columns, notCompared } = props.comparison;
  if (notCompared.length === 0) return null;
  return (
    <section id="not-compared" aria-labelledby="not-compared-heading">
      <h2 id="not-compared-heading">
        Not compared <span class="tally">{notCompared.length}</span>
      </h2>
      <p class="lead">The files come from suites that do not ask the same here. A difference would say nothing about the targets.</p>
      <Table
        label="Table of what was not compared"
        head={['Statement', 'Why not', ...columns.map(({ name }) => name)]}
        words={[1, ...columns.map((_, index) => index + 2)]}
        rows={notCompared.map(({ id, reason, statuses }) => [
          <code key={id}>{id}</code>,
          reason,
          ...statuses.map((status) => (status === null ? 'not in the file' : `${STATUS[status].symbol} ${STATUS[status].word}`)),
        ])}
      />
    </section>
  );
}
