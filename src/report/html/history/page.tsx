/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../../http/visible.ts';
import type { History } from '../../../result/history/history.ts';
import { HISTORY_POLICY, HISTORY_STYLE } from '../assets.ts';
import { Findings } from './findings.tsx';
import { Header, headline } from './header.tsx';
import { EndpointLatency } from './latency.tsx';
import { LeftOut, NotCompared } from './left-out.tsx';
import { Runs } from './runs.tsx';
import { Trends } from './trends.tsx';
import { Verdicts } from './verdicts.tsx';

/** A history as one HTML file without any script. Text of results enters as text nodes only, and invisible characters are made visible. */
export function renderHistory(history: History): string {
  return `<!doctype html>\n${visible(renderToString(<Page history={history} />))}\n`;
}

function Page(props: { history: History }) {
  const { history } = props;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={HISTORY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${headline(history)}: ${history.target.baseUrl}`}</title>
        <style dangerouslySetInnerHTML={{ __html: HISTORY_STYLE }} />
      </head>
      <body>
        <Header history={history} />
        <main class="page history">
          <Verdicts runs={history.runs} />
          <Findings history={history} />
          <Trends runs={history.runs} />
          <Runs runs={history.runs} />
          <EndpointLatency history={history} />
          <NotCompared notCompared={history.notCompared} />
          <LeftOut leftOut={history.leftOut} />
        </main>
      </body>
    </html>
  );
}
