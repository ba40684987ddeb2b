import { freeMember } from '../../../src/generation/free-member.ts';
import { ENDPOINTS } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';

const FREE: Readonly<Record<string, string>> = {
  'campaign-creation': 'metadata',
  'customer-batch-update': 'metadata',
  'business-creation': 'metadata',
  track: 'data',
};

for (const request of ENDPOINTS.flatMap((endpoint) => endpoint.request ?? [])) {
  const expected = FREE[request] ?? null;
  test(`the free member of ${request} is ${expected ?? 'not there'}`, () => {
    expect(freeMember(request)).toBe(expected);
  });
}
