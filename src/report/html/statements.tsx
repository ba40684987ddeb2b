/** @jsxImportSource preact */
import { type KnownFault, knownFaults } from '../../result/known-faults.ts';
import { leftOpenLines } from '../../result/left-open.ts';
import { grouped } from '../../result/lists.ts';
import { type ConformanceResult, holdsInPart, inPartWords, type RequirementResult } from '../../result/result.ts';
import { endpoint } from '../../specification/endpoints.ts';
import { counted } from '../../specification/words.ts';
import { capitalised, endpointNumbers, IN_PART } from '../words.ts';
import { Codes, Fold, Lines, Prose, type SectionProps, Table } from './parts.tsx';
import { CheckRow, groupsOf, idOf, type Row, searchable } from './rows.tsx';

/** Most checks that are open at once. With more, a reader needs the settings first. */
const MOST_OPEN = 12;

/** What was not assessed: the settings that would change it, the one that would change most first, and the statements with their reasons. */
export function notAssessed(result: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const rows = all.filter(({ check }) => check.status === 'not-assessed');
  if (rows.length === 0) return null;
  const settings = [...grouped(rows, ({ check: { variables = [] } }) => variables.toSorted().join(', '))]
    .sort(([a, rowsA], [b, rowsB]) => Number(a === '') - Number(b === '') || rowsB.length - rowsA.length)
    .map(([names, own]) => [
      names === '' ? 'None would change them' : <Codes key={names} names={names.split(', ')} />,
      own.length,
      new Set(own.map(({ requirement }) => requirement)).size,
    ]);
  return {
    id: 'not-assessed',
    heading: 'Not assessed',
    tally: counted(rows.length, 'check'),
    lead: 'These checks say nothing about the implementation, good or bad. Most need a record that the API cannot create itself.',
    children: (
      <>
        <Lines class="lead" lines={leftOpenLines(result).map((line) => <strong key={line}>{line}</strong>)} />
        <div data-group>
          <Table label="Table of settings to set" head={['Setting', 'Checks that it would add', 'Statements']} rows={settings} />
        </div>
        <Statements rows={rows} status="not-assessed" result={result} open={rows.length <= MOST_OPEN} />
      </>
    ),
  };
}

export function passed(result: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const rows = all.filter(({ check }) => check.status === 'passed');
  if (rows.length === 0) return null;
  return {
    ...{ id: 'passed', heading: 'Passed', tally: counted(rows.length, 'check') },
    children: <Statements rows={rows} status="passed" result={result} open={false} />,
  };
}

function Statements(props: { rows: readonly Row[]; status: 'passed' | 'not-assessed'; result: ConformanceResult; open: boolean }) {
  const groups = groupsOf(props.rows, props.status);
  return (
    <Fold open={props.open} summary={`${counted(props.rows.length, 'check')} of ${counted(groups.length, 'statement')}`}>
      {groups.map(({ requirement, rows }) => (
        <section class="statement" key={requirement.id} data-group data-requirement>
          <header data-context>
            <StatementName requirement={requirement} />
          </header>
          <ul class="rows">
            {rows.map((row) => (
              <li key={row.id} id={row.id} {...searchable(row.check.status, requirement.level, [requirement.id], [row])}>
                <CheckRow row={row} endpoints={props.result.endpoints}>
                  <Reason {...row.check} />
                </CheckRow>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Fold>
  );
}

/** Why a check was not made, and the settings that would change it, where the reason does not name them. */
function Reason({ status, message = '', variables = [] }: Row['check']) {
  const unnamed = variables.filter((name) => !message.includes(name));
  const text = unnamed.length === 0 ? message : `${message} (${unnamed.join(', ')})`;
  return status === 'passed' || text === '' ? null : <span class="where reason">{text}</span>;
}

function StatementName({ requirement }: { requirement: RequirementResult }) {
  const { id, level, text, source, checks } = requirement;
  const faults = knownFaults(id).length;
  return (
    <>
      <h3>
        <code>{id}</code> {level === 'requirement' ? null : <span class="level">{capitalised(level)}</span>}
        {holdsInPart(requirement) ? (
          <span class={`status ${IN_PART.tone}`}>{` ${IN_PART.symbol} ${IN_PART.word}, ${inPartWords(checks)}`}</span>
        ) : null}
      </h3>
      <p class="where">
        <Prose text={text} /> {`(${source})`}{' '}
        {faults === 0 ? null : <a href={`#${idOf('faults', id)}`}>{`known to catch ${counted(faults, 'fault')}`}</a>}
      </p>
    </>
  );
}

/** Bugs that each statement is known to catch. They show what a pass is worth, and what a failure may be. */
export function faultsOfStatements({ requirements }: ConformanceResult): SectionProps | null {
  const knowing = requirements.filter(({ id }) => knownFaults(id).length > 0);
  if (knowing.length === 0) return null;
  return {
    id: 'faults',
    heading: 'What each statement is known to catch',
    tally: counted(knowing.length, 'statement'),
    lead: 'Small bugs that were laid in front of a sound service, and that a check of the statement reported.',
    children: (
      <Fold summary="By statement">
        <dl class="reasons">
          {knowing.map(({ id }) => (
            <div key={id} id={idOf('faults', id)}>
              <dt>
                <code>{id}</code>
              </dt>
              <dd>
                <FaultList faults={knownFaults(id)} />
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
    ),
  };
}

export function FaultList(props: { faults: readonly Pick<KnownFault, 'description' | 'endpoints'>[] }) {
  const kinds = [...grouped(props.faults, ({ description }) => description)].map(
    ([description, faults]) => [description, faults.flatMap(({ endpoints }) => endpoints.map((name) => endpoint(name).number))] as const,
  );
  return (
    <ul class="faults">
      {kinds.map(([description, endpoints]) => (
        <li key={description}>
          <Prose text={description} />
          {endpoints.length === 0 ? null : <span class="where">{` · ${endpointNumbers(endpoints)}`}</span>}
        </li>
      ))}
    </ul>
  );
}
