/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { knownFaults } from '../../result/known-faults.ts';
import type { ConformanceResult, Finding, RequirementResult } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { type FindingFact, factsOf } from '../finding-facts.ts';
import { findingMarkdown } from '../findings-markdown.ts';
import { sendAgain } from '../send-again.ts';
import { Command, Labelled, Value } from './evidence.tsx';
import { type Allowance, allowanceFor, FINDINGS_WITH_EVIDENCE, JudgedExchange, OtherExchanges } from './exchange.tsx';
import { FailedChecks, Following } from './failed-checks.tsx';
import { KnownFaults } from './known-faults.tsx';
import { Facts, Mark, Prose, type SectionProps } from './parts.tsx';
import { type ShownFinding, sorted } from './shown-findings.ts';
import { LEVEL, signOf } from './words.ts';

const LONGEST_SENTENCE = 2000;

/** Everything about each finding: a section a level, worst level first; then the waived findings. */
export function failures(result: ConformanceResult, shown: readonly ShownFinding[]): SectionProps[] {
  const { broken, waived, unseen } = sorted(shown);
  const articles = articlesOf([...broken, ...waived, ...unseen], result);
  const levels = LEVELS.map((level) => ({
    id: `failed-${level}`,
    heading: LEVEL[level].heading,
    lead: LEVEL[level].meaning,
    own: [...broken, ...unseen].filter(({ finding }) => finding.level === level),
  }));
  const lead = 'Known deviations. They still count in the verdict; only the exit code passes over them.';
  return [...levels, { id: 'waived', heading: 'Waived', lead, own: waived }]
    .filter(({ own }) => own.length > 0)
    .map(({ own, ...section }) => ({
      ...section,
      tally: counted(own.length, 'finding'),
      filtered: 'by rows',
      children: own.map((entry) => articles.get(entry)),
    }));
}

/** In the order given: the first have evidence, and a statement's known faults stand at its first. */
function articlesOf(shown: readonly ShownFinding[], result: ConformanceResult) {
  const statements = new Map(result.requirements.map((requirement) => [requirement.id, requirement]));
  const allowance = allowanceFor(shown.length);
  const told = new Set<string>();
  return new Map(
    shown.map((entry, index) => {
      const rows = [...entry.rows, ...entry.following];
      const worst = rows.filter(({ requirement, check }) => requirement.status === check.status).map(({ requirement }) => requirement.id);
      const knownOf = [...new Set(worst)].filter((id) => !told.has(id) && knownFaults(id).length > 0);
      for (const id of knownOf) told.add(id);
      const statement = statements.get(entry.finding.requirement);
      const evidence = index < FINDINGS_WITH_EVIDENCE;
      const article = statement && (
        <FindingArticle key={entry.anchor} shown={entry} {...{ statement, result, allowance, evidence, knownOf }} />
      );
      return [entry, article];
    }),
  );
}

interface FindingArticleProps {
  readonly shown: ShownFinding;
  readonly statement: RequirementResult;
  readonly result: ConformanceResult;
  readonly allowance: Allowance;
  /** Whether inputs and exchanges are shown: a report of very many findings leaves them out. */
  readonly evidence: boolean;
  /** The statements of which known faults are shown here: each statement's are shown once. */
  readonly knownOf: readonly string[];
}

/** One finding, with everything needed to understand it, to see it again and to report it. */
function FindingArticle(props: FindingArticleProps) {
  const { shown, statement, result, allowance, evidence, knownOf } = props;
  const { finding, lead, anchor } = shown;
  const sign = signOf(finding.waived ? 'waived' : 'failed', finding.level);
  const facts = factsOf(finding, result);
  const line = (label: FindingFact['label']) => facts.find((fact) => fact.label === label)?.lines[0];
  const [contrast, advice, commands] = [line('Compare'), line('Again'), line('curl')];
  return (
    <article class={`finding ${sign.tone}`} id={anchor} data-group data-requirement aria-labelledby={`${anchor}-heading`}>
      <header data-context>
        <h3 id={`${anchor}-heading`}>
          <Mark {...sign} /> <code>{finding.requirement}</code> <span class="level">{LEVEL[finding.level].name}</span>
        </h3>
        <p class="text">
          <Prose text={statement.text} />
        </p>
        <p class="where">{statement.source}</p>
      </header>
      <CopyAsIssue {...props} />
      <div data-context>
        <Facts class="about" facts={ABOUT.map((label) => [label, shownFact(facts.find((fact) => fact.label === label))])} />
        {lead?.category === 'resolution' ? (
          <p class="where">
            <a href="#resolution">Polls of the events</a>
          </p>
        ) : null}
        <Deviation shown={shown} />
        {contrast === undefined ? null : (
          <p class="contrast">
            <b>But</b> {contrast}
          </p>
        )}
        {evidence ? <Inputs finding={finding} shrinks={lead?.check.shrinks} limit={allowance.body} /> : null}
        {evidence && finding.exchange !== undefined ? (
          <JudgedExchange shown={shown} exchange={finding.exchange} limit={allowance.body} />
        ) : null}
        <div>
          {commands === undefined ? null : (
            <Command label={`Repeat the request${finding.sequence ? 's' : ''}`} text={commands} limit={allowance.body * 2} />
          )}
          {advice === undefined ? null : <p class="where">{advice}</p>}
          {finding.replay === undefined ? null : <Command label="Repeat this check" text={finding.replay} limit={LONGEST_SENTENCE} />}
        </div>
        {evidence ? (
          <OtherExchanges shown={shown} allowance={allowance} />
        ) : (
          <p class="where">Inputs and exchanges are left out here, since so much is broken; conformance.json has them.</p>
        )}
      </div>
      <Following shown={shown} result={result} />
      <FailedChecks shown={shown} result={result} />
      {knownOf.map((id) => (
        <div key={id}>
          {id === finding.requirement ? null : <code>{id}</code>}
          <KnownFaults id={id} />
        </div>
      ))}
    </article>
  );
}

/** What a reader must know before believing it. The others have a form of their own. */
const ABOUT = ['Where', 'Flaky', 'Baseline', 'Place', 'Before it', 'Waived'] as const;

function shownFact(fact: FindingFact | undefined) {
  return fact?.lines.map((line) => {
    const text = clip(line, LONGEST_SENTENCE);
    return fact.kind === 'prose' ? text : <code key={text}>{text}</code>;
  });
}

/** Copies the finding as Markdown: the same as in `findings.md`, but for what the baseline says, and evidence for which this report has no room. */
function CopyAsIssue({ shown: { finding }, result: { endpoints, requirements }, allowance, evidence }: FindingArticleProps) {
  const { curl, sequence, exchange, counterexample, ...others } = finding;
  const commands = sendAgain(finding)?.commands ?? '';
  const short = {
    ...others,
    ...(curl !== undefined && commands.length <= allowance.body * 2 && { curl, ...(sequence && { sequence }) }),
    ...(evidence && exchange !== undefined && { exchange }),
    ...(evidence && counterexample !== undefined && { counterexample }),
  };
  return (
    <div class="issue">
      <button type="button" class="copy" aria-label={`Copy as issue: ${finding.requirement}`} hidden>
        Copy as issue
      </button>
      <pre class="evidence" data-copy hidden>
        {findingMarkdown(short, { endpoints, requirements })}
      </pre>
    </div>
  );
}

/** What was expected beside what was found. A check that says neither has a message, which is shown as it is. */
function Deviation(props: { shown: ShownFinding }) {
  const { finding, lead } = props.shown;
  const actual = clip(finding.actual, LONGEST_SENTENCE);
  if (lead !== undefined && (lead.check.findings ?? []).length === 0) {
    return actual === '' ? null : <pre class="evidence">{actual}</pre>;
  }
  return (
    <Facts
      class="deviation"
      facts={[
        ['Expected', clip(finding.expected, LONGEST_SENTENCE)],
        ['Actual', actual],
      ]}
    />
  );
}

/** The smallest input that fails, beside the one that failed first. */
function Inputs(props: { finding: Finding; shrinks: number | undefined; limit: number }) {
  const { finding, shrinks = 0, limit } = props;
  if (finding.counterexample === undefined) return null;
  const steps = shrinks === 0 ? '' : `, after ${counted(shrinks, 'step')} of shrinking`;
  return (
    <div class="two">
      <Labelled label={`Smallest counterexample${steps}`}>
        <Value value={finding.counterexample} limit={limit} />
      </Labelled>
      {finding.original === undefined ? null : (
        <Labelled label="Input that failed first">
          <Value value={finding.original} limit={limit} />
        </Labelled>
      )}
    </div>
  );
}
