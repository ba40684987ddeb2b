import { ENDPOINT_NAMES, READS } from '../../src/specification/endpoints.ts';
import { withHeaders, withoutDate } from '../answers.ts';
import type { Interposition, PassingAnswer, Variant } from '../interposition.ts';
import { answers, at, counting, here, of, permits, set, text } from '../rows.ts';
import { RECORDS } from './fields.ts';

const ISO_8601 = 'Timestamps are strings in ISO 8601 format, without a profile (reading rule 3)';
const AS_INSTANTS = `${ISO_8601}; they are compared as instants (reading rule 7)`;
const WHEN_STORED = 'When a record is stored is not shown';

const MEMBERS = 'created_at updated_at scheduled_at scheduled_end_at enabled_at sent_at failed_at finished_at expires_at'.split(' ');

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Date and time of the wall clock that is `minutes` ahead of UTC, without a zone. */
const clock = (instant: number, minutes = 0) => new Date(instant + minutes * MINUTE_MS).toISOString().slice(0, -1);

function zone(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

const isoOf = (instant: number) => new Date(instant).toISOString();
const offset = (instant: number, minutes: number) => clock(instant, minutes) + zone(minutes);
const plain = (text: string) => text.replaceAll(/[-:]/g, '');

function weekDate(instant: number): string {
  const weekday = ((new Date(instant).getUTCDay() + 6) % 7) + 1;
  const thursday = new Date(instant + (4 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}-${weekday}`;
}

function ordinalDate(instant: number): string {
  const year = new Date(instant).getUTCFullYear();
  return `${year}-${String(Math.floor((instant - Date.UTC(year, 0, 1)) / DAY_MS) + 1).padStart(3, '0')}`;
}

/** As short as can be without losing anything. */
const shortest = (instant: number) => isoOf(instant).replace(/(?:(?::00)*\.0+|0+)Z$/, 'Z');
const midnightAs24 = (instant: number) => (instant % DAY_MS === 0 ? `${clock(instant - DAY_MS).slice(0, 10)}T24:00:00Z` : isoOf(instant));

/** The beginning, and what is left of its hour or minute as a fraction of that. */
const decimal = (instant: number, length: number, mark: string, partMs: number, digits: number) =>
  `${clock(instant).slice(0, length)}${mark}${((instant % partMs) / partMs).toFixed(digits).slice(2)}Z`;

type Form = (instant: number) => string;

const FORMS: readonly (readonly [name: string, form: Form])[] = [
  ['whole seconds, with noughts for their parts', (instant) => isoOf(Math.floor(instant / 1000) * 1000)],
  ['whole seconds', (instant) => `${clock(instant).slice(0, 19)}Z`],
  ['no seconds', (instant) => `${clock(instant).slice(0, 16)}Z`],
  ['basic form', (instant) => plain(isoOf(instant))],
  ['basic form without seconds, offset in hours', (instant) => `${plain(offset(instant, 120).slice(0, 16))}+02`],
  ['basic form with a basic offset', (instant) => offset(instant, 330).replaceAll(/-(?=\d\d-|\d\dT)|:/g, '')],
  ['week date', (instant) => `${weekDate(instant)}${isoOf(instant).slice(10)}`],
  ['ordinal date', (instant) => `${ordinalDate(instant)}${isoOf(instant).slice(10)}`],
  ['fraction with a comma', (instant) => isoOf(instant).replace('.', ',')],
  ['fraction of the hour', (instant) => decimal(instant, 13, '.', 60 * MINUTE_MS, 10)],
  ['fraction of the minute', (instant) => decimal(instant, 16, ',', MINUTE_MS, 8)],
  ['1 digit', (instant) => `${clock(instant).slice(0, 21)}Z`],
  ['9 digits', (instant) => `${clock(instant)}000000Z`],
  ['20 digits', (instant) => `${clock(instant)}${'0'.repeat(17)}Z`],
  ['+00:00', (instant) => offset(instant, 0)],
  ['-00:00', (instant) => offset(instant, 0).replace('+00:00', '-00:00')],
  ['+02', (instant) => offset(instant, 120).slice(0, -3)],
  ['+0200', (instant) => offset(instant, 120).replace(/:(\d\d)$/, '$1')],
  ['-08:00', (instant) => offset(instant, -480)],
  ['+14:00', (instant) => offset(instant, 840)],
  ['no zone, in UTC', (instant) => offset(instant, 0).slice(0, -6)],
  ['no zone, in local time', (instant) => offset(instant, 330).slice(0, -6)],
  ['no zone, west of Greenwich, whole seconds', (instant) => offset(instant, -570).slice(0, 19)],
  ['small letters', (instant) => isoOf(instant).toLowerCase()],
  ['only as many parts as needed', shortest],
  ['seconds and fraction only where not zero', (instant: number) => isoOf(instant).replace(/(?::00)?\.000Z$/, 'Z')],
  ['midnight as 24:00', midnightAs24],
];

/** These members of every record are written otherwise. */
const writing = (members: readonly string[], form: Form) =>
  set((record) => {
    const texts = members.filter((member) => typeof record[member] === 'string' && !Number.isNaN(Date.parse(record[member])));
    return Object.fromEntries(texts.map((member) => [member, form(Date.parse(String(record[member])))]));
  });
const written = (form: Form) => at(RECORDS)(writing(MEMBERS, form));

/** Of two servers behind one address, each writes in its own zone. */
const alternating = () => {
  const [inUtc, inParis] = [0, 60].map((minutes) => written((instant) => offset(instant, minutes))());
  return counting((count, request, forward) => ((count % 2 === 0 ? inUtc : inParis) as Interposition)(request, forward))();
};

const lateClock = at(RECORDS)(writing(['created_at', 'updated_at', 'expires_at', 'enabled_at'], (instant) => isoOf(instant - 90_000)));

export const TIMESTAMP_VARIANTS: readonly Variant[] = [
  ...FORMS.flatMap(([name, form]) => permits(ISO_8601, [[`timestamps: ${name}`, written(form)]])),
  ...permits(AS_INSTANTS, [['timestamps: another zone from answer to answer', alternating]]),
  ...permits('Whose clock is right is nowhere said', [['timestamps: the service has its clock 90 seconds late', lateClock]]),
];

const WHOSE = 'Whose clock is right is nowhere said: a gateway may write `Date` (reading rule 13)';

const dated = (date: (instant: number) => string) => (answer: PassingAnswer) =>
  typeof answer.headers.date === 'string' ? withHeaders(answer, { date: date(Date.parse(answer.headers.date)) }) : answer;
const later = (ms: number) => dated((instant) => new Date(instant + ms).toUTCString());

/** What the answers say of the target's clock. */
export const DATE_VARIANTS: readonly Variant[] = [
  ...permits(WHOSE, [
    ['clocks: `Date` is 90 seconds ahead', answers(later(90_000))],
    ['clocks: `Date` is four minutes behind', answers(later(-4 * MINUTE_MS))],
    ['clocks: `Date` is an hour ahead', answers(later(60 * MINUTE_MS))],
  ]),
  ...permits('RFC 9110 §6.6.1: an origin server without a clock sends none', [['clocks: no `Date`', answers(withoutDate)]]),
  ...permits('Headers beside Content-Type are not shown', [['clocks: a `Date` that is none', answers(dated(() => 'soon'))]]),
];

const stored = (keep: (text: string) => string) => at(RECORDS)(writing(['created_at', 'updated_at'], (instant) => keep(isoOf(instant))));
const fiveSecondsLater = of('business')(text('created_at', (time) => isoOf(Date.parse(time) + 5000)));

/** Two servers whose clocks differ: each writes when it made a record, and whoever reads it later reads what was written. */
const twoClocks = at(ENDPOINT_NAMES.filter((name) => !READS.includes(name)))(
  here(() => {
    const behind = stored((text) => isoOf(Date.parse(text) - 20_000))();
    return counting((count, request, forward) => (count % 2 === 0 ? forward(request) : behind(request, forward)))();
  }),
);

/** How exactly a service knows when something was. */
export const STORED_TIME_VARIANTS: readonly Variant[] = [
  ...permits('Timestamps are ISO 8601, in whatever precision', [
    ['stored times: whole minutes, with zeros behind them', stored((text) => text.replace(/:\d\d\.\d+Z$/, ':00.000Z'))],
    ['stored times: no zeros at the end of a fraction', stored((text) => text.replace(/(\.\d*?)0+Z$/, '$1Z').replace('.Z', 'Z'))],
    ['stored times: whole days, with zeros behind them', stored((text) => `${text.slice(0, 10)}T00:00:00Z`)],
  ]),
  ...permits(WHEN_STORED, [['stored times: an asynchronous job writes a business some seconds later', fiveSecondsLater]]),
  ...permits(WHOSE, [['stored times: two servers whose clocks differ by 20 seconds', twoClocks]]),
];
