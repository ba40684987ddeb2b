import type { Variant } from '../interposition.ts';
import { answersThrough, answersThroughFresh, type Change, editingRecords } from './answers.ts';

const PERMITTED = 'Timestamps are strings in ISO 8601 format, without a profile (reading rule 3)';

const MEMBERS = [
  'created_at',
  'updated_at',
  'scheduled_at',
  'scheduled_end_at',
  'enabled_at',
  'sent_at',
  'failed_at',
  'finished_at',
  'expires_at',
];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Date and time parts of the wall clock that is `minutes` ahead of UTC. */
function clock(instant: number, minutes = 0) {
  const text = new Date(instant + minutes * MINUTE_MS).toISOString();
  const [date = '', time = ''] = text.slice(0, -1).split('T');
  return { date, time, instant: instant + minutes * MINUTE_MS };
}

function zone(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

const offset = (instant: number, minutes: number) => `${clock(instant, minutes).date}T${clock(instant, minutes).time}${zone(minutes)}`;
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
function shortest(instant: number): string {
  const { date, time } = clock(instant);
  return `${date}T${time.replace(/\.?0+$/, '').replace(/(:00)+$/, '') || '00'}Z`.replace(/T(\d)Z/, 'T0$1Z');
}

function javaTime(instant: number): string {
  return `${new Date(instant)
    .toISOString()
    .replace(/\.000Z$/, 'Z')
    .replace(/:00Z$/, 'Z')}`;
}

function midnightAs24(instant: number): string {
  const { date, time } = clock(instant);
  return time === '00:00:00.000' ? `${clock(instant - DAY_MS).date}T24:00:00Z` : `${date}T${time}Z`;
}

const decimalHours = (instant: number) =>
  `${clock(instant).date}T${clock(instant).time.slice(0, 2)}.${((instant % 3_600_000) / 3_600_000).toFixed(10).slice(2)}Z`;
const decimalMinutes = (instant: number) =>
  `${clock(instant).date}T${clock(instant).time.slice(0, 5)},${((instant % MINUTE_MS) / MINUTE_MS).toFixed(8).slice(2)}Z`;

type Form = (instant: number) => string;

const FORMS: readonly (readonly [name: string, form: Form])[] = [
  ['whole seconds, with noughts for their parts', (instant) => new Date(Math.floor(instant / 1000) * 1000).toISOString()],
  ['whole seconds', (instant) => `${clock(instant).date}T${clock(instant).time.slice(0, 8)}Z`],
  ['no seconds', (instant) => `${clock(instant).date}T${clock(instant).time.slice(0, 5)}Z`],
  ['basic form', (instant) => plain(`${clock(instant).date}T${clock(instant).time}Z`)],
  ['basic form without seconds, offset in hours', (instant) => `${plain(offset(instant, 120).slice(0, 16))}+02`],
  ['basic form with a basic offset', (instant) => offset(instant, 330).replaceAll(/-(?=\d\d-|\d\dT)|:/g, '')],
  ['week date', (instant) => `${weekDate(instant)}T${clock(instant).time}Z`],
  ['basic week date', (instant) => plain(`${weekDate(instant)}T${clock(instant).time}Z`)],
  ['ordinal date', (instant) => `${ordinalDate(instant)}T${clock(instant).time}Z`],
  ['basic ordinal date', (instant) => plain(`${ordinalDate(instant)}T${clock(instant).time}Z`)],
  ['fraction with a comma', (instant) => `${clock(instant).date}T${clock(instant).time.replace('.', ',')}Z`],
  ['fraction of the hour', decimalHours],
  ['fraction of the minute', decimalMinutes],
  ['1 digit', (instant) => `${clock(instant).date}T${clock(instant).time.slice(0, 10)}Z`],
  ['6 digits', (instant) => `${clock(instant).date}T${clock(instant).time}000Z`],
  ['9 digits', (instant) => `${clock(instant).date}T${clock(instant).time}000000Z`],
  ['20 digits', (instant) => `${clock(instant).date}T${clock(instant).time}${'0'.repeat(17)}Z`],
  ['+00:00', (instant) => offset(instant, 0)],
  ['-00:00', (instant) => offset(instant, 0).replace('+00:00', '-00:00')],
  ['+02', (instant) => offset(instant, 120).slice(0, -3)],
  ['+0200', (instant) => offset(instant, 120).replace(/:(\d\d)$/, '$1')],
  ['-08:00', (instant) => offset(instant, -480)],
  ['+05:45', (instant) => offset(instant, 345)],
  ['+14:00', (instant) => offset(instant, 840)],
  ['no zone, in UTC', (instant) => offset(instant, 0).slice(0, -6)],
  ['no zone, in local time', (instant) => offset(instant, 330).slice(0, -6)],
  ['no zone, west of Greenwich, whole seconds', (instant) => offset(instant, -570).slice(0, 19)],
  ['small letters', (instant) => new Date(instant).toISOString().toLowerCase()],
  ['only as many parts as needed', shortest],
  ['seconds and fraction only where not zero', javaTime],
  ['midnight as 24:00', midnightAs24],
];

const written = (form: Form): Change =>
  editingRecords((record) => ({
    ...record,
    ...Object.fromEntries(
      MEMBERS.flatMap((member) => {
        const instant = typeof record[member] === 'string' ? Date.parse(record[member]) : Number.NaN;
        return Number.isNaN(instant) ? [] : [[member, form(instant)]];
      }),
    ),
  }));

/** Of two servers behind one address, each writes in its own way. */
function alternating(forms: readonly Form[]): () => Change {
  return () => {
    let count = 0;
    const changes = forms.map(written);
    return (answer, request) => {
      count += 1;
      return changes[count % changes.length]?.(answer, request) ?? answer;
    };
  };
}

export const TIMESTAMP_VARIANTS: readonly Variant[] = [
  ...FORMS.map(([name, form]) => ({ name: `timestamps: ${name}`, permitted: PERMITTED, interpose: answersThrough(written(form)) })),
  {
    name: 'timestamps: another zone from answer to answer',
    permitted: `${PERMITTED}; they are compared as instants (reading rule 7)`,
    interpose: answersThroughFresh(alternating([(instant) => offset(instant, 0), (instant) => offset(instant, 60)])),
  },
  {
    name: 'timestamps: the service has its clock 90 seconds late',
    permitted: 'Whose clock is right is nowhere said',
    interpose: answersThrough(
      editingRecords((record) => ({
        ...record,
        ...Object.fromEntries(
          ['created_at', 'updated_at', 'expires_at', 'enabled_at'].flatMap((member) =>
            typeof record[member] === 'string' ? [[member, new Date(Date.parse(record[member]) - 90_000).toISOString()]] : [],
          ),
        ),
      })),
    ),
  },
];
