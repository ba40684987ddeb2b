/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { settingsFirst } from '../../result/left-open.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { countOf, type FactLabel, type Facts as FindingFacts, factsOf, headlineOf, isValue, sinceThen } from '../finding-view.ts';
import { findingMarkdown } from '../markdown.ts';
import { COMPLETENESS, capitalised, endpointNumbers, signOf } from '../words.ts';
import { type Allowance, allowanceFor, Command, Difference, isDifference, Story, Value } from './evidence.tsx';
import { type Fact, Facts, FirstOf, Prose, type SectionProps } from './parts.tsx';
import { type ShownFinding, searchable } from './rows.tsx';

/** With more at once, the matrix would be far below. */
const MOST_AT_ONCE = 8;
/** Later ones, which are never worse, show only what is wrong and their commands. */
const MOST_WITH_EVIDENCE = 60;
const LONGEST_SENTENCE = 2000;

/** What is broken, and what is waived: the first thing to read. A line each, which opens to all that is known of it. */
export function findings(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps | null {
  const open = shown.filter(({ finding }) => !finding.waived && finding.level !== 'completeness');
  const waived = shown.filter(({ finding }) => finding.waived);
  if (open.length + waived.length === 0) return null;
  return {
    id: 'broken',
    heading: open.length === 0 ? 'What is broken, and waived' : 'What is broken',
    tally: [open.length > 0 && counted(open.length, 'finding'), waived.length > 0 && `${waived.length} waived`].filter(Boolean).join(', '),
    lead: [settingsFirst(result), waived.length > 0 && 'Waived findings still count in the verdict; only the exit code passes over them.']
      .filter(Boolean)
      .join(' '),
    children: <FindingList shown={[...open, ...waived]} result={result} />,
  };
}

export function neverSeen(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps | null {
  const unseen = shown.filter(({ finding }) => !finding.waived && finding.level === 'completeness');
  const said = { id: 'never-seen', heading: 'Documented, never seen', tally: counted(unseen.length, 'resource'), lead: COMPLETENESS };
  return unseen.length === 0 ? null : { ...said, children: <FindingList shown={unseen} result={result} /> };
}

function FindingList({ shown, result }: { shown: readonly ShownFinding[]; result: ConformanceResult }) {
  const allowance = allowanceFor(shown.length);
  return (
    <FirstOf all={shown} most={MOST_AT_ONCE}>
      {(part, from) => (
        <div class="findings">
          {part.map((entry, index) => (
            <FindingRow {...{ shown: entry, result, allowance }} evidence={from + index < MOST_WITH_EVIDENCE} />
          ))}
        </div>
      )}
    </FirstOf>
  );
}

interface FindingProps {
  readonly shown: ShownFinding;
  readonly result: ConformanceResult;
  readonly allowance: Allowance;
  /** Whether inputs and exchanges are shown: a report of very many findings leaves them out. */
  readonly evidence: boolean;
}

function FindingRow(props: FindingProps) {
  const { shown, result } = props;
  const { finding, anchor } = shown;
  const sign = signOf(finding.waived ? 'waived' : 'failed', finding.level);
  const isNew = sinceThen(finding, result)?.startsWith('new') === true;
  const following = finding.consequences.length;
  const remarks = [
    ...(finding.endpoints.length === 0 ? [] : [endpointNumbers(finding.endpoints)]),
    countOf(finding),
    ...(following === 0 ? [] : [`${counted(following, 'more statement')} ${following === 1 ? 'fails' : 'fail'} because of it`]),
    ...(finding.flaky === true ? ['did not fail again when repeated'] : []),
    ...(finding.waiver === undefined ? [] : [`waived until ${finding.waiver.expires} (${finding.waiver.owner})`]),
  ];
  return (
    <details class={`finding ${sign.tone}`} {...searchable(sign.tone, finding.endpoints)}>
      <summary>
        <span class="sign" aria-hidden="true">
          {sign.symbol}
        </span>
        <h3>
          <span class="unseen">{`${sign.word}: `}</span>
          {isNew ? <span class="level new">new</span> : null} <Prose text={headlineOf(finding, result.endpoints)} />
        </h3>
        <p class="where">
          <code>{finding.requirement}</code>{' '}
          {finding.level === 'robustness' ? <span class="level">{capitalised(finding.level)}</span> : null}
          {remarks.map((remark) => ` · ${remark}`)}
        </p>
      </summary>
      <article id={anchor} tabIndex={-1}>
        <FindingBody {...props} />
      </article>
    </details>
  );
}

function FindingBody(props: FindingProps) {
  const { shown, result, allowance, evidence } = props;
  const { finding } = shown;
  const facts = factsOf(finding, result);
  const statement = result.requirements.find(({ id }) => id === finding.requirement);
  const inputs: Fact[] = [
    ['Counterexample', finding.counterexample !== undefined && evidence && <Value value={finding.counterexample} limit={allowance.body} />],
    ['First input', finding.original !== undefined && evidence && <Value value={finding.original} limit={allowance.body} />],
  ];
  const commands = { [`Repeat the request${finding.sequence ? 's' : ''}`]: facts.curl, 'Repeat this check': facts.Replay };
  return (
    <>
      <CopyAsIssue {...props} />
      <p class="text">
        {statement === undefined ? null : <Prose text={statement.text} />} <span class="where">{statement?.source}</span>
      </p>
      <Facts class="about" facts={[...shownFacts(facts), ...inputs]} />
      {evidence ? (
        <Story shown={shown} allowance={allowance} />
      ) : (
        <p class="where">Inputs and exchanges are left out here, since so much is broken; conformance.json has them.</p>
      )}
      {facts.Again && <p class="where">{facts.Again.join(' ')}</p>}
      {Object.entries(commands).map(
        ([label, lines]) => lines && <Command label={label} text={lines.join('\n')} limit={allowance.body * 2} />,
      )}
    </>
  );
}

/** What the list does not show stands above it or below. */
const ELSEWHERE: readonly string[] = ['Statement', 'Answer', 'Requests', 'Counterexample', 'Again', 'curl', 'Replay'] satisfies FactLabel[];

/** What was sent and what came back is one line, where both are values. */
function shownFacts(facts: FindingFacts): Fact[] {
  const [[expected = ''], [actual = '']] = [facts.Expected ?? [], facts.Actual ?? []];
  const isOne = isDifference(expected, actual);
  return Object.entries(facts).map(([label, lines]): Fact => {
    if (ELSEWHERE.includes(label) || lines.every((line) => line === '') || (isOne && label === 'Expected')) return [label, null];
    const texts = lines.map((line) => clip(line, LONGEST_SENTENCE));
    if (isOne && label === 'Actual')
      return ['Difference', <Difference expected={clip(expected, LONGEST_SENTENCE)} actual={texts[0] ?? ''} />];
    return [label, texts.map((text) => (isValue(label) ? <code class={label.toLowerCase()}>{text}</code> : <Prose text={text} />))];
  });
}

/** A link that holds in later runs too. Copies the finding as Markdown: the same as in `findings.md`, but for evidence for which this report has no room. */
function CopyAsIssue({ shown: { finding, anchor }, result, evidence }: FindingProps) {
  const { exchange: _exchange, counterexample: _input, ...brief } = finding;
  return (
    <div class="issue">
      <a href={`#${anchor}`}>Link to this finding</a>{' '}
      <button type="button" class="copy" aria-label={`Copy as issue: ${finding.requirement}`} hidden>
        Copy as issue
      </button>
      <pre class="evidence" data-copy hidden>
        {findingMarkdown(evidence ? finding : brief, result)}
      </pre>
    </div>
  );
}
