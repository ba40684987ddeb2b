/** @jsxImportSource preact */
import type { Run } from '../../../result/history/history.ts';
import { verdictSign } from '../words.ts';
import { Span, Spans } from './spans.tsx';

/** A row for each verdict that occurs, so that the place says it too. */
const ROWS = [
  { verdict: 'conformant', partly: false },
  { verdict: 'conformant', partly: true },
  { verdict: 'nonconformant', partly: false },
  { verdict: 'no-verdict', partly: false },
] as const;

/** The verdict over time. */
export function Verdicts(props: { runs: readonly Run[] }) {
  const { runs } = props;
  return (
    <section id="verdict" aria-labelledby="verdict-heading">
      <h2 id="verdict-heading">
        Verdict <span class="tally">{runs.length === 1 ? '1 run' : `${runs.length} runs`}</span>
      </h2>
      <Spans subject="Verdict" runs={runs}>
        {ROWS.map((row) => {
          const { symbol, word, tone } = verdictSign(row);
          const own = runs.filter(({ verdict, partly }) => verdict === row.verdict && partly === row.partly);
          if (own.length === 0) return null;
          return (
            <Span
              key={tone}
              tone={tone}
              runs={runs}
              shapes={runs.map((run) => (own.includes(run) ? 'full' : 'none'))}
              when={`${own.length} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`}
              details={runs.length === 1 ? [] : [`last on ${own.at(-1)?.name}`]}
            >
              <b class="mark" aria-hidden="true">
                {symbol}
              </b>{' '}
              {word}
            </Span>
          );
        })}
      </Spans>
    </section>
  );
}
