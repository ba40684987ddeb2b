import type { Finding } from '../src/result/result.ts';
import type { Fault } from './interposition.ts';
import { countingFindings, isNamedBy } from './judge-fault.ts';
import { runSuite } from './run-suite.ts';

/** Few inputs, since more of them add to the count of a finding and not to the findings. Patience, since a busy machine's pause would be one. */
const VARIABLES = { CES_PROPERTY_RUNS: '3', CES_TIMEOUT_MS: '40000', CES_RESOLUTION_TIMEOUT_MS: '8000' };

/** What people are shown of one fault when the whole suite runs. */
export interface FindingCount {
  readonly name: string;
  readonly breaks: Fault['breaks'];
  /** Findings that count against an implementation, the most telling first. */
  readonly findings: readonly Finding[];
  /** The first finding names the fault: its statement, at one of its endpoints. */
  readonly namedFirst: boolean;
}

/** Runs the whole suite against one fault, and does not stop at the first failure. */
export async function countFindings(fault: Fault): Promise<FindingCount> {
  const { name, breaks } = fault;
  const plan = { parts: [() => true], settles: () => false, variables: { ...VARIABLES, ...fault.variables }, label: 'count' };
  const { result } = await runSuite(fault, plan);
  const findings = countingFindings(result.findings ?? []);
  return { name, breaks, findings, namedFirst: findings[0] !== undefined && isNamedBy(fault, findings[0]) };
}
