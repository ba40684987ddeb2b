/** @jsxImportSource preact */
import type { FieldResult, FieldState } from '../result.ts';
import { Scroll } from './scroll.tsx';
import { count } from './words.ts';

const STATES: readonly { readonly state: FieldState; readonly heading: string }[] = [
  { state: 'never-seen', heading: 'Never seen' },
  { state: 'only-null', heading: 'Only ever null' },
  { state: 'seen', heading: 'Seen with a value' },
  { state: 'not-assessed', heading: 'Not assessed' },
];

/** Documented fields by resource: what the answers of the run held of them. Results of format 1.0 do not tell. */
export function DocumentedFields(props: { fields: readonly FieldResult[] | undefined }) {
  const { fields = [] } = props;
  if (fields.length === 0) return null;
  const of = (state: FieldState) => fields.filter((field) => field.state === state).length;
  const resources = [...new Set(fields.map(({ resource }) => resource))];
  return (
    <section id="fields" data-aside aria-labelledby="fields-heading">
      <h2 id="fields-heading">
        Documented fields <span class="tally">{`${of('seen') + of('only-null')} of ${fields.length} seen`}</span>
      </h2>
      <p class="lead">
        Present but always null: seen, though nothing is known of its values. Never seen: in no answer of this run, which may be right.
      </p>
      <details class="fold">
        <summary>{count(resources.length, 'resource')}</summary>
        <Scroll label="Table of documented fields">
          <table class="figures words">
            <thead>
              <tr>
                <th scope="col">Resource</th>
                {STATES.map(({ state, heading }) => (
                  <th key={state} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {resources.map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {STATES.map(({ state }) => (
                    <td key={state}>
                      <Pointers
                        pointers={fields.flatMap((field) => (field.resource === name && field.state === state ? [field.pointer] : []))}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </section>
  );
}

function Pointers(props: { pointers: readonly string[] }) {
  if (props.pointers.length === 0) return <span class="zero">none</span>;
  return (
    <>
      {props.pointers.map((pointer, index) => (
        <>
          {index > 0 ? ', ' : null}
          <code key={pointer}>{pointer}</code>
        </>
      ))}
    </>
  );
}
