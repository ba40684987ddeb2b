import { preflight } from '../../../src/client/preflight.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../http/fixtures.ts';

const VARIABLES = {
  CES_USERNAME: 'ada',
  CES_PASSWORD: 'Sesame-77',
  CES_SEGMENT_ID: 'segment',
  CES_SENT_EMAIL_ID: 'email',
  CES_EMAIL_BLAST_ID: 'blast',
  // Longer than the test's own time.
  CES_TIMEOUT_MS: '600000',
};

test('an endpoint that hangs does not hold up the preflight, and is left to the run', async ({ serve }) => {
  const CES_BASE_URL = await serve((request, response) => {
    if (request.url !== '/segments/segment') response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const session = new Session(new RunState(readSettings({ ...VARIABLES, CES_BASE_URL })), 'preflight');
  try {
    const { obstacle, answers } = await preflight(session.implementation);
    expect(obstacle).toBeNull();
    expect(answers.map(({ name }) => name)).toEqual(['getSentEmail', 'listEmailBlastExecutions']);
  } finally {
    await session.run.close();
  }
});
