/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { clip } from '../../http/text.ts';
import { bodyLines, type JsonLine, LAID_OUT_CHARACTERS, lineOfPointer } from '../json-lines.ts';
import { Fold } from './parts.tsx';

const LONGEST_LINE = 1500;

/** A screen or two. Marked lines are always among them. */
const MOST_LINES = 60;
/** Fewer lines are not worth a fold. */
const FEWEST_FOLDED = 6;

/** Text of the target. The lines to which `pointers` lead are marked; `open` of them stay open, around the first mark. */
export function Evidence(props: { text: string; limit: number; pointers?: readonly string[]; open?: number }) {
  const { open = MOST_LINES } = props;
  const lines = linesOf(props.text);
  const marks = marksOf(lines, props.pointers ?? []);
  const mark = Math.min(...marks.keys());
  const { from, to } = windowAround(lines, mark, props.limit);
  const { first, last } = openPart(from, to, mark, open);
  const part = (start: number, end: number) =>
    lines.slice(start, end).map((line, index) => <Line key={line} text={line.text} marks={marks.get(start + index)} />);
  const rest = to < lines.length ? <span class="where">{`… ${lines.length - to} lines below left out`}</span> : null;
  return (
    <>
      {first > from ? (
        <Fold summary={`${first - from} lines above`}>
          <pre class="evidence">{part(from, first)}</pre>
        </Fold>
      ) : null}
      <pre class="evidence">
        {from > 0 ? <span class="where">{`… ${from} lines above left out\n`}</span> : null}
        {part(first, last)}
        {last === to ? rest : null}
      </pre>
      {to > last ? (
        <Fold summary={`${to - last} lines below`}>
          <pre class="evidence">
            {part(last, to)}
            {rest}
          </pre>
        </Fold>
      ) : null}
    </>
  );
}

/** A value as JSON. */
export function Value(props: { value: unknown; limit: number }) {
  return <Evidence text={JSON.stringify(props.value) ?? 'undefined'} limit={props.limit} />;
}

/** A command line with a copy button, which appears only where the script runs. */
export function Command(props: { label: string; text: string; limit: number }) {
  if (props.text.length > props.limit) {
    return <Labelled label={props.label}>{`${props.text.length} characters long: to be found in conformance.json`}</Labelled>;
  }
  return (
    <Labelled label={props.label}>
      <span class="command">
        <code data-copy>{props.text}</code>
        <button type="button" class="copy" aria-label={`Copy ${props.label}`} hidden>
          Copy
        </button>
      </span>
    </Labelled>
  );
}

/** A small heading and its content. */
export function Labelled(props: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <div class="label">{props.label}</div>
      {props.children}
    </div>
  );
}

function Line(props: { text: string; marks: readonly string[] | undefined }) {
  const text = clip(props.text, LONGEST_LINE);
  if (props.marks === undefined) return <>{`${text}\n`}</>;
  return (
    <>
      <mark>{text}</mark>
      <span class="pointed">{`  ◂ ${props.marks.map((pointer) => pointer || 'the whole body').join(', ')}`}</span>
      {'\n'}
    </>
  );
}

function linesOf(text: string): JsonLine[] {
  return (
    bodyLines(text) ??
    text
      .slice(0, LAID_OUT_CHARACTERS)
      .split('\n')
      .map((line) => ({ text: line, pointer: null }))
  );
}

function marksOf(lines: readonly JsonLine[], pointers: readonly string[]): Map<number, string[]> {
  const marks = new Map<number, string[]>();
  for (const pointer of new Set(pointers)) {
    const index = lineOfPointer(lines, pointer);
    if (index !== -1) marks.set(index, [...(marks.get(index) ?? []), pointer]);
  }
  return marks;
}

/** The lines to show: from the top, or from a little above the first mark if that lies beyond the limit. */
function windowAround(lines: readonly JsonLine[], mark: number, limit: number): { from: number; to: number } {
  const fits = (from: number) => {
    let to = from;
    const last = Math.min(lines.length, from + MOST_LINES);
    for (let left = limit; to < last && left > 0; to++) left -= Math.min(LONGEST_LINE, lines[to]?.text.length ?? 0) + 1;
    return to;
  };
  const to = fits(0);
  if (mark === Number.POSITIVE_INFINITY || mark < to) return { from: 0, to };
  const from = Math.max(0, mark - 5);
  return { from, to: fits(from) };
}

/** The lines that stay open: from the top, or around the first mark, a third of them above it. */
function openPart(from: number, to: number, mark: number, open: number): { first: number; last: number } {
  if (to - from <= open + FEWEST_FOLDED) return { first: from, last: to };
  const start = mark === Number.POSITIVE_INFINITY ? from : mark - Math.floor(open / 3);
  const first = Math.max(from, Math.min(start, to - open));
  return { first, last: first + open };
}
