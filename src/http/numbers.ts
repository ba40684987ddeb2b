const FORMAT = new Intl.NumberFormat('en-GB');

/** `10000` as `10,000`. */
export function inNumbers(count: number): string {
  return FORMAT.format(count);
}
