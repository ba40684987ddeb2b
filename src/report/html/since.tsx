/** @jsxImportSource preact */
import { clip } from '../../http/clip.ts';
import type { ConformanceResult, FormerFinding } from '../../result/result.ts';
import { baselineCaveats, baselineName, sinceSentence, sinceThen } from '../baseline-words.ts';
import { placeOf, seenAt } from '../finding-words.ts';
import type { ShownFinding } from './shown-findings.ts';
import { endpointNumbers, LEVEL } from './words.ts';

const LONGEST_VALUE = 300;

/** What changed since the earlier result that the run was given. */
export function Since(props: { result: ConformanceResult; shown: readonly ShownFinding[] }) {
  const { result, shown } = props;
  const { baseline, endpoints } = result;
  if (baseline === undefined) return null;
  const fresh = shown.filter(({ finding }) => baseline.new.some((entry) => entry.finding === finding.id));
  return (
    <section id="since" data-aside aria-labelledby="since-heading">
      <h2 id="since-heading">Since the baseline</h2>
      <p class="lead">
        <strong>{sinceSentence(baseline)}</strong>
        {` (${baselineName(baseline)}: ${baseline.sentence})`}
      </p>
      {baselineCaveats(result).map((caveat) => (
        <p key={caveat} class="aside">
          {caveat}
        </p>
      ))}
      {fresh.length === 0 ? null : (
        <>
          <h3>New</h3>
          <ul>
            {fresh.map(({ finding, anchor }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>
                  <code>{finding.requirement}</code>
                </a>{' '}
                <span class="where">{`${seenAt(finding, endpoints)}: ${sinceThen(finding, result)}${finding.waived ? ', waived' : ''}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Former heading="Fixed" findings={baseline.fixed} endpoints={endpoints} />
      <Former heading="No longer looked for" findings={baseline.noLongerAssessed} endpoints={endpoints} />
      <Ids heading="Newly not assessed" ids={baseline.notAssessed} />
      <Ids heading="Now judged in part" ids={baseline.inPart ?? []} />
      <Drifted baseline={baseline} />
      <Ids heading="Not compared" ids={baseline.notCompared.map(({ id, reason }) => `${id}: ${reason}`)} />
    </section>
  );
}

function Former(props: { heading: string; findings: readonly FormerFinding[]; endpoints: ConformanceResult['endpoints'] }) {
  const { heading, findings, endpoints } = props;
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      <ul>
        {findings.map((finding) => {
          const place = placeOf(finding);
          return (
            <li key={finding.id}>
              <code>{finding.requirement}</code> <span class="level">{LEVEL[finding.level].name}</span>{' '}
              <span class="where">{`${seenAt(finding, endpoints)}${place === undefined ? '' : `, at ${place}`}`}</span>
              {`: expected ${clip(finding.expected, LONGEST_VALUE)}, was ${clip(finding.actual, LONGEST_VALUE)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Ids(props: { heading: string; ids: readonly string[] }) {
  const { heading, ids } = props;
  if (ids.length === 0) return null;
  return (
    <details class="fold">
      <summary>{`${heading}: ${ids.length}`}</summary>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Drifted(props: { baseline: NonNullable<ConformanceResult['baseline']> }) {
  const { drifted } = props.baseline;
  if (drifted.length === 0) return null;
  return (
    <>
      <h3>Drifted</h3>
      <ul>
        {drifted.map(({ id, question, endpoints, before, now }) => {
          const numbers = endpoints.filter((endpoint) => endpoint !== null);
          return (
            <li key={`${id} ${endpoints.join(' ')}`}>
              {question} <code>{answers(before)}</code>, now <code>{answers(now)}</code>
              <span class="where">{numbers.length === 0 ? '' : ` · ${endpointNumbers(numbers)}`}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function answers(given: readonly unknown[]): string {
  return clip(given.map((answer) => JSON.stringify(answer)).join(', '), LONGEST_VALUE);
}
