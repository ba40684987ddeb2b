/** @jsxImportSource preact */
import type { CheckResult, StoredExchange } from '../../result/result.ts';
import { type Allowance, fitExchanges } from './budget.ts';
import { Command, Evidence, Labelled } from './evidence.tsx';
import { count } from './words.ts';

const HEAD_CHARACTERS = 3000;

/** The exchanges of a check, folded. `pointers` are marked in the last answer, which is the judged one. */
export function Exchanges(props: {
  check: Partial<Pick<CheckResult, 'exchanges' | 'category'>>;
  pointers: readonly string[];
  allowance: Allowance;
}) {
  const { shown, leftOut } = fitExchanges(props.check, props.allowance);
  if (shown.length === 0) return <p class="aside">No exchange was recorded.</p>;
  const judged = shown.findLast((exchange) => exchange.answer !== null);
  return (
    <div class="exchanges">
      {leftOut > 0 ? <p class="aside">{`${count(leftOut, 'earlier exchange')} left out here; conformance.json has more.`}</p> : null}
      {shown.map((exchange) => (
        <Exchange
          key={exchange}
          exchange={exchange}
          remarks={[
            ...(props.check.category === 'authentication' ? [exchange.request.headers.authorization ?? 'no Authorization header'] : []),
            ...(exchange === judged && shown.length > 1 ? ['judged'] : []),
          ]}
          pointers={exchange === judged ? props.pointers : []}
          limit={props.allowance.body}
        />
      ))}
    </div>
  );
}

interface ExchangeProps {
  readonly exchange: StoredExchange;
  /** What distinguishes it from the others. */
  readonly remarks: readonly string[];
  readonly pointers: readonly string[];
  readonly limit: number;
}

function Exchange(props: ExchangeProps) {
  const { request, answer, failure, title, startedAt, curl } = props.exchange;
  return (
    <details class="exchange">
      <summary>
        <code>{title}</code>
        {props.remarks.length === 0 ? null : <span class="where">{` · ${props.remarks.join(' · ')}`}</span>}
      </summary>
      <Labelled label={`Request, sent ${startedAt}`}>
        <Evidence text={[`${request.method} ${request.url}`, ...headerLines(request.headers)].join('\n')} limit={HEAD_CHARACTERS} />
        {request.body === null ? <p class="aside">No body</p> : <Evidence text={request.body} limit={props.limit} />}
      </Labelled>
      {answer === null ? null : <Answer answer={answer} pointers={props.pointers} limit={props.limit} />}
      {failure === null ? null : (
        <Labelled label={`No usable answer: ${failure.kind}`}>
          <p class="evidence">{failure.message}</p>
        </Labelled>
      )}
      <Command label="curl" text={curl} limit={props.limit * 2} />
    </details>
  );
}

function Answer(props: { answer: NonNullable<StoredExchange['answer']>; pointers: readonly string[]; limit: number }) {
  const { status, headers, body, bytes, cut } = props.answer;
  return (
    <Labelled label={`Answer, ${count(bytes, 'byte')}`}>
      <Evidence text={[`${status}`, ...headerLines(headers)].join('\n')} limit={HEAD_CHARACTERS} />
      {body === '' ? <p class="aside">No body</p> : <Evidence text={body} limit={props.limit} pointers={props.pointers} />}
      {cut ? <p class="aside">{`Cut: ${bytes} bytes came, of which the first ${body.length} characters were kept.`}</p> : null}
    </Labelled>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
