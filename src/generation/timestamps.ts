import fc from 'fast-check';
import { labelled, type Values } from './values.ts';

/** From 2030 to 2049, so that the present does not matter. */
const FIRST_SECOND = Date.UTC(2030, 0, 1) / 1000;
const LAST_SECOND = Date.UTC(2049, 11, 31) / 1000;

/** Future times in the usual extended form of ISO 8601: in UTC, with an offset, or with neither; to the second, or to a part of one. */
function timestamps(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }), fc.constantFrom(0, 0, 1, 250, 999))
    .chain(([second, milliseconds]) => fc.constantFrom(...forms(new Date(second * 1000 + milliseconds))));
}

const BOUNDARIES = [
  ...['2031-12-31T23:59:00Z', '2032-02-29T00:00:00Z', '2032-01-01T00:00:00Z', '2038-01-19T03:14:00Z', '2038-01-20T00:00:00Z'],
  ...['2033-06-15T10:30:45Z', '2033-12-31T23:59:59Z', '2033-06-15T12:30:45+02:00', '2033-06-15T10:30:45.5Z'],
  ...['2033-06-15T10:30:45.123456Z', '2033-06-15T10:30:45.123456789Z', '2033-06-15T02:30:45.250-08:00'],
  ...forms(new Date('2033-06-15T10:30:00Z')),
];

export const TIMESTAMPS: Values = { arbitrary: timestamps, boundaries: () => labelled(BOUNDARIES) };

function forms(date: Date): string[] {
  const utc = date.toISOString();
  const shifted = (hours: number) => new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, 19);
  return [
    utc,
    utc.replace('.000', ''),
    `${shifted(2)}+02:00`,
    `${shifted(-3.5)}-03:30`,
    `${shifted(5.5)}+05:30`,
    `${shifted(2)}+0200`,
    utc.slice(0, 19),
    utc.slice(0, 16),
    utc.replaceAll(/[-:]|\.000/g, ''),
  ];
}
