import { RunState } from '../../../src/engine/run-state.ts';
import { runScenario } from '../../../src/engine/scenario.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

test('a mistake of the suite shows no secret that a target put into its message', async () => {
  const settings = readSettings({ CES_BASE_URL: 'http://127.0.0.1:1', CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' });
  const session = new Session(new RunState(settings), 'suite-error');
  const body = async () => {
    throw new TypeError('Sesam\\u0065-77 is not iterable', { cause: new Error('Sesame-77') });
  };
  const { suiteError, evidence } = await runScenario(
    { title: 'a scenario', covers: { endpoint: 'getEvent', statements: [] }, body },
    session,
  );
  await session.run.close();
  expect(suiteError?.message).toBe('(redacted) is not iterable');
  expect(suiteError?.stack).toMatch(/^TypeError: \(redacted\) is not iterable\n {4}at .*suite-error\.spec\.ts/);
  expect(suiteError?.cause).toBeUndefined();
  expect(evidence.suiteError).toBe('(redacted) is not iterable');
});
