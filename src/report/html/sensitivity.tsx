/** @jsxImportSource preact */
import { knownFault } from '../../result/known-faults.ts';
import type { SensitivityResult } from '../../result/result.ts';
import { FaultList } from './known-faults.tsx';
import { Prose } from './prose.tsx';
import { count, readableTime } from './words.ts';

/** How many possible faults a run with these settings would notice, and which settings hide the rest. */
export function Sensitivity(props: { sensitivity: SensitivityResult | undefined }) {
  if (props.sensitivity === undefined) return null;
  const { sentence, noticed, assessed, measuredAt, unseen } = props.sensitivity;
  const missed = assessed - noticed - unseen.reduce((sum, { faults }) => sum + faults.length, 0);
  return (
    <section id="sensitivity" data-aside aria-labelledby="sensitivity-heading">
      <h2 id="sensitivity-heading">
        Sensitivity <span class="tally">{`${noticed} of ${assessed}`}</span>
      </h2>
      <p class="lead">
        {`With these settings, ${sentence}: small bugs that were laid in front of the target, one after another, on ${readableTime(measuredAt)}.`}
        {missed > 0 ? ` ${count(missed, 'fault')} showed in an answer and went unnoticed: sensitivity.md names them.` : null}
      </p>
      {unseen.map(({ hint, faults }) => (
        <details class="fold" key={hint}>
          <summary>
            <Prose text={hint} />
          </summary>
          <FaultList faults={faults.map((name) => knownFault(name) ?? { description: name, endpoints: [] })} />
        </details>
      ))}
    </section>
  );
}
