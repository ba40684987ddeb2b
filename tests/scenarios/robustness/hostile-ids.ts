import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { askedIdFindings } from '../../../src/checks/identity.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { HOSTILE_IDS, type OddDifferences } from '../../../src/generation/hostile.ts';
import { objectIn } from '../../../src/http/body.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { type StatementId, statementOf } from '../../../src/specification/register.ts';
import { schema } from '../../../src/specification/schemas.ts';
import { type Attempt, inOrder, sendUnknown } from './send.ts';
import { sendPacked } from './send-packed.ts';

const ASKED_ID: StatementId = 'record.id-is-asked-id';
const MOST_SHOWN = 3;

/** Ids that go together in one request. */
const PACKED = { ...HOSTILE_IDS, alone: [] };
/** Ids of which each needs a request. */
const ALONE = { packs: [], alone: HOSTILE_IDS.alone };

export const hostileIdsTogether = (name: EndpointName) => hostileIds(name, PACKED);
export const hostileIdsAlone = (name: EndpointName) => hostileIds(name, ALONE);

/** What is asked for under an odd id is answered in order, and it is no record of another id: nobody made one of this. */
function hostileIds(name: EndpointName, ids: OddDifferences) {
  const answersItsId = statementOf(ASKED_ID).endpoints.includes(name);
  return scenario(covers(name, ['robustness.hostile-ids', ...(answersItsId ? [ASKED_ID] : [])]), async (context) => {
    const attempts = await sendPacked(context, name, ids, () => sendUnknown(context, name));
    if (answersItsId) await noStrangers(context, name, attempts);
    await inOrder(context, name, 'robustness.hostile-ids', attempts);
  });
}

/** It shows something only where a known id brings its record back. */
async function noStrangers({ implementation, check, notAssessed }: ScenarioContext, name: EndpointName, attempts: readonly Attempt[]) {
  try {
    const control = await implementation.example(name);
    if (!isSuccess(control)) notAssessed(ASKED_ID, `The request for a known id does not succeed: ${outcome(control)}`);
    else check({ [ASKED_ID]: attempts.flatMap((attempt) => strangerFindings(name, attempt)).slice(0, MOST_SHOWN) }, control);
  } catch (error) {
    if (!(error instanceof NotAssessed)) throw error;
    notAssessed(ASKED_ID, error.message, error.variables);
  }
}

/** A success may hold an error: a record has another documented member beside its `id`. */
function strangerFindings(name: EndpointName, { difference: { id, rawId = '' }, exchange }: Attempt): Finding[] {
  const record = objectIn(exchange);
  if (record === null || typeof record.id !== 'string') return [];
  const members = Object.keys(schema(endpoint(name).response ?? '').properties ?? {}).filter((member) => member !== 'id');
  if (!members.some((member) => Object.hasOwn(record, member))) return [];
  return foundIn(exchange, askedIdFindings(record, id ?? rawId));
}
