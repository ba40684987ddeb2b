/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { Scroll } from './scroll.tsx';
import { count, endpointName } from './words.ts';

/** What the run created or changed at the target, for cleaning up. The embedded service took it all with it when it ended. */
export function LeftBehind(props: { result: ConformanceResult }) {
  const { leftBehind = [], runIds = [], endpoints, target } = props.result;
  if (leftBehind.length === 0 || target.embedded) return null;
  return (
    <section id="left-behind" data-aside aria-labelledby="left-behind-heading">
      <h2 id="left-behind-heading">
        Left behind at the target <span class="tally">{leftBehind.reduce((sum, entry) => sum + entry.count, 0)}</span>
      </h2>
      <p class="lead">
        The API has no operation that deletes, so what the run made is still there. <code>left-behind.jsonl</code> beside this report lists
        all of it.
        {runIds.length === 0 ? null : (
          <>
            {' Every name that it made up begins with '}
            {runIds.map((id, index) => (
              <>
                {index > 0 ? ' or ' : null}
                <code key={id}>{`conformance-${id}`}</code>
              </>
            ))}
            .
          </>
        )}
      </p>
      <Scroll label="Table of what was left behind">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">How many</th>
              <th scope="col">Perhaps also</th>
              <th scope="col" class="word">
                By
              </th>
              <th scope="col" class="word">
                Which
              </th>
            </tr>
          </thead>
          <tbody>
            {leftBehind.map((entry) => (
              <tr key={entry.endpoint}>
                <th scope="row">{entry.kind}</th>
                <td>{entry.count}</td>
                <td>{entry.unanswered === undefined ? <span class="zero">0</span> : `${entry.unanswered} without an answer`}</td>
                <td class="word">
                  <code>{endpointName(endpoints, entry.endpoint)}</code>
                </td>
                <td class="word">
                  <Examples examples={entry.examples} of={entry.count} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Examples(props: { examples: readonly string[]; of: number }) {
  const { examples, of } = props;
  if (examples.length === 0) return <span class="zero">not known</span>;
  return (
    <details class="fold">
      <summary>{examples.length < of ? `${examples.length} of ${of}` : count(of, 'id')}</summary>
      <p class="ids">
        {examples.map((id) => (
          <>
            <code key={id}>{id}</code>{' '}
          </>
        ))}
      </p>
    </details>
  );
}
