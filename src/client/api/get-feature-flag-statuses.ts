import { need } from '../../settings/not-assessed.ts';
import { flagQuery } from '../feature-flags.ts';
import type { Card } from './card.ts';

export const getFeatureFlagStatuses: Card = {
  typicalCalls: async ({ settings: { fixtures }, businessId }) => {
    const parameter = need(fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM');
    const names = need(fixtures.featureFlags.length > 0 ? fixtures.featureFlags : null, 'CES_FEATURE_FLAGS');
    return [{ id: await businessId(), query: flagQuery(parameter, names, fixtures.featureFlagsEncoding) }];
  },
};
