/** @jsxImportSource preact */
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult, FieldResult } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { Codes, Fold, Prose, type SectionProps, Table } from './parts.tsx';
import { idOf } from './rows.tsx';

/** Sentences of the specification that no check covers, with the reasons. */
export function notCovered({ notCovered: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  return {
    id: 'not-covered',
    heading: 'Not covered by any check',
    tally: entries.length,
    filtered: 'goes',
    children: (
      <Fold summary="Sentences of the specification that cannot be checked from outside, and why">
        <dl class="reasons">
          {entries.map(({ id, text, source, reason }) => (
            <div key={id} id={idOf('not-covered', id)}>
              <dt>
                <code>{id}</code> <Prose text={text} /> <span class="where">{`(${source})`}</span>
              </dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    ),
  };
}

/** The settings of the run and the source of each. */
export function settings({ settings: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  const rows = entries.map(({ name, value, source }) => [
    <code key={name}>{name}</code>,
    value === '' ? <span class="where">not set</span> : <code>{value}</code>,
    source,
  ]);
  return {
    id: 'settings',
    heading: 'Settings',
    filtered: 'goes',
    children: (
      <Fold summary={`${entries.length} settings as used, secrets removed`}>
        <Table label="Table of settings" head={['Variable', 'Value', 'From']} words={[1, 2]} rows={rows} />
      </Fold>
    ),
  };
}

/** In the order of a reader's interest. */
const STATES: readonly (readonly [state: FieldResult['state'], name: string])[] = [
  ['never-seen', 'Never seen'],
  ['only-null', 'Only ever null'],
  ['not-assessed', 'Not assessed'],
  ['seen', 'Seen with a value'],
];

/** Documented fields by resource, and what the run's answers held of them. Results of format 1.0 do not have them. */
export function documentedFields({ fields = [] }: ConformanceResult): SectionProps | null {
  if (fields.length === 0) return null;
  const resources = grouped(fields, ({ resource }) => resource);
  return {
    id: 'fields',
    heading: 'Documented fields',
    tally: seenOf(fields),
    filtered: 'goes',
    lead: 'Only ever null: seen, though nothing is known of its values. Never seen: in no answer of this run, which may be right.',
    children: (
      <Fold summary={counted(resources.size, 'resource')}>
        <dl class="reasons">
          {[...resources].map(([name, own]) => (
            <Resource key={name} name={name} fields={own} />
          ))}
        </dl>
      </Fold>
    ),
  };
}

function Resource({ name, fields }: { name: string; fields: readonly FieldResult[] }) {
  const states = STATES.map(([state, words]) => ({
    words,
    names: fields.flatMap((field) => (field.state === state ? [field.pointer] : [])),
  }));
  return (
    <div>
      <dt>
        {name} <span class="where">{`· ${seenOf(fields)}`}</span>
      </dt>
      {states.map(({ words, names }) =>
        names.length === 0 ? null : (
          <dd key={words}>
            {`${words}: `}
            <Codes names={names} />
          </dd>
        ),
      )}
    </div>
  );
}

function seenOf(fields: readonly FieldResult[]): string {
  return `${fields.filter(({ state }) => state === 'seen' || state === 'only-null').length} of ${fields.length} seen`;
}
