import type { PassingAnswer, Variant } from '../interposition.ts';
import { answersThrough, editing, editingRecords, withHeaders } from './answers.ts';

const WHOSE = 'Whose clock is right is nowhere said: a gateway may write `Date` (reading rule 13)';
const MINUTE_MS = 60_000;

const dated = (date: (instant: number) => string) => (answer: PassingAnswer) =>
  typeof answer.headers.date === 'string' ? withHeaders(answer, { date: date(Date.parse(answer.headers.date)) }) : answer;
const later = (ms: number) => dated((instant) => new Date(instant + ms).toUTCString());

function withoutDate(answer: PassingAnswer): PassingAnswer {
  const { date: _date, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** What the answers say of the target's clock. */
export const DATE_VARIANTS: readonly Variant[] = [
  { name: 'clocks: `Date` is 90 seconds ahead', permitted: WHOSE, interpose: answersThrough(later(90_000)) },
  { name: 'clocks: `Date` is four minutes behind', permitted: WHOSE, interpose: answersThrough(later(-4 * MINUTE_MS)) },
  {
    name: 'clocks: no `Date`',
    permitted: 'RFC 9110 §6.6.1: an origin server without a clock sends none',
    interpose: answersThrough(withoutDate),
  },
  {
    name: 'clocks: a `Date` that is none',
    permitted: 'Headers beside Content-Type are not shown',
    interpose: answersThrough(dated(() => 'soon')),
  },
];

const CREATED = ['created_at', 'updated_at'];
const stored = (keep: (instant: Date) => string) =>
  editingRecords((record) => ({
    ...record,
    ...Object.fromEntries(
      CREATED.flatMap((member) => (typeof record[member] === 'string' ? [[member, keep(new Date(record[member]))]] : [])),
    ),
  }));

/** How exactly a service knows when something was. */
export const STORED_TIME_VARIANTS: readonly Variant[] = [
  {
    name: 'stored times: whole minutes, with zeros behind them',
    permitted: 'Timestamps are ISO 8601, in whatever precision',
    interpose: answersThrough(stored((instant) => instant.toISOString().replace(/:\d\d\.\d+Z$/, ':00.000Z'))),
  },
  {
    name: 'stored times: whole days, with zeros behind them',
    permitted: 'Timestamps are ISO 8601, in whatever precision',
    interpose: answersThrough(stored((instant) => `${instant.toISOString().slice(0, 10)}T00:00:00Z`)),
  },
  {
    name: 'stored times: an asynchronous job writes a business some seconds later',
    permitted: 'When a record is stored is not shown',
    interpose: answersThrough(
      editing('business', (business) => ({
        ...business,
        created_at: new Date(Date.parse(String(business.created_at)) + 5000).toISOString(),
      })),
    ),
  },
  {
    name: 'stored times: two servers whose clocks differ by 20 seconds',
    permitted: WHOSE,
    interpose: () => {
      let count = 0;
      const behind = stored((instant) => new Date(instant.getTime() - 20_000).toISOString());
      return async (request, forward) => {
        const answer = await forward(request);
        // Each server writes when it made a record; whoever reads it later reads what was written.
        if (request.method !== 'POST') return answer;
        count += 1;
        return count % 2 === 0 ? answer : behind(answer, request);
      };
    },
  },
];
