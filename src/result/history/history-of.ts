import { isSameTarget } from '../../settings/files/baseline.ts';
import type { EndpointLatencies, History, LeftOut } from './history.ts';
import { namesOf } from './names.ts';
import type { ResultRecord } from './record.ts';
import { withSharedStatements } from './shared-statements.ts';
import { trackFindings } from './track.ts';

/** The history of the target of the newest result that knows its own, in the order of time. Pure. At least one record is needed. */
export function historyOf(given: readonly ResultRecord[]): History {
  const inOrder = given.toSorted((a, b) => compareTexts(a.run.startedAt, b.run.startedAt) || compareTexts(a.run.file, b.run.file));
  const newest = inOrder.findLast(({ target: { baseUrl } }) => baseUrl !== '') ?? inOrder.at(-1);
  if (newest === undefined) throw new Error('A history needs a result.');
  const { target } = newest;
  const leftOut: LeftOut[] = [];
  const taken = new Map<string, ResultRecord>();
  for (const record of inOrder) {
    const { file } = record.run;
    const twin = taken.get(keyOf(record));
    if (!isSameTarget(record.target, target))
      leftOut.push({ file, reason: `of another target: ${nameOf(record.target)}`, advice: 'Give it a folder and a history of its own.' });
    else if (twin !== undefined)
      leftOut.push({ file, reason: `the same run as ${twin.run.file}`, advice: 'Nothing is missing: the run counts once.' });
    else taken.set(keyOf(record), record);
  }
  const own = [...taken.values()];
  const names = namesOf(own.map(({ run }) => run));
  const { records, notCompared } = withSharedStatements(own, names);
  return {
    target,
    runs: own.map(({ run }, index) => ({ ...run, name: names[index] ?? run.file })),
    findings: trackFindings(records),
    endpoints: endpointsOf(own),
    leftOut,
    notCompared,
  };
}

/** Not by the reader's language: two machines make the same page. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A result lies in several files where it is kept and is a baseline too. */
function keyOf({ run, target, runIds }: ResultRecord): string {
  return JSON.stringify([target.baseUrl, run.startedAt, run.seed, runIds]);
}

function nameOf({ baseUrl, embedded }: ResultRecord['target']): string {
  if (embedded) return 'the embedded reference service';
  return baseUrl === '' ? 'not known, since the run ended before' : baseUrl;
}

/** The endpoints as the newest run that has them knows them. */
function endpointsOf(records: readonly ResultRecord[]): EndpointLatencies[] {
  const latest = new Map(records.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.number, endpoint] as const)));
  return [...latest.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, method, path }) => ({
      number,
      method,
      path,
      latencies: records.map(({ endpoints, latencies }) => {
        const isSame = endpoints.some((endpoint) => endpoint.number === number && endpoint.method === method && endpoint.path === path);
        return isSame ? (latencies.find(({ endpoint }) => endpoint === number) ?? null) : null;
      }),
    }));
}
