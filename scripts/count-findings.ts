// Measures how many findings people are shown of one fault, over all faults or a sample: every nth one, beginning with an offset.
// `tsx scripts/count-findings.ts 8 1` runs every eighth fault from the second on; a fault takes some five seconds.
import { countFindings, type FindingCount } from '../mutation/count-findings.ts';
import { FAULTS } from '../mutation/faults/index.ts';

const [every = 1, offset = 0] = process.argv.slice(2).map(Number);
const counts: FindingCount[] = [];
for (const fault of FAULTS.filter((_, index) => index % every === offset)) {
  const count = await countFindings(fault);
  counts.push(count);
  process.stdout.write(`${row(count)}\n`);
}

const sizes = counts.map(({ findings }) => findings.length).sort((a, b) => a - b);
const share = (part: number) => `${part} of ${counts.length} (${((100 * part) / counts.length).toFixed(1)} %)`;
const quantile = (of: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * of))];
process.stdout.write(
  [
    '',
    `one finding     ${share(sizes.filter((size) => size === 1).length)}`,
    `named first     ${share(counts.filter(({ namedFirst }) => namedFirst).length)}`,
    `findings        median ${quantile(0.5)}, p90 ${quantile(0.9)}, max ${sizes.at(-1)}`,
    '',
  ].join('\n'),
);

function row({ name, findings, namedFirst }: FindingCount): string {
  const all = findings.map(({ requirement, endpoints, pointer }) => `${requirement} at ${endpoints.join(', ')}${pointer ?? ''}`);
  return `${name}: ${findings.length}${namedFirst ? '' : ', another first'}${findings.length === 1 && namedFirst ? '' : `: ${all.join('; ')}`}`;
}
