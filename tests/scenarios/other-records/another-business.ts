import type { Implementation } from '../../../src/client/implementation.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';

export interface AnotherBusiness {
  readonly id: string;
  /** The creation. */
  readonly exchange: Exchange;
}

/**
 * A business beside the one that all other checks use. It was just created, so it has no customers, and no addresses of its own.
 * @throws NotAssessed where none can be created
 */
export function anotherBusiness(implementation: Implementation): Promise<AnotherBusiness> {
  return implementation.once('another business', async () => {
    const exchange = await implementation.freshExample('createBusiness');
    const { id } = recordOf(exchange);
    if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
    return { id, exchange };
  });
}
