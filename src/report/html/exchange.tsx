/** @jsxImportSource preact */
import { isDeepStrictEqual } from 'node:util';
import type { StoredExchange } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { Command, Evidence, Labelled } from './evidence.tsx';
import type { Row } from './rows.tsx';
import type { ShownFinding } from './shown-findings.ts';

/** How much evidence one finding may show, in characters. */
export interface Allowance {
  /** All its exchanges together. */
  readonly total: number;
  /** One body, one input. */
  readonly body: number;
}

/** Characters of evidence in a whole report. With markup, and 0.4 MB for what passed, it stays below 1.5 MB: a browser opens it at once. */
const REPORT_CHARACTERS = 360_000;

/** Most findings with inputs and exchanges. Later ones, which are never worse, show only what is wrong and their commands. */
export const FINDINGS_WITH_EVIDENCE = 60;

const HEAD_CHARACTERS = 3000;
/** Of one body. The others are folded. */
const OPEN_LINES = 26;

/** The exchange that broke the statement, open, with the failing place marked. Its command stands beside it. */
export function JudgedExchange(props: { shown: ShownFinding; exchange: StoredExchange; limit: number }) {
  const { shown, exchange, limit } = props;
  return (
    <details class="exchange judged" open>
      <Title exchange={exchange} remarks={[...carried(shown.lead, exchange), 'broke the statement']} />
      <Messages exchange={exchange} pointers={shown.pointers} limit={limit} />
    </details>
  );
}

/** What else the check exchanged, folded. */
export function OtherExchanges(props: { shown: ShownFinding; allowance: Allowance }) {
  const { finding, lead } = props.shown;
  const all = lead?.check.exchanges ?? [];
  const others = all.filter((exchange) => !isDeepStrictEqual(exchange, finding.exchange));
  const { shown, leftOut } = fitExchanges(others, finding.exchange, props.allowance);
  if (all.length === 0 && finding.exchange === undefined) return <p class="where">No exchange was recorded.</p>;
  return (
    <div>
      {leftOut > 0 ? <p class="where">{`${counted(leftOut, 'earlier exchange')} left out here; conformance.json has more.`}</p> : null}
      {shown.map((exchange) => (
        <details class="exchange" key={exchange}>
          <Title exchange={exchange} remarks={carried(lead, exchange)} />
          <Messages exchange={exchange} pointers={[]} limit={props.allowance.body} />
          <Command label="curl" text={exchange.curl} limit={props.allowance.body * 2} />
        </details>
      ))}
    </div>
  );
}

/** Where credentials are at stake, what tells one exchange from another. */
function carried(lead: Row | undefined, { request }: StoredExchange): string[] {
  return lead?.category === 'authentication' ? [request.headers.authorization ?? 'no Authorization header'] : [];
}

function Title(props: { exchange: StoredExchange; remarks: readonly string[] }) {
  return (
    <summary>
      <code>{props.exchange.title}</code>
      {props.remarks.length === 0 ? null : <span class="where">{` · ${props.remarks.join(' · ')}`}</span>}
    </summary>
  );
}

function Messages(props: { exchange: StoredExchange; pointers: readonly string[]; limit: number }) {
  const { request, answer, failure, startedAt } = props.exchange;
  return (
    <div class="two">
      <Labelled label={`Request, sent ${startedAt}`}>
        <Evidence text={[`${request.method} ${request.url}`, ...headerLines(request.headers)].join('\n')} limit={HEAD_CHARACTERS} />
        {request.body === null ? <p class="where">No body</p> : <Evidence text={request.body} limit={props.limit} open={OPEN_LINES} />}
      </Labelled>
      {answer === null ? null : <Answer answer={answer} pointers={props.pointers} limit={props.limit} />}
      {failure === null ? null : (
        <Labelled label={`No usable answer: ${failure.kind}`}>
          <p class="evidence">{failure.message}</p>
        </Labelled>
      )}
    </div>
  );
}

function Answer(props: { answer: NonNullable<StoredExchange['answer']>; pointers: readonly string[]; limit: number }) {
  const { status, headers, body, bytes, cut } = props.answer;
  return (
    <Labelled label={`Answer, ${counted(bytes, 'byte')}`}>
      <Evidence text={[`${status}`, ...headerLines(headers)].join('\n')} limit={HEAD_CHARACTERS} />
      {body === '' ? (
        <p class="where">No body</p>
      ) : (
        <Evidence text={body} limit={props.limit} pointers={props.pointers} open={OPEN_LINES} />
      )}
      {cut ? <p class="where">{`Cut: ${bytes} bytes came, of which the first ${body.length} characters were kept.`}</p> : null}
    </Labelled>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** Shares the report among its findings: few are shown at length, many in brief. The JSON result has them as stored. */
export function allowanceFor(findings: number): Allowance {
  const total = clamp(REPORT_CHARACTERS / clamp(findings, 1, FINDINGS_WITH_EVIDENCE), 3000, 60_000);
  return { total, body: clamp(total / 4, 1000, 8000) };
}

/** The exchanges beside the judged one, as many as fit, in the order they were made, and how many earlier ones do not. */
function fitExchanges(exchanges: readonly StoredExchange[], judged: StoredExchange | undefined, allowance: Allowance) {
  let left = allowance.total - costOf(judged, allowance.body);
  let first = exchanges.length;
  while (first > 0) {
    left -= costOf(exchanges[first - 1], allowance.body);
    if (left < 0) break;
    first--;
  }
  return { shown: exchanges.slice(first), leftOut: first };
}

function costOf(exchange: StoredExchange | undefined, body: number): number {
  if (exchange === undefined) return 0;
  const { request, answer } = exchange;
  const bodies = Math.min(body, request.body?.length ?? 0) + Math.min(body, answer?.body.length ?? 0);
  const headers = JSON.stringify(request.headers).length + JSON.stringify(answer?.headers ?? {}).length;
  return bodies + headers + Math.min(body, exchange.curl.length) + request.url.length + 300;
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
