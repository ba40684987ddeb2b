/** @jsxImportSource preact */
import { clip } from '../../http/clip.ts';
import type { CheckFinding, CheckResult, ConformanceResult } from '../../result/result.ts';
import type { Allowance } from './budget.ts';
import { Command, Labelled, Value } from './evidence.tsx';
import { Exchanges } from './exchange.tsx';
import { Prose } from './prose.tsx';
import { type Row, rowAttributes } from './rows.ts';
import { count, placeOf, STATUS } from './words.ts';

const LONGEST_SENTENCE = 2000;

interface FailedCheckProps {
  readonly row: Row;
  readonly endpoints: ConformanceResult['endpoints'];
  readonly allowance: Allowance;
  /** Whether inputs and exchanges are shown: a report of very many failures leaves them out. */
  readonly evidence: boolean;
}

/** One failed check, with everything needed to understand it. */
export function FailedCheck(props: FailedCheckProps) {
  const { row, endpoints, allowance, evidence } = props;
  const { check } = row;
  const findings = check.findings ?? [];
  const pointers = findings.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer]));
  return (
    <article class="check" data-row {...rowAttributes(row)}>
      <h4>
        <span class={`status ${check.status}`}>{`${STATUS[check.status].symbol} ${STATUS[check.status].word}`}</span>{' '}
        <Prose text={check.title} />
      </h4>
      <p class="where">
        {placeOf(endpoints, check)}
        {row.category === null ? null : ` · ${row.category}`}
        {check.flaky === true ? <strong class="flaky"> · did not fail again when repeated</strong> : null}
        {' · '}
        {row.category === 'resolution' ? (
          <>
            <a href="#resolution">timelines of the events</a>
            {' · '}
          </>
        ) : null}
        <a href={`#${row.id}`}>link to this check</a>
      </p>
      {check.waiver === undefined ? null : <Waiver waiver={check.waiver} />}
      {findings.length === 0 && check.message !== undefined ? (
        <pre class="evidence">{clip(check.message, LONGEST_SENTENCE)}</pre>
      ) : (
        findings.map((finding) => <Finding key={finding} finding={finding} />)
      )}
      {evidence ? <Inputs row={row} limit={allowance.body} /> : null}
      {check.replay === undefined ? null : <Command label="Repeat this check" text={check.replay} limit={LONGEST_SENTENCE} />}
      {check.curl === undefined ? null : <Command label="Repeat the request" text={check.curl} limit={allowance.body * 2} />}
      {evidence ? (
        <Exchanges check={check} pointers={pointers} allowance={allowance} />
      ) : (
        <p class="aside">Inputs and exchanges are left out here, since so many checks failed; conformance.json has them.</p>
      )}
    </article>
  );
}

/** Why the failure is waived, who owns the waiver, and until when. */
function Waiver(props: { waiver: NonNullable<CheckResult['waiver']> }) {
  const { reason, owner, expires } = props.waiver;
  return (
    <dl class="finding">
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
    </dl>
  );
}

function Finding(props: { finding: CheckFinding }) {
  const { pointer, expected, actual } = props.finding;
  return (
    <dl class="finding">
      {pointer === undefined ? null : (
        <div>
          <dt>At</dt>
          <dd>
            <code>{pointer === '' ? 'the whole body' : clip(pointer, LONGEST_SENTENCE)}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>Expected</dt>
        <dd>{clip(expected, LONGEST_SENTENCE)}</dd>
      </div>
      <div>
        <dt>Actual</dt>
        <dd class="actual">{clip(actual, LONGEST_SENTENCE)}</dd>
      </div>
    </dl>
  );
}

/** The smallest input that fails, beside the one that failed first. */
function Inputs(props: { row: Row; limit: number }) {
  const { counterexample, original, shrinks } = props.row.check;
  if (counterexample === undefined) return null;
  const steps = shrinks === undefined || shrinks === 0 ? '' : `, after ${count(shrinks, 'step')} of shrinking`;
  return (
    <div class={original === undefined ? 'inputs' : 'inputs two'}>
      <Labelled label={`Smallest counterexample${steps}`}>
        <Value value={counterexample} limit={props.limit} />
      </Labelled>
      {original === undefined ? null : (
        <Labelled label="Input that failed first">
          <Value value={original} limit={props.limit} />
        </Labelled>
      )}
    </div>
  );
}
