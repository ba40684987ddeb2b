/** @jsxImportSource preact */
import type { ConformanceResult } from '../../result/result.ts';
import type { Row } from './rows.ts';
import { isBroken, type ShownFinding, sorted } from './shown-findings.ts';
import { tellsOfTheRun } from './the-run.tsx';
import { LEVEL, LEVELS } from './words.ts';

interface ContentsProps {
  readonly result: ConformanceResult;
  readonly rows: readonly Row[];
  readonly shown: readonly ShownFinding[];
}

/** The sections of the report, beside it on a wide screen. */
export function Contents(props: ContentsProps) {
  return (
    <nav class="contents" aria-labelledby="contents-heading">
      <h2 id="contents-heading">Contents</h2>
      <ul>
        {sectionsOf(props).map(({ id, name, number }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {name}
              {number === undefined ? null : (
                <>
                  {' '}
                  <span class="tally">{number}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Section {
  readonly id: string;
  readonly name: string;
  readonly number?: number;
}

/** Those that this report has, in its order. */
function sectionsOf({ result, rows, shown }: ContentsProps): Section[] {
  const { broken, waived, unseen } = sorted(shown);
  const number = (status: string) => rows.filter(({ check }) => check.status === status).length;
  const levels = LEVELS.map((level) => ({
    id: `failed-${level}`,
    name: level === 'completeness' ? LEVEL[level].name : LEVEL[level].heading,
    number: [...broken, ...unseen].filter(({ finding }) => finding.level === level).length,
  }));
  const counted: Required<Section>[] = [
    ...levels,
    { id: 'waived', name: 'Waived', number: waived.length },
    { id: 'not-assessed', name: 'Not assessed', number: number('not-assessed') },
  ];
  const others: (Section & { present: boolean })[] = [
    { id: 'sensitivity', name: 'Sensitivity', present: result.sensitivity !== undefined },
    { id: 'observations', name: 'Observations', number: result.observations.length, present: result.observations.length > 0 },
    { id: 'fields', name: 'Documented fields', present: (result.fields ?? []).length > 0 },
    { id: 'the-run', name: 'The run', present: tellsOfTheRun(result) },
    { id: 'passed', name: 'Passed', number: number('passed'), present: number('passed') > 0 },
    { id: 'not-covered', name: 'Not covered', number: result.notCovered.length, present: result.notCovered.length > 0 },
    { id: 'settings', name: 'Settings', present: result.settings.length > 0 },
  ];
  const assessed: Section[] = [{ id: 'assessed', name: 'What was assessed' }];
  const matrix: Section[] = result.requirements.length === 0 ? [] : [{ id: 'matrix', name: 'Endpoints' }];
  const since: Section[] = result.baseline === undefined ? [] : [{ id: 'since', name: 'Since the baseline' }];
  const first = rows.length === 0 ? matrix : isBroken(shown) ? [...matrix, ...assessed] : [...assessed, ...matrix];
  return [
    ...(isBroken(shown) ? [{ id: 'broken', name: 'What is broken' }] : []),
    ...since,
    ...first,
    ...[...counted.filter((section) => section.number > 0), ...others.filter(({ present }) => present)],
  ];
}
