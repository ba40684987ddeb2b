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

/** A new record, and how it is looked for. */
interface Made {
  look(): Promise<{ readonly deviations: Deviation[]; readonly exchanges: readonly Exchange[] }>;
}

/** What is made last is there with nothing written behind it: a buffer may be written only when the next record comes, which all other tests hide. */
export const lastIsThere = scenario(
  null,
  KINDS.map(([, statement]) => statement),
  { optional: true, last: 'of all' },
  async ({ implementation, check, notAssessed }) => {
    // One after the other, since each is to be the last one for a moment.
    for (const [name, statement] of KINDS) {
      const make = () => (name === 'trackEvent' ? madeEvent(implementation) : madeRecord(implementation, name));
      const made = await ifAssessed(make());
      const found = made && (await ifAssessed(made.look()));
      if (found === null) {
        notAssessed(statement, 'The last record was not made, or not read in order');
        continue;
      }
      const isThereNow = found.deviations.length > 0 && (await isThereBehind(made, make));
      check({ [statement]: { ...found, endpoint: name, contrast: isThereNow ? THERE_BEHIND : THE_LAST } });
    }
  },
);

const THE_LAST = 'it was the last record that was made, with no other behind it';
const THERE_BEHIND = `${THE_LAST}; when another was made, it was there`;

async function isThereBehind(made: Made | null, make: () => Promise<Made>): Promise<boolean> {
  if (made === null || (await ifAssessed(make())) === null) return false;
  return (await ifAssessed(made.look()))?.deviations.length === 0;
}

async function madeEvent(implementation: Implementation): Promise<Made> {
  const tracked = await acceptedEvent(implementation, implementation.settings.tracking.unmatchedData);
  const look = async () => {
    const story = await storyOf(implementation, tracked, 'judged');
    return { deviations: unreadable(story), exchanges: exchangesOf(story) };
  };
  return { look };
}

async function madeRecord(implementation: Implementation, name: 'createBusiness' | 'copyEmailTemplate'): Promise<Made> {
  const exchange = await implementation.freshExample(name);
  const { id } = recordOf(exchange);
  const { [name]: readAt } = READ_AT;
  if (typeof id !== 'string' || readAt === undefined) throw new NotAssessed('The new record has no id');
  const look = async () => {
    const { exchange: read } = await readLate(implementation, () => implementation.client.send(readAt, { id }));
    if (!isSuccess(read) && !isMissing(read)) throw new NotAssessed(`The new record cannot be read: ${outcome(read)}`);
    const expected = `${JSON.stringify(id)}, which was made just before`;
    const deviations = isMissing(read) ? foundIn(read, [{ expected, actual: outcome(read) }]) : [];
    return { deviations, exchanges: [exchange, read] };
  };
  return { look };
}
