/** @jsxImportSource preact */
import type { ConformanceResult } from '../result.ts';
import { Scroll } from './scroll.tsx';
import { count } from './words.ts';

interface Resource {
  readonly name: string;
  readonly seen: readonly string[];
  readonly neverSeen: readonly string[];
}

/** Documented fields by resource: which of them some answer of the run held, null ones too. */
export function DocumentedFields(props: { requirements: ConformanceResult['requirements'] }) {
  const resources = resourcesOf(props.requirements);
  if (resources.length === 0) return null;
  const all = resources.flatMap(({ seen, neverSeen }) => [...seen, ...neverSeen]).length;
  const seen = resources.flatMap((resource) => resource.seen).length;
  return (
    <section id="fields" data-aside aria-labelledby="fields-heading">
      <h2 id="fields-heading">
        Documented fields <span class="tally">{`${seen} of ${all} seen`}</span>
      </h2>
      <p class="lead">A field counts as seen when an answer of this run held it, be it null. A field never seen may be absent by right.</p>
      <details class="fold">
        <summary>{count(resources.length, 'resource')}</summary>
        <Scroll label="Table of documented fields">
          <table class="figures words">
            <thead>
              <tr>
                <th scope="col">Resource</th>
                <th scope="col">Seen</th>
                <th scope="col">Never seen</th>
                <th scope="col">Fields seen</th>
              </tr>
            </thead>
            <tbody>
              {resources.map((resource) => (
                <ResourceRow key={resource.name} resource={resource} />
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </section>
  );
}

function ResourceRow(props: { resource: Resource }) {
  const { name, seen, neverSeen } = props.resource;
  const answered = seen.length + neverSeen.length > 0;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{answered ? `${seen.length} of ${seen.length + neverSeen.length}` : 'no answer held it'}</td>
      <td>
        {neverSeen.length === 0 ? <span class="where">{answered ? 'none' : 'not assessed'}</span> : <Pointers pointers={neverSeen} />}
      </td>
      <td>
        <Pointers pointers={seen} />
      </td>
    </tr>
  );
}

function Pointers(props: { pointers: readonly string[] }) {
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

/** The title of a completeness check is its resource and the field's pointer; the resource alone where no answer held it. */
const TITLE = /^(\S+)(?: (\/\S*))?$/;

function resourcesOf(requirements: ConformanceResult['requirements']): Resource[] {
  const resources = new Map<string, { name: string; seen: string[]; neverSeen: string[] }>();
  for (const { title, status } of requirements.filter(({ level }) => level === 'completeness').flatMap(({ checks }) => checks)) {
    const [, name, pointer] = TITLE.exec(title) ?? [];
    if (name === undefined) continue;
    const resource = resources.get(name) ?? { name, seen: [], neverSeen: [] };
    resources.set(name, resource);
    if (pointer !== undefined && status !== 'not-assessed') (status === 'passed' ? resource.seen : resource.neverSeen).push(pointer);
  }
  return [...resources.values()];
}
