// Measures how many findings people are shown of one fault, over all faults or a sample: every nth one, beginning with an offset.
// `tsx scripts/count-findings.ts 8 1` runs the whole suite against every eighth fault from the second on, and does not stop at the first failure.
import { FAULTS } from '../mutation/faults/index.ts';
import { countingFindings, isNamedBy } from '../mutation/judge-fault.ts';
import { runSuite } from '../mutation/run-suite.ts';

/** Few inputs, since more of them add to the count of a finding and not to the findings. Patience, since a busy machine's pause would be one. */
const VARIABLES = { CES_PROPERTY_RUNS: '3', CES_TIMEOUT_MS: '40000', CES_RESOLUTION_TIMEOUT_MS: '8000' };

const [every = 1, offset = 0] = process.argv.slice(2).map(Number);
const sizes: number[] = [];
let first = 0;
for (const fault of FAULTS.filter((_, index) => index % every === offset)) {
  const plan = { variables: { ...VARIABLES, ...fault.variables }, label: 'count' };
  const findings = countingFindings((await runSuite(fault, plan)).result.findings ?? []);
  const isNamedFirst = findings[0] !== undefined && isNamedBy(fault, findings[0]);
  const all = findings.map(({ requirement, endpoints, pointer }) => `${requirement} at ${endpoints.join(', ')}${pointer ?? ''}`);
  const more = findings.length === 1 && isNamedFirst ? '' : `: ${all.join('; ')}`;
  process.stdout.write(`${fault.name}: ${findings.length}${isNamedFirst ? '' : ', another first'}${more}\n`);
  sizes.push(findings.length);
  if (isNamedFirst) first += 1;
}

sizes.sort((a, b) => a - b);
const share = (part: number) => `${part} of ${sizes.length} (${((100 * part) / sizes.length).toFixed(1)} %)`;
const quantile = (of: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * of))];
process.stdout.write(`
one finding     ${share(sizes.filter((size) => size === 1).length)}
named first     ${share(first)}
findings        median ${quantile(0.5)}, p90 ${quantile(0.9)}, max ${sizes.at(-1)}
`);
