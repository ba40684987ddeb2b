import { jsonValue } from '../../../src/checks/answers.ts';
import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { pathFindings } from '../../../src/checks/identity.ts';
import { recordsOf } from '../../../src/checks/shape.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { recordOf } from '../records.ts';

/** The addresses that an answer of `listEmailAddresses` lists. */
export function listedAddresses(exchange: Exchange): Record<string, unknown>[] {
  return recordsOf('listEmailAddresses', jsonValue(exchange));
}

/** An address of the whole project has no business to name. */
export function isOwned({ business }: Readonly<Record<string, unknown>>): boolean {
  return typeof business === 'string' && business !== '';
}

/**
 * Listed addresses that name another business than the one in the path. Addresses are managed per business; one that several share is the
 * project's, and may name its first owner (docs/reading-rules.md, rule 13).
 */
export async function foreignAddressFindings(implementation: Implementation, business: string, exchange: Exchange): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, address] of listedAddresses(exchange).entries()) {
    if (!isOwned(address) || address.business === business || (await isOfProject(implementation, address.id))) continue;
    findings.push(...foundIn(exchange, pathFindings(address, 'business', business, `/email_addresses/${index}`)));
  }
  return findings;
}

function isOfProject(implementation: Implementation, id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return Promise.resolve(false);
  return implementation.once(`project address ${id}`, async () => {
    const read = await implementation.client.send('getProjectEmailAddress', { id });
    return isSuccess(read) && recordOf(read).id === id;
  });
}
