import { traitApart, valueIn } from './value-kinds.ts';

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
 * What passed beside the input that failed, in one line: *50 characters come back of 63 sent; 50 pass, 51 do not*, or *"é" and "日本語" are fine,
 * "😀" is not: all 4 texts with characters beyond U+FFFF fail, and no other*. Undefined where nothing passed.
 * @param lengths what the search for a length found; null where there was none
 * @param rule what sets the inputs that failed apart from all others; null where nothing does
 */
export function contrastTo(
  failed: Pick<Assessed, 'index' | 'label'>,
  assessed: readonly Assessed[],
  lengths: string | null = null,
  rule: string | null = null,
): string | undefined {
  const others = assessed.filter(({ index }) => index !== failed.index);
  const passed = others.filter((other) => other.passed);
  if (passed.length === 0) return undefined;
  if (lengths !== null) return lengths;
  const count = `${passed.length} of ${others.length} other inputs ${passed.length === 1 ? 'passes' : 'pass'}`;
  const { label } = failed;
  const apart = (label === null ? null : valuesApart(label, others)) ?? rule;
  if (apart !== null) return apart;
  if (label === null) return count;
  const near = passed.filter((other) => isOfKind(other.label, label));
  return near.length === 0 ? count : `${fineBeside(nearest(failed.index, near), label)}; ${count}`;
}

/** Labels that differ in their numbers or texts only. */
export function isOfKind(label: string | null, of: string): boolean {
  return label?.replace(VALUE, '…') === of.replace(VALUE, '…');
}

/** Where one trait sets all values that failed apart from those that passed; null for anything else. */
function valuesApart(label: string, others: readonly Assessed[]): string | null {
  const own = valueIn(label);
  if (own === null) return null;
  const alike = others.flatMap((other) => {
    const shown = valueIn(other.label);
    return shown?.kind === own.kind && shown.before === own.before ? [{ ...other, value: shown.value }] : [];
  });
  const failed = [own.value, ...alike.filter(({ passed }) => !passed).map(({ value }) => value)];
  const fine = alike.filter(({ passed }) => passed);
  if (fine.length === 0) return null;
  const { noun } = own.kind;
  const apart = traitApart(
    own.kind,
    failed,
    fine.map(({ value }) => value),
  );
  if (apart === null) return null;
  const like = (apart.beside ?? []).flatMap((pattern) => fine.find(({ value }) => pattern.test(value)) ?? []);
  const examples = (like.length > 0 ? like : fine.slice(0, 1)).flatMap(({ label: of }) => of ?? []);
  const all = failed.length === 1 ? `the only ${noun} with ${apart.words} fails` : `all ${failed.length} ${noun}s with ${apart.words} fail`;
  return `${fineBeside(examples, label)}: ${all}, and no other ${noun}`;
}

/** Labels of those that stand next to an input, in their order. */
function nearest(index: number, passed: readonly Assessed[]): string[] {
  const distance = (other: Assessed) => Math.abs(other.index - index);
  const near = passed.toSorted((a, b) => distance(a) - distance(b) || a.index - b.index).slice(0, MOST_LABELS);
  return near.toSorted((a, b) => a.index - b.index).flatMap(({ label }) => label ?? []);
}

function fineBeside(passed: readonly string[], failed: string): string {
  const are = (labels: readonly string[]) => (labels.length > 1 || /^(?!1 )\d+ /.test(labels.join('')) ? 'are' : 'is');
  const [fine, wrong] = [passed.map(short), short(failed)];
  return `${listed(fine)} ${are(fine)} fine, ${wrong} ${are([wrong])} not`;
}

/** Without characters that nobody sees, or that turn the line around. */
function short(label: string): string {
  const own = label
    .replace(MEMBER, '')
    .replace(/^the (text|number) /, '')
    .replace(/^1 characters$/, '1 character')
    .replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return own.length <= LONGEST_LABEL ? own : `${own.slice(0, LONGEST_LABEL - 1)}…`;
}

function listed(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}
