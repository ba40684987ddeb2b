import { show } from './deviation.ts';

/** How a setting that may be wrong shows: it names a record that is not found or is refused, or a look-up that finds no event. */
export type Trouble = 'is not found' | 'is refused' | 'finds no event';

/** What a deviation begins with where the look-up found no event under its marker. */
export const UNKNOWN_MARKER = 'the look-up does not know the marker';

/** That the settings may be at fault: *CES_SEGMENT_ID="x" is not found; if the id is right, this is a fault*. Ends a deviation's `actual`. */
export function doubtOf(settings: readonly (readonly [name: string, value: string])[], trouble: Trouble): string {
  const named = settings.map(([name, value]) => `${name}=${show(value)}`).join(' or ');
  return `${named} ${trouble}; if the ${trouble === 'finds no event' ? 'look-up' : 'id'} is right, this is a fault`;
}

const DOUBT =
  /(?<named>CES_.*) (?<trouble>is not found|is refused|finds no event); if the (?:id|look-up) is right, this is a fault(?: \(.*\))?$/s;
const SETTING = /(CES_[A-Z_]+)="((?:[^"\\…]|\\.)*)(")?/g;

export interface Doubt {
  /** Their values as JSON writes them, without the quotes; absent for one that is too long to be shown whole. */
  readonly settings: readonly { readonly name: string; readonly value?: string }[];
  readonly trouble: Trouble;
}

/** The settings that such words name; null for other words. */
export function doubtIn(words: string): Doubt | null {
  const { named, trouble } = DOUBT.exec(words)?.groups ?? {};
  if (named === undefined || trouble === undefined) return null;
  const settings = [...named.matchAll(SETTING)].map(([, name = '', value, end]) => ({
    name,
    ...(value !== undefined && end !== undefined && { value }),
  }));
  return { settings, trouble: trouble as Trouble };
}
