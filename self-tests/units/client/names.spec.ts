import { RunState } from '../../../src/engine/run-state.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

test('no name of a run is the beginning of another: a value that is out of date would look like one that was cut', async () => {
  const settings = readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' });
  const session = new Session(new RunState(settings), 'names');
  const names = Array.from({ length: 1200 }, session.implementation.unique);
  await session.run.close();
  const sorted = names.toSorted();
  expect(new Set(names).size).toBe(1200);
  expect(sorted.filter((name, index) => sorted[index + 1]?.startsWith(name))).toEqual([]);
});
