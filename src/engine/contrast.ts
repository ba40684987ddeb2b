/** An input that a judge assessed. */
export interface Assessed {
  /** Among all inputs. */
  readonly index: number;
  /** Of a boundary; null for a random input. */
  readonly label: string | null;
  readonly passed: boolean;
}

const MOST_LABELS = 3;
const LONGEST_LABEL = 40;

/** A JSON text, or a number with its sign, separators and exponent. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d[\d.,]*(?:e[+-]?\d+)?/g;
/** What labels of one member have in common: *name: *. */
const MEMBER = /^\w+: /;

/**
 * What passed beside the input that failed, in one line: *63 characters and 65 characters pass, 64 characters does not; 116 of 117 other
 * inputs pass*. Undefined where nothing passed.
 */
export function contrastTo(failed: Pick<Assessed, 'index' | 'label'>, assessed: readonly Assessed[]): string | undefined {
  const others = assessed.filter(({ index }) => index !== failed.index);
  const passed = others.filter((other) => other.passed);
  if (passed.length === 0) return undefined;
  const count = `${passed.length} of ${others.length} other inputs ${passed.length === 1 ? 'passes' : 'pass'}`;
  const { label } = failed;
  const near =
    label === null
      ? []
      : nearest(
          failed.index,
          passed.filter((other) => isOfKind(other.label, label)),
        );
  if (label === null || near.length === 0) return count;
  return `${listed(near.map(short))} ${near.length === 1 ? 'passes' : 'pass'}, ${short(label)} does not; ${count}`;
}

/** Labels that differ in their numbers or texts only. */
function isOfKind(label: string | null, of: string): boolean {
  return label?.replace(VALUE, '…') === of.replace(VALUE, '…');
}

/** Labels of those that stand next to an input, in their order. */
function nearest(index: number, passed: readonly Assessed[]): string[] {
  const distance = (other: Assessed) => Math.abs(other.index - index);
  const near = passed.toSorted((a, b) => distance(a) - distance(b) || a.index - b.index).slice(0, MOST_LABELS);
  return near.toSorted((a, b) => a.index - b.index).flatMap(({ label }) => label ?? []);
}

/** Without characters that nobody sees, or that turn the line around. */
function short(label: string): string {
  const own = label.replace(MEMBER, '').replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return own.length <= LONGEST_LABEL ? own : `${own.slice(0, LONGEST_LABEL - 1)}…`;
}

function listed(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}
