/** @jsxImportSource preact */
import { type KnownFault, knownFault, knownFaults } from '../../result/known-faults.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { endpoint } from '../../specification/endpoints.ts';
import { counted } from '../../specification/words.ts';
import { Fold, Prose, type SectionProps } from './parts.tsx';
import { endpointNumbers, readableTime } from './words.ts';

/**
 * Bugs that the statement is known to catch, folded. They show what a pass is worth, and what a failure may be. Shown once a statement, at
 * its worst check.
 */
export function KnownFaults(props: { id: string }) {
  const faults = knownFaults(props.id);
  if (faults.length === 0) return null;
  return (
    <Fold summary={`known to catch ${counted(faults.length, 'fault')}`}>
      <FaultList faults={faults} />
    </Fold>
  );
}

/** Faults of one kind share a line, with the endpoints at which they show. */
function FaultList(props: { faults: readonly Pick<KnownFault, 'description' | 'endpoints'>[] }) {
  const kinds = [...grouped(props.faults, ({ description }) => description)].map(
    ([description, faults]) => [description, faults.flatMap(({ endpoints }) => endpoints.map((name) => endpoint(name).number))] as const,
  );
  return (
    <ul class="faults">
      {kinds.map(([description, endpoints]) => (
        <li key={description}>
          <Prose text={description} />
          {endpoints.length === 0 ? null : <span class="where">{` · ${endpointNumbers(endpoints)}`}</span>}
        </li>
      ))}
    </ul>
  );
}

/** How many possible faults a run with these settings would notice, and which settings hide the rest. */
export function sensitivity({ sensitivity: measured }: ConformanceResult): SectionProps | null {
  if (measured === undefined) return null;
  const { sentence, noticed, assessed, measuredAt, unseen } = measured;
  const missed = assessed - noticed - unseen.reduce((sum, { faults }) => sum + faults.length, 0);
  const laid = `With these settings, ${sentence}: small bugs that were laid in front of the target, one after another, on ${readableTime(measuredAt)}.`;
  return {
    id: 'sensitivity',
    heading: 'Sensitivity',
    tally: `${noticed} of ${assessed}`,
    filtered: 'goes',
    lead: `${laid}${missed > 0 ? ` ${counted(missed, 'fault')} showed in an answer and went unnoticed: sensitivity.md names them.` : ''}`,
    children: unseen.map(({ hint, faults }) => (
      <Fold key={hint} summary={<Prose text={hint} />}>
        <FaultList faults={faults.map((name) => knownFault(name) ?? { description: name, endpoints: [] })} />
      </Fold>
    )),
  };
}
