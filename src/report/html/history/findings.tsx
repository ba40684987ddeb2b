/** @jsxImportSource preact */
import type { Course } from '../../../result/history/course.ts';
import type { History, Sight } from '../../../result/history/history.ts';
import type { FormerFinding } from '../../../result/result.ts';
import { placeOf, seenAt } from '../../finding-words.ts';
import { detailsOf, type Followed, sortedFindings, whenOf } from '../../history-words.ts';
import { LEVEL, STATUS, short, signOf } from '../words.ts';
import type { Shape } from './bar.tsx';
import { Span, Spans } from './spans.tsx';

/** More stand in a fold. */
const MOST_AT_ONCE = 12;
const LONGEST_VALUE = 70;
const LONGEST_PLACE = 60;

const SHAPE: Readonly<Record<Sight, Shape>> = { seen: 'full', waived: 'half', gone: 'line', 'not-assessed': 'dots' };

/** Every finding as a bar from the first run that shows it to the last: what is broken now comes first. */
export function Findings(props: { history: History }) {
  const { history } = props;
  const { broken, notLookedFor, waived, fixed, neverSeen } = sortedFindings(history.findings);
  return (
    <>
      <section id="broken" aria-labelledby="broken-heading">
        <h2 id="broken-heading">
          Broken now <span class="tally">{broken.length}</span>
        </h2>
        {broken.length === 0 ? <p class="lead">{nothingBroken(history.runs, notLookedFor.length > 0)}</p> : null}
        {history.findings.length === 0 ? null : <Key />}
        <List findings={broken} history={history} />
      </section>
      <Part id="not-looked-for" heading="Not looked for since" findings={notLookedFor} history={history}>
        Broken when a run last looked. Since then no run has looked: a fixture is missing, or the runs were filtered.
      </Part>
      <Part id="waived" heading="Waived" findings={waived} history={history} />
      <Part id="fixed" heading="Fixed" findings={fixed} history={history}>
        A later run looked, and found nothing.
      </Part>
      <Part id="never-seen" heading="Documented, never seen" findings={neverSeen} history={history}>
        Documented fields that no answer of a run held. They may be absent.
      </Part>
    </>
  );
}

/** What is fixed steps back: its bar is in a quiet colour. */
function signAfter({ state, waived }: Course, { level }: FormerFinding) {
  if (state === 'gone' && level !== 'completeness') return { symbol: STATUS.passed.symbol, word: 'fixed', tone: 'fixed' };
  return signOf(waived ? 'waived' : 'failed', level);
}

function nothingBroken(runs: History['runs'], isOpen: boolean): string {
  if (isOpen) return 'The last run did not look for what was broken before, and found nothing else.';
  return runs.at(-1)?.verdict === 'no-verdict' ? 'The last run has no verdict, and found nothing.' : 'The last run found nothing broken.';
}

function Key() {
  const marks: readonly (readonly [Sight, string])[] = [
    ['seen', 'found'],
    ['waived', 'found, and waived'],
    ['gone', 'looked for, not found'],
    ['not-assessed', 'not looked for'],
  ];
  return (
    <p class="key shapes">
      {marks.map(([sight, words]) => (
        <span key={sight}>
          <svg
            class={sight === 'waived' ? 'waived' : 'failed'}
            width="28"
            height="14"
            viewBox="0 0 4 14"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path class={SHAPE[sight]} d={KEY[sight]} />
          </svg>{' '}
          {words}
        </span>
      ))}
    </p>
  );
}

const KEY: Readonly<Record<Sight, string>> = {
  seen: 'M0 0h4v14h-4z',
  waived: 'M0 4h4v6h-4z',
  gone: 'M0 6.5h4v1h-4z',
  'not-assessed': [0, 1, 2, 3].map((place) => `M${place + 0.3} 5.5h.4v3h-.4z`).join(''),
};

function Part(props: { id: string; heading: string; findings: readonly Followed[]; history: History; children?: string }) {
  const { id, heading, findings, history, children } = props;
  if (findings.length === 0) return null;
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>
        {heading} <span class="tally">{findings.length}</span>
      </h2>
      {children === undefined ? null : <p class="lead">{children}</p>}
      <List findings={findings} history={history} />
    </section>
  );
}

function List(props: { findings: readonly Followed[]; history: History }) {
  const { findings, history } = props;
  const more = findings.slice(MOST_AT_ONCE);
  if (findings.length === 0) return null;
  return (
    <>
      <Rows findings={findings.slice(0, MOST_AT_ONCE)} history={history} />
      {more.length === 0 ? null : (
        <details class="fold">
          <summary>{`${more.length} more`}</summary>
          <Rows findings={more} history={history} />
        </details>
      )}
    </>
  );
}

function Rows(props: { findings: readonly Followed[]; history: History }) {
  const { runs, endpoints } = props.history;
  return (
    <Spans subject="Finding" runs={runs}>
      {props.findings.map(({ finding, sights, course }) => {
        const { symbol, word, tone } = signAfter(course, finding);
        const place = placeOf(finding);
        return (
          <Span
            key={finding.id}
            tone={tone}
            runs={runs}
            shapes={sights.map((sight) => SHAPE[sight])}
            when={whenOf(course, runs)}
            details={detailsOf(course, { finding, sights }, runs)}
          >
            <span class="first">
              <b class="mark" aria-hidden="true">
                {symbol}
              </b>{' '}
              <span class="unseen">{`${word}: `}</span>
              <code>{finding.requirement}</code>{' '}
              {finding.level === 'robustness' ? <span class="level">{LEVEL[finding.level].name}</span> : null}
            </span>
            <span class="where">{seenAt(finding, endpoints)}</span>
            <span class="second">
              {place === undefined ? null : (
                <>
                  <code class="place">{short(place, LONGEST_PLACE)}</code>{' '}
                </>
              )}
              <span class="expected">{`expected ${short(finding.expected, LONGEST_VALUE)} →`}</span>{' '}
              <span class="actual">{short(finding.actual, LONGEST_VALUE)}</span>
            </span>
          </Span>
        );
      })}
    </Spans>
  );
}
