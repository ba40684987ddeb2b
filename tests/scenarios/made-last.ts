import { READ_AT } from '../../src/client/stored-sample.ts';
import { type Deviation, foundIn, type StatementId } from '../judging.ts';
import { type EndpointName, type Exchange, type Implementation, isSuccess, outcome } from '../library.ts';
import { ifAssessed, NotAssessed, recordOf, scenario } from '../suite.ts';
import { acceptedEvent, exchangesOf, storyOf, unreadable } from './events.ts';
import { isMissing, readLate } from './times.ts';

const KINDS = [
  ['createBusiness', 'business.is-kept'],
  ['copyEmailTemplate', 'email-template.copy-is-kept'],
  ['trackEvent', 'event.can-be-read'],
] as const satisfies readonly (readonly [EndpointName, StatementId])[];

/** Looks for a new record. */
type Look = () => Promise<{ readonly deviations: Deviation[]; readonly exchanges: readonly Exchange[] }>;

/** What is made last is there with nothing written behind it: a buffer may be written only when the next record comes, which all other tests hide. */
export const lastIsThere = scenario(
  null,
  KINDS.map(([, statement]) => statement),
  { optional: true, last: 'of all' },
  async ({ implementation, check, notAssessed }) => {
    // One after the other, since each is to be the last one for a moment.
    for (const [name, statement] of KINDS) {
      const make = () => (name === 'trackEvent' ? madeEvent(implementation) : madeRecord(implementation, name));
      const look = await ifAssessed(make());
      const found = look && (await ifAssessed(look()));
      if (look === null || found === null) {
        notAssessed(statement, 'The last record was not made, or not read in order');
        continue;
      }
      const isThereNow = found.deviations.length > 0 && (await isThereBehind(look, make));
      check({ [statement]: { ...found, endpoint: name, contrast: isThereNow ? THERE_BEHIND : THE_LAST } });
    }
  },
);

const THE_LAST = 'it was the last record that was made, with no other behind it';
const THERE_BEHIND = `${THE_LAST}; when another was made, it was there`;

async function isThereBehind(look: Look, make: () => Promise<Look>): Promise<boolean> {
  return (await ifAssessed(make())) !== null && (await ifAssessed(look()))?.deviations.length === 0;
}

async function madeEvent(implementation: Implementation): Promise<Look> {
  const tracked = await acceptedEvent(implementation, implementation.settings.tracking.unmatchedData);
  return async () => {
    const story = await storyOf(implementation, tracked, 'judged');
    return { deviations: unreadable(story), exchanges: exchangesOf(story) };
  };
}

async function madeRecord(implementation: Implementation, name: 'createBusiness' | 'copyEmailTemplate'): Promise<Look> {
  const exchange = await implementation.freshExample(name);
  const { id } = recordOf(exchange);
  const { [name]: readAt } = READ_AT;
  if (typeof id !== 'string' || readAt === undefined) throw new NotAssessed('The new record has no id');
  return async () => {
    const { exchange: read } = await readLate(implementation, () => implementation.client.send(readAt, { id }));
    if (!isSuccess(read) && !isMissing(read)) throw new NotAssessed(`The new record cannot be read: ${outcome(read)}`);
    const expected = `${JSON.stringify(id)}, which was made just before`;
    const deviations = isMissing(read) ? foundIn(read, [{ expected, actual: outcome(read) }]) : [];
    return { deviations, exchanges: [exchange, read] };
  };
}
