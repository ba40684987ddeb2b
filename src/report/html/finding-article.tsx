/** @jsxImportSource preact */
import { clip } from '../../http/clip.ts';
import type { Finding } from '../../result/finding.ts';
import type { ConformanceResult, RequirementResult } from '../../result/result.ts';
import { countOf, placeOf, seenAt } from '../finding-words.ts';
import { sendAgain } from '../send-again.ts';
import type { Allowance } from './budget.ts';
import { Command, Labelled, Value } from './evidence.tsx';
import { JudgedExchange, OtherExchanges } from './exchange.tsx';
import { FailedChecks, Following } from './failed-checks.tsx';
import { CopyAsIssue } from './issue.tsx';
import { KnownFaults } from './known-faults.tsx';
import { Prose } from './prose.tsx';
import type { ShownFinding } from './shown-findings.ts';
import { count, LEVEL, signOf } from './words.ts';

const LONGEST_SENTENCE = 2000;

export interface FindingArticleProps {
  readonly shown: ShownFinding;
  readonly statement: RequirementResult;
  readonly endpoints: ConformanceResult['endpoints'];
  /** Of the run. */
  readonly requirements: ConformanceResult['requirements'];
  readonly allowance: Allowance;
  /** Whether inputs and exchanges are shown: a report of very many findings leaves them out. */
  readonly evidence: boolean;
  /** What the baseline says of it; undefined without one. */
  readonly since: string | undefined;
  /** The statements of which known faults are shown here: each statement's are shown once. */
  readonly knownOf: readonly string[];
}

/** One finding, with everything needed to understand it, to see it again and to report it. */
export function FindingArticle(props: FindingArticleProps) {
  const { shown, statement, endpoints, requirements, allowance, evidence, knownOf } = props;
  const { finding, lead } = shown;
  const { symbol, word, tone } = signOf(finding.waived ? 'waived' : 'failed', finding.level);
  const guilty = finding.exchange;
  return (
    <article class={`finding ${tone}`} id={shown.anchor} data-group data-requirement aria-labelledby={`${shown.anchor}-heading`}>
      <header data-context>
        <h3 id={`${shown.anchor}-heading`}>
          <span class={`status ${tone}`}>{`${symbol} ${word}`}</span> <code>{finding.requirement}</code>{' '}
          <span class="level">{LEVEL[finding.level].name}</span>
        </h3>
        <p class="text">
          <Prose text={statement.text} />
        </p>
        <p class="source">{statement.source}</p>
      </header>
      <CopyAsIssue
        finding={finding}
        statement={statement}
        endpoints={endpoints}
        requirements={requirements}
        allowance={allowance}
        evidence={evidence}
      />
      <div data-context>
        <Facts shown={shown} endpoints={endpoints} since={props.since} />
        <Deviation shown={shown} />
        {finding.contrast === undefined ? null : <Contrast text={finding.contrast} />}
        {evidence ? <Inputs finding={finding} shrinks={lead?.check.shrinks} limit={allowance.body} /> : null}
        {evidence && guilty !== undefined ? <JudgedExchange shown={shown} exchange={guilty} limit={allowance.body} /> : null}
        <div class="again">
          <Requests finding={finding} limit={allowance.body * 2} />
          {finding.replay === undefined ? null : <Command label="Repeat this check" text={finding.replay} limit={LONGEST_SENTENCE} />}
        </div>
        {evidence ? (
          <OtherExchanges shown={shown} allowance={allowance} />
        ) : (
          <p class="aside">Inputs and exchanges are left out here, since so much is broken; conformance.json has them.</p>
        )}
      </div>
      <Following shown={shown} endpoints={endpoints} requirements={requirements} />
      <FailedChecks shown={shown} endpoints={endpoints} />
      {knownOf.map((id) => (
        <div class="known" key={id}>
          {id === finding.requirement ? null : <code>{id}</code>}
          <KnownFaults id={id} />
        </div>
      ))}
    </article>
  );
}

/** What sends the request, or all that it takes, again. */
function Requests({ finding, limit }: { finding: Finding; limit: number }) {
  const again = sendAgain(finding);
  if (again === undefined) return null;
  const label = finding.sequence === undefined ? 'Repeat the request' : 'Repeat the requests';
  return (
    <>
      <Command label={label} text={again.commands} limit={limit} />
      {again.advice === null ? null : <p class="aside">{again.advice}</p>}
    </>
  );
}

/** Where it was seen, how often, and what else a reader must know before believing it. */
function Facts(props: { shown: ShownFinding; endpoints: ConformanceResult['endpoints']; since: string | undefined }) {
  const { finding, lead } = props.shown;
  const place = placeOf(finding);
  return (
    <dl class="about">
      <div>
        <dt>Where</dt>
        <dd>
          {`${seenAt(finding, props.endpoints)}, ${countOf(finding)}`}
          {finding.flaky === true ? <strong class="flaky"> · did not fail again when repeated</strong> : null}
          {lead?.category === 'resolution' ? (
            <>
              {' · '}
              <a href="#resolution">polls of the events</a>
            </>
          ) : null}
        </dd>
      </div>
      {props.since === undefined ? null : (
        <div>
          <dt>Baseline</dt>
          <dd>{props.since}</dd>
        </div>
      )}
      {place === undefined ? null : (
        <div>
          <dt>{finding.places === undefined ? 'Place' : 'Places'}</dt>
          <dd>
            <code>{clip(place, LONGEST_SENTENCE)}</code>
          </dd>
        </div>
      )}
      {finding.before === undefined ? null : (
        <div>
          <dt>Before it</dt>
          {finding.before.map((title) => (
            <dd key={title}>
              <code>{clip(title, LONGEST_SENTENCE)}</code>
            </dd>
          ))}
        </div>
      )}
      {finding.waiver === undefined ? null : <Waiver waiver={finding.waiver} />}
    </dl>
  );
}

/** Why the failure is waived, who owns the waiver, and until when. */
function Waiver(props: { waiver: NonNullable<Finding['waiver']> }) {
  const { reason, owner, expires } = props.waiver;
  return (
    <>
      <div>
        <dt>Waived</dt>
        <dd>{reason}</dd>
      </div>
      <div>
        <dt>Owner</dt>
        <dd>{owner}</dd>
      </div>
      <div>
        <dt>Until</dt>
        <dd>
          <time dateTime={expires}>{expires}</time>
        </dd>
      </div>
    </>
  );
}

/** What was expected beside what was found. A check that says neither has a message, which is shown as it is. */
function Deviation(props: { shown: ShownFinding }) {
  const { finding, lead } = props.shown;
  if (lead !== undefined && (lead.check.findings ?? []).length === 0) {
    return finding.actual === '' ? null : <pre class="evidence message">{clip(finding.actual, LONGEST_SENTENCE)}</pre>;
  }
  return (
    <dl class="deviation">
      <div>
        <dt>Expected</dt>
        <dd>{clip(finding.expected, LONGEST_SENTENCE)}</dd>
      </div>
      <div class="found">
        <dt>Actual</dt>
        <dd class="actual">{clip(finding.actual, LONGEST_SENTENCE)}</dd>
      </div>
    </dl>
  );
}

/** What passed beside it. */
function Contrast(props: { text: string }) {
  return (
    <p class="contrast">
      <b>But</b> {props.text}
    </p>
  );
}

/** The smallest input that fails, beside the one that failed first. */
function Inputs(props: { finding: Finding; shrinks: number | undefined; limit: number }) {
  const { finding, shrinks = 0, limit } = props;
  if (finding.counterexample === undefined) return null;
  const steps = shrinks === 0 ? '' : `, after ${count(shrinks, 'step')} of shrinking`;
  return (
    <div class={finding.original === undefined ? 'inputs' : 'inputs two'}>
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
