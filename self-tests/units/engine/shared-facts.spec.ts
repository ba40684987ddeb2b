import { expect, test } from '@playwright/test';
import { adoptPreflight, sharedFacts } from '../../../src/engine/run-environment.ts';

const VARIABLE = 'CONFORMANCE_RUN';

test('what the processes of a run share is read as the variable stands now, not as it stood before', () => {
  const own = process.env[VARIABLE];
  try {
    delete process.env[VARIABLE];
    expect(sharedFacts()).toEqual({ id: '0', embedded: false, sources: {} });
    process.env[VARIABLE] = JSON.stringify({ id: 'k3', embedded: true, sources: {} });
    expect(sharedFacts()).toMatchObject({ id: 'k3', embedded: true });
    adoptPreflight({ unsound: 'no sound answers', doubt: null, leaving: null });
    expect(sharedFacts()).toMatchObject({ id: 'k3', unsound: 'no sound answers' });
  } finally {
    if (own === undefined) delete process.env[VARIABLE];
    else process.env[VARIABLE] = own;
  }
});
