/** `10000` as `10,000`. */
export function inNumbers(count: number): string {
  return count.toLocaleString('en-GB');
}
