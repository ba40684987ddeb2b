import type { Judge } from '../../src/engine/property/property.ts';
import type { Members } from '../../src/generation/bodies.ts';
import { type EchoedMembers, echoDeviations, show } from '../judging.ts';
import type { Call, EndpointName, Exchange, Implementation } from '../library.ts';
import { isRefusal, isSuccess, memberPointer, refusalOf } from '../library.ts';
import { NotAssessed, recordOf, scenario } from '../suite.ts';

/** Endpoints that create a record of a name. */
export type NamedCreation = 'createBusiness' | 'createCampaign';

/** A member of the typical creation comes back with the created record. */
export function memberComesBack(name: EndpointName, member: string, [statement, likeness]: EchoedMembers[string]) {
  return scenario(name, statement, async ({ implementation, check }) => {
    const { call, exchange } = await creationWith(implementation, name, member);
    const record = recordOf(exchange);
    if (!Object.hasOwn(record, member)) throw new NotAssessed(`The answer does not hold \`${member}\``);
    const sent = (call.body as Record<string, unknown>)[member];
    check({ [statement]: echoDeviations(likeness, sent, record[member], memberPointer(member)) }, exchange);
  });
}

/** An accepted creation that sends the member: the fullest if that was accepted, else one of the member and little else. */
export function creationWith(
  implementation: Implementation,
  name: EndpointName,
  member: string,
): Promise<{ call: Call; exchange: Exchange }> {
  return implementation.once(`creation ${name} with ${member}`, async () => {
    const full = await implementation.accepted(name);
    if (!isSuccess(full.exchange)) throw new NotAssessed(`The request did not succeed: ${refusalOf(full.exchange)}`);
    if (Object.hasOwn(full.call.body as object, member)) return full;
    const calls = (await implementation.typicalCalls(name)).filter(({ body }) => Object.hasOwn(body as object, member));
    const value = (calls[0]?.body as Record<string, unknown> | undefined)?.[member];
    const variables = VARIABLES[member] ?? [];
    if (value === undefined) throw new NotAssessed(`Nothing to send as \`${member}\``, variables);
    const call = { ...full.call, body: { ...renewed(implementation, full.call.body), [member]: value } };
    const exchange = await implementation.client.send(name, call);
    if (isRefusal(exchange)) {
      const from = variables[0] === undefined ? '' : ` (${variables[0]})`;
      throw new NotAssessed(`The implementation refuses \`${member}\` ${show(value)}${from} with ${exchange.answer?.status}`, variables);
    }
    return { call, exchange };
  });
}

/** A creation's body with new values where some implementations want them to be unique (its name, outside id and website), and where several at once may share them. */
export function renewed({ unique }: Implementation, body: unknown): Record<string, unknown> {
  const { steps } = body as { readonly steps?: readonly object[] };
  const name = unique();
  const values = {
    ...{ name, external_id: unique(), website: `https://example.com/${unique()}` },
    steps: steps?.map((step) => ('custom_step_id' in step ? { ...step, custom_step_id: name } : step)),
  };
  const present = Object.entries(values).filter(([member]) => member === 'name' || Object.hasOwn(body as object, member));
  return { ...(body as object), ...Object.fromEntries(present) };
}

/** The settings from which a campaign has it: without one there is nothing to send, and a wrong one is refused. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  steps: ['CES_EMAIL_TEMPLATE_ID'],
  segment: ['CES_SEGMENT_ID'],
  email_address: ['CES_EMAIL_ADDRESS_ID', 'CES_BUSINESS_ID'],
  phone_number: ['CES_PHONE_NUMBER_ID'],
};

/** What was sent, and the record that the answer of success holds; null where there is none. */
export interface Echo {
  readonly exchange: Exchange;
  readonly record: Readonly<Record<string, unknown>> | null;
  /** JSON pointer of the record in the answer. */
  readonly base: string;
}

/** What was accepted comes back. What other answers hold and this one lacks was lost, unless it was sent empty: that may be left out. */
export function echoJudges<Attempt extends Echo>(members: EchoedMembers, usual: Members): Judge<Members, Attempt>[] {
  return Object.entries(members).map(([member, [requirement, likeness]]) => ({
    requirement,
    deviations: (sent, { record, base }) => {
      if (record === null || !Object.hasOwn(sent, member)) return null;
      const value = sent[member];
      if (Object.hasOwn(record, member)) return echoDeviations(likeness, value, record[member], memberPointer(member, base));
      if (isEmpty(value) || !Object.hasOwn(usual, member)) return null;
      return [{ pointer: memberPointer(member, base), expected: show(value), actual: 'left out, though other answers hold it' }];
    },
  }));
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
