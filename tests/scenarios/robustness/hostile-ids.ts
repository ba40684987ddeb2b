import type { CoveredScenario } from '../../../src/engine/playwright/test.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { HOSTILE_IDS, type OddDifferences } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, sendUnknown } from './send.ts';
import { sendPacked } from './send-packed.ts';

/** Ids that go together in one request. */
const PACKED = { ...HOSTILE_IDS, alone: [] };
/** Ids of which each needs a request. */
const ALONE = { packs: [], alone: HOSTILE_IDS.alone };

export const hostileIdsTogether = (name: EndpointName) => hostileIds(name, PACKED);
export const hostileIdsAlone = (name: EndpointName) => hostileIds(name, ALONE);

function hostileIds(name: EndpointName, ids: OddDifferences): CoveredScenario {
  return [
    covers(name, 'robustness.hostile-ids'),
    scenario(async (context) => {
      await inOrder(context, name, 'robustness.hostile-ids', await sendPacked(context, name, ids, () => sendUnknown(context, name)));
    }),
  ];
}
