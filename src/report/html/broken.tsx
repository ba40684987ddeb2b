/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { countOf, placeOf, seenAt } from '../finding-words.ts';
import { type ShownFinding, sorted } from './shown-findings.ts';
import { count, LEVEL, short, signOf } from './words.ts';

/** With more, the matrix would not follow on the first page. */
const MOST_AT_ONCE = 8;
const LONGEST_PLACE = 70;

interface ListProps {
  readonly shown: readonly ShownFinding[];
  readonly endpoints: ConformanceResult['endpoints'];
}

/** The first thing to read where something is broken: each finding in two lines, with a link to all that is known of it. */
export function Broken(props: ListProps) {
  const { broken, waived, unseen } = sorted(props.shown);
  const quiet = [...waived, ...unseen];
  return (
    <section id="broken" class="broken" aria-labelledby="broken-heading">
      <h2 id="broken-heading">
        {broken.length === 0 ? 'What is broken, and waived' : 'What is broken'}{' '}
        <span class="tally">{count(broken.length === 0 ? waived.length : broken.length, 'finding')}</span>
      </h2>
      <FindingList shown={broken} endpoints={props.endpoints} />
      {broken.length > 0 && quiet.length > 0 ? <h3 class="besides">{besides(waived.length, unseen.length)}</h3> : null}
      <FindingList shown={quiet} endpoints={props.endpoints} />
    </section>
  );
}

function besides(waived: number, unseen: number): string {
  if (unseen === 0) return 'Waived';
  return waived === 0 ? 'Documented, never seen' : 'Waived, or documented and never seen';
}

function FindingList(props: ListProps) {
  const { shown, endpoints } = props;
  if (shown.length === 0) return null;
  const more = shown.slice(MOST_AT_ONCE);
  return (
    <>
      <ol class="findings">
        {shown.slice(0, MOST_AT_ONCE).map((entry) => (
          <Line key={entry.anchor} shown={entry} endpoints={endpoints} />
        ))}
      </ol>
      {more.length === 0 ? null : (
        <details class="fold more">
          <summary>{`${more.length} more`}</summary>
          <ol class="findings" start={MOST_AT_ONCE + 1}>
            {more.map((entry) => (
              <Line key={entry.anchor} shown={entry} endpoints={endpoints} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Line(props: { shown: ShownFinding; endpoints: ConformanceResult['endpoints'] }) {
  const { finding, anchor, lead } = props.shown;
  const { symbol, word, tone } = signOf(finding.waived ? 'waived' : 'failed', finding.level);
  const place = placeOf(finding);
  const unexplained = lead !== undefined && (lead.check.findings ?? []).length === 0;
  return (
    <li class={tone}>
      <p class="first">
        <span class="sign" aria-hidden="true">
          {symbol}
        </span>
        <span class="unseen">{`${word}: `}</span>
        <a href={`#${anchor}`}>
          <code>{finding.requirement}</code>
        </a>{' '}
        <span class="level">{LEVEL[finding.level].name}</span> <span class="seen-at">{seenAt(finding, props.endpoints)}</span>{' '}
        <span class="count">{countOf(finding)}</span>
      </p>
      <p class="second">
        {place === undefined ? null : (
          <>
            <code class="place">{short(place, LONGEST_PLACE)}</code>{' '}
          </>
        )}
        {unexplained ? null : (
          <>
            <span class="expected">{`expected ${short(finding.expected)}`}</span> <span class="arrow">→</span>{' '}
          </>
        )}
        <span class="actual">{short(finding.actual)}</span>
        {effect(finding.consequences)}
        {finding.flaky === true ? ' · did not fail again when repeated' : null}
        {finding.waiver === undefined ? null : ` · waived until ${finding.waiver.expires} (${finding.waiver.owner})`}
      </p>
    </li>
  );
}

/** So that findings and broken statements can be counted together. */
function effect([first, ...others]: readonly string[]) {
  if (first === undefined) return null;
  return (
    <span class="where">
      {' · so '}
      {others.length === 0 ? <code>{first}</code> : `${others.length + 1} more statements`}
      {others.length === 0 ? ' fails too' : ' fail too'}
    </span>
  );
}
