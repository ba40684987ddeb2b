import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createReferenceService, type ReferenceService } from '../../../reference/service.ts';
import type { OpenTarget } from '../open-target.ts';
import { openDelayProxy } from './delay-proxy.ts';
import { limitRate } from './rate-limit.ts';

/** The reference service, as people meet theirs. */
export interface FarTarget {
  readonly name: string;
  open(): Promise<OpenTarget>;
}

/** An ordinary staging: in the same region, in the same continent, overseas. */
export const ROUND_TRIPS_MS = [10, 50, 150] as const;
/** What hosts grant a client of a free plan. */
const MOST_A_SECOND = 20;

export const LIMITED: FarTarget = { name: `${MOST_A_SECOND} requests a second, else 429`, open: openLimited };
export const FAR_TARGETS: readonly FarTarget[] = [...ROUND_TRIPS_MS.map(behind), LIMITED];

/** The reference service behind a round trip of so many milliseconds. */
export function behind(roundTripMs: (typeof ROUND_TRIPS_MS)[number]): FarTarget {
  return {
    name: `behind ${roundTripMs} ms`,
    open: async () => {
      const service = freshService();
      const proxy = await openDelayProxy(await listen(service), roundTripMs);
      return {
        variables: service.fixtures(`http://127.0.0.1:${proxy.port}`),
        close: async () => {
          await proxy.close();
          await service.close();
        },
      };
    },
  };
}

async function openLimited(): Promise<OpenTarget> {
  const service = freshService();
  limitRate(service.app, MOST_A_SECOND);
  return { variables: service.fixtures(`http://127.0.0.1:${await listen(service)}`), close: () => service.close() };
}

function freshService(): ReferenceService {
  return createReferenceService({ username: 'bench', password: randomBytes(9).toString('base64url') });
}

async function listen({ app }: ReferenceService): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
