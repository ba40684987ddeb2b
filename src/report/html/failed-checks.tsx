/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { Fold, Joined, Prose } from './parts.tsx';
import { CheckRow, type Row } from './rows.tsx';
import type { ShownFinding } from './shown-findings.ts';
import { placeOf } from './words.ts';

const LONGEST_VALUE = 300;
/** Of one check. */
const MOST_ITEMS = 5;

interface FailedChecksProps {
  readonly shown: ShownFinding;
  readonly result: Pick<ConformanceResult, 'endpoints' | 'requirements'>;
}

/** Every check that shows the finding, folded where there are several. */
export function FailedChecks({ shown, result: { endpoints } }: FailedChecksProps) {
  const { rows, elsewhere } = shown;
  const number = rows.length + elsewhere.length;
  if (number === 0) return null;
  const list = (
    <ul class="rows">
      {rows.map((row) => (
        <FailedCheck key={row.id} row={row} shown={shown} endpoints={endpoints} />
      ))}
      {elsewhere.map((row) => (
        <li key={row.id}>
          <a href={`#${row.id}`}>
            <Prose text={row.check.title} />
          </a>
          <span class="where">{` · ${placeOf(endpoints, row.check)} · shows another finding too`}</span>
        </li>
      ))}
    </ul>
  );
  if (number === 1) return <div class="checks">{list}</div>;
  return (
    <Fold class="checks" summary={`all ${number} checks that show it`}>
      {list}
    </Fold>
  );
}

/** The statements that fail because of the finding, each with its checks folded. */
export function Following({ shown, result: { endpoints, requirements } }: FailedChecksProps) {
  const ids = shown.finding.consequences;
  if (ids.length === 0) return null;
  const statements = ids.map((id) => (
    <Consequence
      key={id}
      id={id}
      text={requirements.find((requirement) => requirement.id === id)?.text}
      row={shown.following.find(({ requirement }) => requirement.id === id)}
    />
  ));
  return (
    <div>
      <p>
        Because of this, <Joined parts={statements} /> {ids.length === 1 ? 'fails too.' : 'fail too.'}
      </p>
      {shown.following.length === 0 ? null : (
        <Fold
          class="checks"
          summary={`${counted(shown.following.length, 'check')} that ${shown.following.length === 1 ? 'follows' : 'follow'} from it`}
        >
          <ul class="rows">
            {shown.following.map((row) => (
              <FailedCheck key={row.id} row={row} shown={shown} endpoints={endpoints} />
            ))}
          </ul>
        </Fold>
      )}
    </div>
  );
}

function Consequence({ id, text, row }: { id: string; text: string | undefined; row: Row | undefined }) {
  const name = <code>{id}</code>;
  return (
    <>
      {row === undefined ? name : <a href={`#${row.id}`}>{name}</a>}
      {text === undefined ? null : (
        <>
          {' ('}
          <Prose text={text} />)
        </>
      )}
    </>
  );
}

function FailedCheck(props: { row: Row; shown: ShownFinding; endpoints: ConformanceResult['endpoints'] }) {
  const { row, shown, endpoints } = props;
  const { flaky, waiver } = row.check;
  const more = (
    <>
      {row.category === null ? null : ` · ${row.category}`}
      {flaky === true ? ' · did not fail again when repeated' : null}
      {' · '}
      <a href={`#${row.id}`}>link to this check</a>
    </>
  );
  return (
    <CheckRow row={row} endpoints={endpoints} named={row.requirement.id !== shown.finding.requirement} more={more}>
      <Items row={row} shown={shown} />
      {waiver === undefined || shown.finding.waived ? null : (
        <span class="where reason">{`waived until ${waiver.expires} (${waiver.owner}): ${waiver.reason}`}</span>
      )}
    </CheckRow>
  );
}

/** What the check found, where that is more than the finding says. */
function Items(props: { row: Row; shown: ShownFinding }) {
  const { finding } = props.shown;
  const { findings = [], message } = props.row.check;
  const [first] = findings;
  if (first === undefined) {
    return message === undefined || message === finding.actual ? null : <span class="where reason">{clip(message, LONGEST_VALUE)}</span>;
  }
  if (findings.length === 1 && first.expected === finding.expected && first.actual === finding.actual && first.pointer === finding.at) {
    return null;
  }
  return (
    <>
      {findings.slice(0, MOST_ITEMS).map(({ pointer, expected, actual }, index) => (
        <span class="where reason" key={`${index}`}>
          {pointer === undefined ? null : <code>{`${pointer === '' ? 'the whole body' : clip(pointer, LONGEST_VALUE)}: `}</code>}
          {`expected ${clip(expected, LONGEST_VALUE)} → ${clip(actual, LONGEST_VALUE)}`}
        </span>
      ))}
      {findings.length > MOST_ITEMS ? <span class="where reason">{`and ${findings.length - MOST_ITEMS} more`}</span> : null}
    </>
  );
}
