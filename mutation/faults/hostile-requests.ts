import { CRASH, sentJson } from '../answers.ts';
import type { Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { instead, type Spoil } from '../rows.ts';

export const HANG: Misbehaviour = { misbehaviour: 'hang' };
export const RESET: Misbehaviour = { misbehaviour: 'reset' };

/** The service falls over such a request: with 500 where nothing else is said. */
export function falls(when: (request: PassingRequest) => boolean, how: PassingAnswer | Misbehaviour = CRASH): Spoil {
  return instead((request) => (when(request) ? how : null));
}

/** Most services look at the credentials first. */
export function isAuthorised({ headers }: PassingRequest): boolean {
  return headers.authorization !== undefined;
}

export function isJson(request: PassingRequest): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
    return true;
  } catch {
    return false; // Not JSON: that is the answer.
  }
}

/** Requests whose JSON body has this member, and that of a certain kind. */
export function sends(name: string, is: (value: unknown) => boolean): (request: PassingRequest) => boolean {
  return (request) => {
    const sent = sentJson(request);
    return sent !== null && Object.hasOwn(sent, name) && is(sent[name]);
  };
}
