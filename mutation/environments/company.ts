import { jsonIn, succeeded, withJson } from '../answers.ts';
import { idsIn } from '../faults/customers.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { counting } from '../rows.ts';

/** Somebody else renames the customers that the run has updated: all at once. */
export function renaming(): Interposition {
  let renamed = 0;
  const known = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    for (const id of updatedIn(request, answer)) known.add(id);
    const now = Date.now();
    if (now - renamed < 300 || request.endpoint !== 'batchUpdateCustomers' || answer.status >= 300) return answer;
    renamed = now;
    await forward(withCustomers(request, [...known], `Ada ${now}`));
    return answer;
  };
}

/** Somebody else renames one of them after the other, whatever the run does. @param named the name, by its number */
export function synchronising(everyMs: number, named = (turn: number) => `Ada ${turn}`): Interposition {
  const known = new Set<unknown>();
  let [timer, turn]: [NodeJS.Timeout | null, number] = [null, 0];
  return async (request, forward) => {
    const answer = await forward(request);
    for (const id of updatedIn(request, answer)) known.add(id);
    if (known.size === 0 || timer !== null) return answer;
    const rename = () => {
      turn += 1;
      // The service may have ended.
      forward(withCustomers(request, [[...known][turn % known.size]], named(turn))).catch(() => clearInterval(timer ?? undefined));
    };
    timer = setInterval(rename, everyMs).unref();
    return answer;
  };
}

/** Somebody else gives the templates another subject, now and then from one request on. */
export function editing(first: number, every: number): Interposition {
  const subjects = new Map<unknown, unknown>();
  return counting(async (count, request, forward) => {
    const answer = await forward(request);
    const copied = answer.status < 300 && /^copy/.test(request.endpoint ?? '') ? (jsonIn(answer.body) as { id?: unknown } | null) : null;
    if (copied === null) return answer;
    const edits = Math.max(0, Math.ceil((count - first) / every));
    const subject = subjects.get(request.id) ?? `Edited ${edits} times`;
    subjects.set(copied.id, subject);
    return withJson(answer, { ...copied, subject });
  })();
}

const updatedIn = (request: PassingRequest, answer: PassingAnswer) =>
  request.endpoint === 'batchUpdateCustomers' && succeeded(answer) ? idsIn(request) : [];

const withCustomers = (request: PassingRequest, ids: readonly unknown[], full_name: string) =>
  withJson(request, { customers: ids.map((id) => ({ id, full_name })) });

/** Another run of the suite, which began now, makes up names. */
export function namesOfAnotherRun(): (turn: number) => string {
  const run = `conformance-${Date.now().toString(36)}abc`;
  return (turn) => `${run}-d-${String(turn).padStart(5, '0')}`;
}
