/** @jsxImportSource preact */
import { isDeepStrictEqual } from 'node:util';
import type { StoredExchange } from '../../result/result.ts';
import { type Allowance, fitExchanges } from './budget.ts';
import { Command, Evidence, Labelled } from './evidence.tsx';
import type { Row } from './rows.ts';
import type { ShownFinding } from './shown-findings.ts';
import { count } from './words.ts';

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
  if (all.length === 0 && finding.exchange === undefined) return <p class="aside">No exchange was recorded.</p>;
  return (
    <div class="exchanges">
      {leftOut > 0 ? <p class="aside">{`${count(leftOut, 'earlier exchange')} left out here; conformance.json has more.`}</p> : null}
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
        {request.body === null ? <p class="aside">No body</p> : <Evidence text={request.body} limit={props.limit} open={OPEN_LINES} />}
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
    <Labelled label={`Answer, ${count(bytes, 'byte')}`}>
      <Evidence text={[`${status}`, ...headerLines(headers)].join('\n')} limit={HEAD_CHARACTERS} />
      {body === '' ? (
        <p class="aside">No body</p>
      ) : (
        <Evidence text={body} limit={props.limit} pointers={props.pointers} open={OPEN_LINES} />
      )}
      {cut ? <p class="aside">{`Cut: ${bytes} bytes came, of which the first ${body.length} characters were kept.`}</p> : null}
    </Labelled>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
