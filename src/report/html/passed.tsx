/** @jsxImportSource preact */

import type { ConformanceResult } from '../../result/result.ts';
import { InPart } from './in-part.tsx';
import { KnownFaults } from './known-faults.tsx';
import { Prose } from './prose.tsx';
import { groupsOf, type Row, rowAttributes } from './rows.ts';
import { count, LEVEL, placeOf } from './words.ts';

/** What passed, folded: one row a check, under its requirement. */
export function Passed(props: { rows: readonly Row[]; endpoints: ConformanceResult['endpoints'] }) {
  const groups = groupsOf(props.rows, 'passed');
  if (groups.length === 0) return null;
  const checks = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <section id="passed" data-group aria-labelledby="passed-heading">
      <h2 id="passed-heading">
        Passed <span class="tally">{count(checks, 'check')}</span>
      </h2>
      <details class="fold">
        <summary>{`${checks} passed checks, by requirement`}</summary>
        {groups.map(({ requirement, rows }) => (
          <section class="passed-requirement" key={requirement.id} data-group data-requirement>
            <header data-context>
              <h3>
                <code>{requirement.id}</code>
                {requirement.level === 'requirement' ? null : <span class="level">{LEVEL[requirement.level].name}</span>}
                <InPart requirement={requirement} />
              </h3>
              <p class="source">
                <Prose text={requirement.text} /> {`(${requirement.source})`}
              </p>
            </header>
            {requirement.status === 'passed' ? <KnownFaults id={requirement.id} /> : null}
            <ul class="rows">
              {rows.map((row) => (
                <li key={row.id} data-row {...rowAttributes(row)}>
                  <span class="status passed">✓ passed</span> <Prose text={row.check.title} />
                  <span class="where">{` · ${placeOf(props.endpoints, row.check)}`}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </section>
  );
}
