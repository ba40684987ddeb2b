/** @jsxImportSource preact */
import { isDeepStrictEqual } from 'node:util';
import type { ComponentChildren } from 'preact';
import { clip } from '../../http/text.ts';
import { grouped } from '../../result/lists.ts';
import type { StoredExchange } from '../../result/result.ts';
import { inTime } from '../../result/sequence/steps.ts';
import { counted } from '../../specification/words.ts';
import { NONE, VALUE } from '../finding-view.ts';
import { bodyLines, type JsonLine, LAID_OUT_CHARACTERS, lineOfPointer } from '../json-lines.ts';
import { brokenAtOptions } from '../words.ts';
import { FirstOf } from './parts.tsx';
import type { ShownFinding } from './rows.tsx';

const LONGEST_LINE = 1500;
const LONGEST_HEADERS = 3000;
/** Of one text, around its first mark. The others are folded. */
const MOST_OPEN = 26;
const MOST_LINES = 60;

/** How much evidence one finding shows: exchanges, and characters of one body, one input or one command. */
export type Allowance = ReturnType<typeof allowanceFor>;

/** Shares the report among its findings: few are shown at length, many in brief, so that a browser opens it at once. The JSON result has them as stored. */
export function allowanceFor(findings: number) {
  const body = Math.round(Math.min(8000, Math.max(1000, 60_000 / Math.max(1, findings))));
  return { body, exchanges: findings > 20 ? 2 : 8 };
}

/** Text of the target. The lines to which `pointers` lead are marked. */
function Evidence(props: { text: string; limit: number; pointers?: readonly string[] }) {
  const plain = () => props.text.slice(0, LAID_OUT_CHARACTERS).split('\n');
  const lines = bodyLines(props.text) ?? plain().map((text): JsonLine => ({ text, pointer: null }));
  const marks = grouped([...new Set(props.pointers)], (pointer) => lineOfPointer(lines, pointer));
  marks.delete(-1);
  const mark = Math.min(...marks.keys());
  const from = mark < MOST_OPEN ? 0 : Number.isFinite(mark) ? mark - 5 : 0;
  let to = from;
  for (let left = props.limit; to < Math.min(lines.length, from + MOST_LINES) && left > 0; to++)
    left -= Math.min(LONGEST_LINE, lines[to]?.text.length ?? 0) + 1;
  const most = to - from > MOST_OPEN + 5 ? MOST_OPEN : to - from;
  const hidden = [from > 0 && `${counted(from, 'line')} above`, to < lines.length && `${counted(lines.length - to, 'further line')} below`];
  return (
    <>
      <FirstOf all={lines.slice(from, to)} most={most} more={(number) => `${number} lines more`}>
        {(some, start) => (
          <pre class="evidence">
            {some.map((line, index) => (
              <Line text={line.text} marks={marks.get(from + start + index)} />
            ))}
          </pre>
        )}
      </FirstOf>
      {hidden.some(Boolean) ? <p class="where">{`Not in this report: ${hidden.filter(Boolean).join(', ')}.`}</p> : null}
    </>
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

export function Value(props: { value: unknown; limit: number }) {
  return <Evidence text={JSON.stringify(props.value) ?? 'undefined'} limit={props.limit} />;
}

const WHOLE_VALUE = /^(?:".*"|\{.*\}|\[.*\]|-?\d[\d.e+-]*|true|false|null)$/s;
const TEXT = /^"(?:[^"\\]|\\.)*"/s;

export const isDifference = (expected: string, actual: string): boolean =>
  WHOLE_VALUE.test(expected) && (VALUE.test(actual) || actual === NONE);

/** Two values as one: what is gone, what is there in its place, and what both have. */
export function Difference({ expected, actual }: { expected: string; actual: string }) {
  const [value = actual] = TEXT.exec(actual) ?? [];
  const [gone, come] = [[...expected], [...value]];
  const most = /^["{[]/.test(expected) && gone[0] === come[0] ? Math.min(gone.length, come.length) : 0;
  let [start, end] = [0, 0];
  while (start < most && gone[start] === come[start]) start++;
  while (end < most - start && gone.at(-1 - end) === come.at(-1 - end)) end++;
  const changed = (all: readonly string[]) => all.slice(start, all.length - end).join('');
  return (
    <code>
      {gone.slice(0, start).join('')}
      {changed(gone) === '' ? null : <del>{changed(gone)}</del>}
      {start + end === 0 ? ' → ' : null}
      {changed(come) === '' ? null : <ins class="actual">{changed(come)}</ins>}
      {come.slice(come.length - end).join('')}
      {actual.slice(value.length)}
    </code>
  );
}

export function Command(props: { label: string; text: string; limit: number }) {
  const { label, text, limit } = props;
  if (text.length > limit) return <p class="where">{`${label}: ${text.length} characters long; conformance.json has it.`}</p>;
  return (
    <Labelled label={label}>
      <span class="command">
        <code data-copy>{text}</code>
        <button type="button" class="copy" aria-label={`Copy ${label}`} hidden>
          Copy
        </button>
      </span>
    </Labelled>
  );
}

const Labelled = (props: { label: string; children: ComponentChildren }) => (
  <div>
    <div class="label">{props.label}</div>
    {props.children}
  </div>
);

/** What was sent and what came back, in the order of time. The exchange that broke the statement is open, with the failing place marked. */
export function Story({ shown, allowance }: { shown: ShownFinding; allowance: Allowance }) {
  const { finding, lead, pointers } = shown;
  const recorded = lead?.exchanges ?? [];
  const isJudged = (exchange: StoredExchange) => isDeepStrictEqual(exchange, finding.exchange);
  const all = finding.exchange === undefined || recorded.some(isJudged) ? recorded : [...recorded, finding.exchange];
  const story = inTime(all);
  const until = Math.max(story.findIndex(isJudged) + 1, allowance.exchanges);
  const from = Math.max(0, until - allowance.exchanges);
  const hidden = story.length - story.slice(from, until).length;
  if (all.length === 0) return <p class="where">No exchange was recorded.</p>;
  return (
    <div>
      {hidden > 0 ? <p class="where">{`${counted(hidden, 'further exchange')} left out here; conformance.json has more.`}</p> : null}
      {story.slice(from, until).map((exchange, index) => {
        const judged = isJudged(exchange);
        return (
          <details class={judged ? 'exchange judged' : 'exchange'} open={judged}>
            <summary>
              {story.length > 1 ? <b>{`${from + index + 1} `}</b> : null}
              <code>{exchange.title}</code>
              <span class="where">
                {lead?.category === 'authentication' ? ` · ${exchange.request.headers.authorization ?? 'no Authorization header'}` : null}
                {judged ? ' · broke the statement' : null}
              </span>
            </summary>
            <Messages exchange={exchange} pointers={judged ? pointers : []} limit={allowance.body} />
            {judged ? null : <Command label="curl" text={brokenAtOptions(exchange.curl)} limit={allowance.body * 2} />}
          </details>
        );
      })}
    </div>
  );
}

function Messages(props: { exchange: StoredExchange; pointers: readonly string[]; limit: number }) {
  const { request, answer, failure, startedAt } = props.exchange;
  const body = (text: string | null, pointers: readonly string[] = []) =>
    text === null || text === '' ? <p class="where">No body</p> : <Evidence text={text} limit={props.limit} pointers={pointers} />;
  return (
    <div class="two">
      <Labelled label={`Request, sent ${startedAt}`}>
        <Evidence text={`${request.method} ${request.url}\n${headerLines(request.headers)}`} limit={LONGEST_HEADERS} />
        {body(request.body)}
      </Labelled>
      {answer === null ? null : (
        <Labelled label={`Answer, ${counted(answer.bytes, 'byte')}`}>
          <Evidence text={`${answer.status}\n${headerLines(answer.headers)}`} limit={LONGEST_HEADERS} />
          {body(answer.body, props.pointers)}
          {answer.cut ? (
            <p class="where">{`This report shows the first ${counted(answer.body.length, 'character')} of ${counted(answer.bytes, 'byte')}. The check saw them all.`}</p>
          ) : null}
        </Labelled>
      )}
      {failure === null ? null : (
        <Labelled label={`No usable answer: ${failure.kind}`}>
          <p class="evidence">{failure.message}</p>
        </Labelled>
      )}
    </div>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
