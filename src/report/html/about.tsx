/** @jsxImportSource preact */

import type { ConformanceResult } from '../../result/result.ts';
import { Prose } from './prose.tsx';
import { Table } from './table.tsx';

/** Sentences of the specification that no check covers, with the reasons. */
export function NotCovered(props: { notCovered: ConformanceResult['notCovered'] }) {
  const { notCovered } = props;
  if (notCovered.length === 0) return null;
  return (
    <section id="not-covered" data-aside aria-labelledby="not-covered-heading">
      <h2 id="not-covered-heading">
        Not covered by any check <span class="tally">{notCovered.length}</span>
      </h2>
      <details class="fold">
        <summary>Sentences of the specification that cannot be checked from outside, and why</summary>
        <dl class="reasons">
          {notCovered.map(({ id, text, source, reason }) => (
            <div key={id} id={`not-covered-${id.replace(/[^A-Za-z0-9._-]/g, '-')}`}>
              <dt>
                <code>{id}</code> <Prose text={text} /> <span class="where">{`(${source})`}</span>
              </dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** The settings of the run and the source of each. */
export function Settings(props: { settings: ConformanceResult['settings'] }) {
  if (props.settings.length === 0) return null;
  return (
    <section id="settings" data-aside aria-labelledby="settings-heading">
      <h2 id="settings-heading">Settings</h2>
      <details class="fold">
        <summary>{`${props.settings.length} settings as used, secrets removed`}</summary>
        <Table
          label="Table of settings"
          head={['Variable', 'Value', 'From']}
          words={[1, 2]}
          rows={props.settings.map(({ name, value, source }) => [
            <code key={name}>{name}</code>,
            value === '' ? <span class="where">not set</span> : <code>{value}</code>,
            source,
          ])}
        />
      </details>
    </section>
  );
}
