import type { Card } from './card.ts';

export const createBusiness: Card = {
  typicalCalls: async ({ unique }) => {
    const name = unique();
    const full = {
      name,
      metadata: { origin: 'conformance', mark: name, rank: 1 },
      external_id: unique(),
      website: `https://example.com/${name}`,
    };
    return [{ body: full }, { body: { name: full.name, external_id: full.external_id } }, { body: { name: full.name } }];
  },
  creates: { kind: 'business', one: 'business', many: 'businesses' },
};
