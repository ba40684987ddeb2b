import type { EndpointName } from '../../src/specification/endpoints.ts';
import { isObject, succeeded } from '../answers.ts';
import { numberOf } from '../fault.ts';
import type { Interposition, Variant } from '../interposition.ts';
import { answerOf, jsonIn } from './answers.ts';

/** What was accepted once at an endpoint is refused there from then on. */
function unique(endpoint: EndpointName, member: string): () => Interposition {
  return () => {
    const taken = new Set<unknown>();
    return async (request, forward) => {
      const body = request.endpoint === endpoint ? jsonIn(request.body) : undefined;
      const value = isObject(body) ? body[member] : undefined;
      if (value === undefined) return forward(request);
      if (taken.has(value)) return answerOf(409, { error: `${member} is taken` });
      const answer = await forward(request);
      if (succeeded(answer)) taken.add(value);
      return answer;
    };
  };
}

export const UNIQUENESS_VARIANTS: readonly Variant[] = [
  ['createBusiness', 'name'] as const,
  ['createBusiness', 'external_id'] as const,
  ['createBusiness', 'website'] as const,
  ['createCampaign', 'name'] as const,
].map(([endpoint, member]) => ({
  name: `refuses a ${member} that was there before at endpoint ${numberOf(endpoint)}`,
  permitted: 'Limits and errors are not shown; nor is it said that two records may share a value',
  interpose: unique(endpoint, member),
}));
