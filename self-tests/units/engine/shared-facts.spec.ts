import { adoptProviderStates, sharedFacts } from '../../../src/engine/run-environment.ts';
import { expect, test } from '../../test.ts';

const VARIABLE = 'CONFORMANCE_RUN';

test('what the processes of a run share is read as the variable stands now, not as it stood before', () => {
  const own = process.env[VARIABLE];
  try {
    delete process.env[VARIABLE];
    expect(sharedFacts()).toEqual({ id: '0', embedded: false, sources: {} });
    process.env[VARIABLE] = JSON.stringify({ id: 'k3', embedded: true, sources: {} });
    expect(sharedFacts()).toMatchObject({ id: 'k3', embedded: true });
    adoptProviderStates({}, { CES_SEGMENT_ID: 'no state gave it' });
    expect(sharedFacts()).toMatchObject({ id: 'k3', missing: { CES_SEGMENT_ID: 'no state gave it' } });
  } finally {
    if (own === undefined) delete process.env[VARIABLE];
    else process.env[VARIABLE] = own;
  }
});
