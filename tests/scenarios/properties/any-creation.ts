import type { Implementation } from '../../../src/client/implementation.ts';
import { type Members, memberBoundaries, membersOf, mergeMembers } from '../../../src/generation/bodies.ts';
import { objectIn } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { endpoint } from '../../../src/specification/endpoints.ts';
import { creationWith, renewed } from '../echo.ts';
import { type Echo, echoJudges } from '../echo-judges.ts';
import type { EchoedMembers, NamedCreation } from '../echoed-members.ts';
import { CONCURRENCY, generalJudges, generalStatements, propertyHolds } from '../property.ts';
import { exampleRecord } from '../records.ts';

interface CreationAttempt extends Echo {
  readonly exchange: Exchange;
}

/** Whatever these members are, they come back with the record. */
export function anyCreationComesBack(name: NamedCreation, echoed: EchoedMembers) {
  const request = endpoint(name).request ?? '';
  const members = Object.keys(echoed);
  const statements = [...generalStatements(name), ...Object.values(echoed).map(([statement]) => statement)];
  return propertyHolds<Members, CreationAttempt>(name, statements, async ({ implementation }) => ({
    arbitrary: membersOf(request, members),
    boundaries: memberBoundaries(request, members).map(({ members, ...boundary }) => ({ ...boundary, input: members })),
    attempt: (input) => attemptCreation(implementation, name, input),
    isAccepted: ({ exchange }) => isSuccess(exchange),
    exchanges: ({ exchange }) => [exchange],
    judges: [
      ...generalJudges<Members, CreationAttempt>(name, implementation.settings.fixtures.designerKind, ({ exchange }) => exchange),
      ...echoJudges<CreationAttempt>(echoed, await exampleRecord(implementation, name)),
    ],
    // One member stays typical, and shows whoever cleans up that the record is the suite's.
    merge: mergeMembers(request, members.length - 1),
    concurrency: CONCURRENCY,
  }));
}

/** The typical creation with these members in place of its own. */
export async function create(implementation: Implementation, name: NamedCreation, members: Members): Promise<Exchange> {
  const { call } = await creationWith(implementation, name, 'name');
  return implementation.client.send(name, { ...call, body: { ...renewed(implementation, call.body), ...members } });
}

async function attemptCreation(implementation: Implementation, name: NamedCreation, members: Members): Promise<CreationAttempt> {
  const exchange = await create(implementation, name, members);
  return { exchange, base: '', record: objectIn(exchange) };
}
