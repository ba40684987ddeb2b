import type { Finding } from '../../../src/checks/finding.ts';
import { stableReadFindings } from '../../../src/checks/stability.ts';
import type { Call } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { now, sleep } from '../../../src/client/time.ts';
import { pollUntil } from '../../../src/client/wait-policy.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isClientError, isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';

/** What is made in the background is ready by then. */
const READY_MS = 3000;

/**
 * The first three reads of something new agree: a cache that answers the second one says what the first one said. Nobody else knows the
 * record, but it may still be made ready in the background. So a difference counts only when another record, left alone for a while, differs too.
 * @param newRecord makes a record, and gives the call that reads it
 */
export function firstReadsAgree(name: EndpointName, newRecord: (implementation: Implementation) => Promise<Call>) {
  return scenario(covers(name, 'robustness.reading-is-safe', { optional: true }), async ({ implementation, check }) => {
    const once = await firstReads(implementation, name, await newRecord(implementation));
    if (once.findings.length === 0) return check({ 'robustness.reading-is-safe': [] }, ...once.exchanges);
    const call = await newRecord(implementation);
    await sleep(READY_MS);
    const again = await firstReads(implementation, name, call);
    check({ 'robustness.reading-is-safe': again.findings }, ...again.exchanges);
  });
}

async function firstReads(
  { client }: Implementation,
  name: EndpointName,
  call: Call,
): Promise<{ findings: readonly Finding[]; exchanges: readonly Exchange[] }> {
  const read = () => client.send(name, call);
  let first = await read();
  await pollUntil(now() + READY_MS, async () => {
    if (!isClientError(first)) return first;
    first = await read();
    return null;
  });
  if (!isSuccess(first)) throw new NotAssessed(`What is new cannot be read: ${outcome(first)}`);
  const later = [await read(), await read()];
  const findings = later.map((second) => stableReadFindings(name, first, second)).find((found) => found.length > 0) ?? [];
  return { findings, exchanges: [first, ...later] };
}
