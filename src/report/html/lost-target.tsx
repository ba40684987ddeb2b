/** @jsxImportSource preact */
import type { LostTarget } from '../../result/lost-target.ts';
import { lastRequestWords, lostHeading } from '../lost-target.ts';

/** Above everything else: the target went away, and what was asked of it last. */
export function Lost(props: { lost: LostTarget | undefined }) {
  const { lost } = props;
  if (lost === undefined) return null;
  return (
    <section class="lost verdict nonconformant" aria-labelledby="lost-heading">
      <div class="page">
        <p id="lost-heading">
          <strong>{lost.reason}</strong>
        </p>
        <p>{lostHeading(lost)}</p>
        <ol>
          {lost.requests.map((request) => (
            <li key={request.curl}>
              <code>{request.title}</code> {`${lastRequestWords(request)}; in ‘${request.test}’`}
              <pre class="evidence">{request.curl}</pre>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
