import type { Call } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type EndpointName, endpoint, READS } from '../../../src/specification/endpoints.ts';

/** Endpoints that answer the record asked for. An event is none of them: it would have to be tracked and found first. */
const ANSWER_ONE_RECORD = READS.filter((name) => {
  const { list, resources } = endpoint(name);
  return list === null && resources.length > 0 && name !== 'getEvent';
});

export interface ReadableCall {
  readonly name: EndpointName;
  readonly call: Call;
}

/** A call of each of these endpoints that succeeds. */
export async function readableCalls(implementation: Implementation): Promise<ReadableCall[]> {
  const calls = await Promise.all(
    ANSWER_ONE_RECORD.map(async (name) => {
      const example = await implementation.example(name).catch((error: unknown) => {
        if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
        throw error;
      });
      const [call] = example && isSuccess(example) ? await implementation.typicalCalls(name) : [];
      return call ? [{ name, call }] : [];
    }),
  );
  return calls.flat();
}
