/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { countOf, placeOf, seenAt } from '../finding-words.ts';
import { FirstOf, type SectionProps } from './parts.tsx';
import { isBroken, type ShownFinding, sorted } from './shown-findings.ts';
import { LEVEL, short, signOf } from './words.ts';

/** With more, the matrix would not follow on the first page. */
const MOST_AT_ONCE = 8;
const LONGEST_PLACE = 70;

/** The first thing to read where something is broken: each finding in two lines, with a link to all that is known of it. */
export function brokenList({ endpoints }: ConformanceResult, shown: readonly ShownFinding[]): SectionProps | null {
  if (!isBroken(shown)) return null;
  const { broken, waived, unseen } = sorted(shown);
  const quiet = [...waived, ...unseen];
  const list = (some: readonly ShownFinding[]) => (
    <FirstOf all={some} most={MOST_AT_ONCE} more={(number) => `${number} more`}>
      {(part, from) => (
        <ol class="findings" start={from + 1}>
          {part.map((entry) => (
            <Line key={entry.anchor} shown={entry} endpoints={endpoints} />
          ))}
        </ol>
      )}
    </FirstOf>
  );
  return {
    id: 'broken',
    heading: broken.length === 0 ? 'What is broken, and waived' : 'What is broken',
    tally: counted(broken.length === 0 ? waived.length : broken.length, 'finding'),
    children: (
      <>
        {list(broken)}
        {broken.length > 0 && quiet.length > 0 ? <h3>{besides(waived.length, unseen.length)}</h3> : null}
        {list(quiet)}
      </>
    ),
  };
}

function besides(waived: number, unseen: number): string {
  if (unseen === 0) return 'Waived';
  return waived === 0 ? 'Documented, never seen' : 'Waived, or documented and never seen';
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
        <span class="level">{LEVEL[finding.level].name}</span> <span class="where">{seenAt(finding, props.endpoints)}</span>{' '}
        <span class="where count">{countOf(finding)}</span>
      </p>
      <p class="second">
        {place === undefined ? null : <code>{short(place, LONGEST_PLACE)}</code>}{' '}
        {unexplained ? null : <span class="where">{`expected ${short(finding.expected)} → `}</span>}
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
