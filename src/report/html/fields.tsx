/** @jsxImportSource preact */
import type { FieldResult, FieldState } from '../../result/result.ts';
import { count } from './words.ts';

/** In the order of a reader's interest. */
const STATES: readonly { readonly state: FieldState; readonly name: string }[] = [
  { state: 'never-seen', name: 'Never seen' },
  { state: 'only-null', name: 'Only ever null' },
  { state: 'not-assessed', name: 'Not assessed' },
  { state: 'seen', name: 'Seen with a value' },
];

/** Documented fields by resource, and what the run's answers held of them. Results of format 1.0 do not have them. */
export function DocumentedFields(props: { fields: readonly FieldResult[] | undefined }) {
  const { fields = [] } = props;
  if (fields.length === 0) return null;
  const resources = [...new Set(fields.map(({ resource }) => resource))];
  return (
    <section id="fields" data-aside aria-labelledby="fields-heading">
      <h2 id="fields-heading">
        Documented fields <span class="tally">{seenOf(fields)}</span>
      </h2>
      <p class="lead">
        Only ever null: seen, though nothing is known of its values. Never seen: in no answer of this run, which may be right.
      </p>
      <details class="fold">
        <summary>{count(resources.length, 'resource')}</summary>
        <dl class="reasons">
          {resources.map((name) => (
            <Resource key={name} name={name} fields={fields.filter(({ resource }) => resource === name)} />
          ))}
        </dl>
      </details>
    </section>
  );
}

function Resource(props: { name: string; fields: readonly FieldResult[] }) {
  const { name, fields } = props;
  return (
    <div>
      <dt>
        {name} <span class="where">{`· ${seenOf(fields)}`}</span>
      </dt>
      {STATES.map((entry) => {
        const own = fields.filter(({ state }) => state === entry.state);
        return own.length === 0 ? null : (
          <dd key={entry.state}>
            {`${entry.name}: `}
            {own.map(({ pointer }, index) => (
              <>
                {index > 0 ? ', ' : null}
                <code key={pointer}>{pointer}</code>
              </>
            ))}
          </dd>
        );
      })}
    </div>
  );
}

function seenOf(fields: readonly FieldResult[]): string {
  return `${fields.filter(({ state }) => state === 'seen' || state === 'only-null').length} of ${fields.length} seen`;
}
