import { onRecords } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { RESOURCES } from './documented-fields.ts';

/** Forms that are not a date and a time in ISO 8601. */
const FORMS: readonly (readonly [name: string, write: (date: Date) => string])[] = [
  ['epoch-seconds', (date) => String(Math.floor(date.getTime() / 1000))],
  ['date-only', (date) => date.toISOString().slice(0, 10)],
  ['space-for-t', (date) => date.toISOString().replace('T', ' ')],
  ['rfc-1123', (date) => date.toUTCString()],
  ['month-13', (date) => date.toISOString().replace(/-\d\d-/, '-13-')],
  ['slashes', (date) => date.toISOString().replaceAll('-', '/')],
  ['zone-name', (date) => date.toISOString().replace('Z', ' UTC')],
  ['hour-25', (date) => date.toISOString().replace(/T\d\d/, 'T25')],
  ['30-february', (date) => date.toISOString().replace(/-\d\d-\d\d/, '-02-30')],
  ['empty', () => ''],
];
/** Forms for each time; they take turns. */
const EACH = 3;

/** Each time that is documented, in several forms that are none. */
export const TIMESTAMP_FAULTS: readonly Fault[] = RESOURCES.flatMap(({ name, endpoints, statements: { timestamps }, fields }) =>
  Object.entries(fields).flatMap(([member, { kind }]) => (kind === 'time' && timestamps ? [{ name, endpoints, timestamps, member }] : [])),
).flatMap(({ name, endpoints, timestamps, member }, index) =>
  Array.from({ length: EACH }, (_, turn) => {
    const [form, write] = FORMS[(index * EACH + turn) % FORMS.length] ?? ['', String];
    const endpoint = endpoints[turn % endpoints.length] ?? endpoints[0];
    return fault(
      `${name}-${member}-${form}`,
      endpoint,
      timestamps,
      `\`${member}\` of ${name} is written as ${form.replaceAll('-', ' ')}`,
      onRecords([endpoint], (record) =>
        typeof record[member] === 'string' ? { ...record, [member]: write(new Date(record[member])) } : record,
      ),
    );
  }),
);
