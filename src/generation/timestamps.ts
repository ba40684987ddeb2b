import fc from 'fast-check';

/** Whole minutes from 2030 to 2049, so that neither precision nor the present matters. */
const FIRST_MINUTE = Date.UTC(2030, 0, 1) / 60_000;
const LAST_MINUTE = Date.UTC(2049, 11, 31) / 60_000;

/** Future times in the usual extended form of ISO 8601: in UTC, with an offset, or with neither. */
export function timestamps(): fc.Arbitrary<string> {
  return fc.integer({ min: FIRST_MINUTE, max: LAST_MINUTE }).chain((minute) => fc.constantFrom(...forms(new Date(minute * 60_000))));
}

export function timestampBoundaries(): { label: string; value: string }[] {
  const days = ['2031-12-31T23:59:00Z', '2032-02-29T00:00:00Z', '2032-01-01T00:00:00Z', '2038-01-19T03:14:00Z', '2038-01-20T00:00:00Z'];
  return [...days, ...forms(new Date('2033-06-15T10:30:00Z'))].map((value) => ({ label: value, value }));
}

function forms(date: Date): string[] {
  const utc = date.toISOString();
  const shifted = (hours: number) => new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, 19);
  return [
    utc,
    utc.replace('.000', ''),
    `${shifted(2)}+02:00`,
    `${shifted(-8)}-08:00`,
    `${new Date(date.getTime() + 330 * 60_000).toISOString().slice(0, 19)}+05:30`,
    `${shifted(2)}+0200`,
    utc.slice(0, 19),
    utc.slice(0, 16),
    utc.replaceAll(/[-:]|\.000/g, ''),
  ];
}
