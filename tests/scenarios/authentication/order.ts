import { orderFindings } from '../../../src/checks/answers.ts';
import { foundIn } from '../../../src/checks/finding.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inShort, isBroken, reportUnderLoad, sentAlone } from '../under-load.ts';
import type { Attempt } from './attempts.ts';

/** A report gains nothing from more failures of one kind. */
const MOST_REPEATED = 3;

/** Odd credentials are blamed only for what breaks once more, alone. */
export async function checkOrder(
  { record, check, implementation }: ScenarioContext,
  name: EndpointName,
  control: Exchange,
  attempts: readonly Attempt[],
): Promise<void> {
  const exchanges = attempts.map(({ exchange }) => exchange);
  const broken = attempts.filter(({ exchange }) => isBroken(exchange)).slice(0, MOST_REPEATED);
  const repeated: { readonly exchange: Exchange; readonly again: Exchange | null }[] = [];
  for (const { call, exchange } of broken)
    repeated.push({ exchange, again: await sentAlone(() => implementation.client.send(name, call)) });
  const blamed = repeated.filter(({ again }) => again === null || isBroken(again));
  const [unblamed] = repeated.filter(({ again }) => again !== null && !isBroken(again));
  const contrast = `good credentials: ${inShort(control)}`;
  const findings = blamed.flatMap(({ exchange }) => foundIn(exchange, orderFindings(exchange)));
  if (unblamed?.again && blamed.length === 0) {
    const { again } = unblamed;
    await reportUnderLoad(record, name, exchanges, async () => again);
  }
  check({ 'robustness.odd-credentials': { findings: findings, exchanges: [control], contrast } });
}
