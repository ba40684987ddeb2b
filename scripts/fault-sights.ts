// Which scenarios see which known fault: plays all scenarios at the endpoints of each fault. `tsx scripts/fault-sights.ts 1/2` does every second fault.
import { mkdirSync, writeFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { concernedBy } from '../mutation/fault.ts';
import { FAULTS } from '../mutation/faults/index.ts';
import { runSuite } from '../mutation/run-suite.ts';

const [part = 1, parts = 1] = (process.argv[2] ?? '1/1').split('/').map(Number);
const most = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const SIDE_BY_SIDE = 3;

const chosen = FAULTS.filter((_, index) => index % parts === part - 1).slice(0, most);
const sights: Record<string, string[]> = {};
await pLimit(SIDE_BY_SIDE).map(chosen, async (fault) => {
  const { result } = await runSuite(fault, {
    parts: [concernedBy(fault)],
    settles: () => false,
    ...(fault.variables && { variables: fault.variables }),
  });
  const failed = result.requirements
    .filter(({ level }) => level !== 'completeness')
    .flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed'));
  sights[fault.name] = [...new Set(failed.map(({ title }) => title))].sort();
  process.stderr.write(`${Object.keys(sights).length} of ${chosen.length} ${fault.name} ${sights[fault.name]?.length}\n`);
});
mkdirSync('reports', { recursive: true });
writeFileSync(`reports/fault-sights-${part}.json`, `${JSON.stringify(sights, null, 1)}\n`);
