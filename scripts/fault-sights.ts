// Which scenarios see which known fault: plays all scenarios at the endpoints of each fault. The first part of `npm run plan`.
import { mkdirSync, writeFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { concernedBy } from '../mutation/fault.ts';
import { FAULTS } from '../mutation/faults/index.ts';
import { runSuite } from '../mutation/run-suite.ts';

const SIDE_BY_SIDE = 3;

const sights: Record<string, string[]> = {};
await pLimit(SIDE_BY_SIDE).map(FAULTS, async (fault) => {
  const { result } = await runSuite(fault, { parts: [concernedBy(fault)], variables: fault.variables ?? {} });
  const checks = result.requirements.filter(({ level }) => level !== 'completeness').flatMap((statement) => statement.checks);
  sights[fault.name] = [...new Set(checks.filter(({ status }) => status === 'failed').map(({ title }) => title))].sort();
  process.stderr.write(`${Object.keys(sights).length} of ${FAULTS.length} ${fault.name} ${sights[fault.name]?.length}\n`);
});
mkdirSync('reports', { recursive: true });
writeFileSync('reports/fault-sights.json', `${JSON.stringify(sights, null, 1)}\n`);
