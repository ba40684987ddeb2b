import type { History } from './history.ts';
import type { RecordedStatement, ResultRecord } from './record.ts';

type Compared = readonly ResultRecord[];

/**
 * The records without the statements that a later one has in other words or at another level: another wording may be another statement. Names each
 * of these with its runs (given by index).
 */
export function withSharedStatements(
  records: Compared,
  names: readonly string[],
): { readonly records: Compared; readonly notCompared: History['notCompared'] } {
  const latest = new Map<string, RecordedStatement>(records.flatMap(({ statements }) => [...statements]));
  const reasonOf = (id: string, statement: RecordedStatement): string | null => {
    const last = latest.get(id);
    if (statement.level !== last?.level) return 'its level is another one in later runs';
    return statement.text === last.text ? null : 'its wording is another one in later runs';
  };
  const left = new Map<string, { id: string; reason: string; runs: string[] }>();
  const shared = records.map((record, index) => {
    const foreign = new Set<string>();
    for (const [id, statement] of record.statements) {
      const reason = reasonOf(id, statement);
      if (reason === null) continue;
      foreign.add(id);
      const entry = left.get(id) ?? { id, reason, runs: [] };
      left.set(id, { ...entry, runs: [...entry.runs, names[index] ?? record.run.file] });
    }
    return foreign.size === 0 ? record : without(record, foreign);
  });
  return { records: shared, notCompared: [...left.values()] };
}

function without(record: ResultRecord, ids: ReadonlySet<string>): ResultRecord {
  return {
    ...record,
    findings: record.findings.filter(({ finding }) => !ids.has(finding.requirement)),
    sightings: record.sightings.filter(({ requirement }) => !ids.has(requirement)),
    statements: new Map([...record.statements].filter(([id]) => !ids.has(id))),
  };
}
