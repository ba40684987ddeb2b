/** @jsxImportSource preact */
import { groupedFindings } from '../../result/findings.ts';
import { leftOpenLines } from '../../result/left-open.ts';
import { grouped } from '../../result/lists.ts';
import type { Category, CheckResult, ConformanceResult, Finding, RequirementResult } from '../../result/result.ts';
import { holdsInPart, inPartWords } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { newFirst } from '../comparison-words.ts';
import { capitalised, IN_PART, placeOf, STATUS } from '../words.ts';
import { Codes, Fold, Lines, Mark, Prose, type SectionProps, Table } from './parts.tsx';

export interface Row {
  /** Element id, unique in the report and the same in every run: statement and endpoint. Of one that failed, its finding's. */
  readonly id: string;
  readonly requirement: RequirementResult;
  readonly check: Pick<CheckResult, 'title' | 'endpoint' | 'status'> & Partial<CheckResult>;
  /** `null` for a requirement without a reported check. */
  readonly category: Category | null;
}

export interface ShownFinding {
  readonly finding: Finding;
  /** Element id; the same in the next run against the same deviation. */
  readonly anchor: string;
  /** Its simplest evidence. */
  readonly lead: CheckResult | undefined;
  /** The places in the judged answer, with indices. */
  readonly pointers: readonly string[];
}

export const idOf = (kind: string, name: string): string => `${kind}-${name.replace(/[^A-Za-z0-9._-]/g, '-')}`;

/** All checks, worst first; and all findings, what is new first, in the words of the result where it has them: one of an older format has not. */
export function rowsOf(result: ConformanceResult): { rows: Row[]; shown: ShownFinding[] } {
  const groups = groupedFindings(result.requirements);
  const anchors = new Map<Row['check'], string>();
  for (const { finding, sightings } of groups.toReversed())
    for (const { check } of sightings) anchors.set(check, idOf('finding', finding.id));
  const used = new Map<string, number>();
  const rows = result.requirements.flatMap((requirement) => {
    // What was not assessed must not vanish.
    const unchecked = { title: 'No check of this requirement reported a result', endpoint: null, status: requirement.status };
    const checks: readonly Row['check'][] = requirement.checks.length === 0 ? [unchecked] : requirement.checks;
    return checks.map((check): Row => {
      const name = idOf('check', `${requirement.id}${check.endpoint === null ? '' : `-ep${check.endpoint}`}`);
      const anchor = anchors.get(check);
      const number = (used.get(name) ?? 0) + (anchor === undefined ? 1 : 0);
      used.set(name, number);
      return { id: anchor ?? `${name}${number === 1 ? '' : `-${number}`}`, requirement, check, category: check.category ?? null };
    });
  });
  const statuses = Object.keys(STATUS);
  const rank = ({ check, requirement }: Row) => statuses.indexOf(check.status) * LEVELS.length + LEVELS.indexOf(requirement.level);
  rows.sort((a, b) => rank(a) - rank(b));
  const words = new Map((result.findings ?? []).map((finding) => [finding.id, finding]));
  const shown = groups.map((group) => shownFinding({ ...group, finding: words.get(group.finding.id) ?? group.finding }));
  const order = newFirst({ ...result, findings: shown.map(({ finding }) => finding) });
  return { rows, shown: order.flatMap((finding) => shown.find((each) => each.finding === finding) ?? []) };
}

function shownFinding({ finding, sightings }: ReturnType<typeof groupedFindings>[number]): ShownFinding {
  const own = sightings.filter(({ requirement }) => requirement.id === finding.requirement);
  const lead = own.find(({ check }) => check.title === finding.title && check.endpoint === finding.endpoint)?.check;
  const items = own.flatMap(({ check, item }) => (check === lead && item !== null ? [item] : []));
  const judged = items.find(({ pointer }) => pointer === finding.at)?.exchange;
  const places = items.flatMap(({ pointer, exchange }) => (pointer === undefined || exchange !== judged ? [] : [pointer]));
  return {
    finding,
    anchor: idOf('finding', finding.id),
    lead,
    pointers: [...new Set([...(finding.at === undefined ? [] : [finding.at]), ...places])],
  };
}

const byRequirement = (rows: readonly Row[]) => [...grouped(rows, ({ requirement }) => requirement)];

export function searchable(status: string, endpoints: readonly (number | null)[]) {
  return { 'data-row': true, 'data-s': status, 'data-ep': [...new Set(endpoints)].map((number) => number ?? 'none').join(' ') };
}

/** Most checks that are open at once. With more, a reader needs the settings first. */
const MOST_OPEN = 12;

/** What was not assessed: the settings that would change it, the one that would change most first, and the statements with their reasons. */
export function notAssessed(result: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const rows = all.filter(({ check }) => check.status === 'not-assessed');
  if (rows.length === 0) return null;
  const settings = [...grouped(rows, ({ check: { variables = [] } }) => variables.toSorted().join(', '))]
    .sort(([a, rowsA], [b, rowsB]) => Number(a === '') - Number(b === '') || rowsB.length - rowsA.length)
    .map(([names, own]) => {
      const setting = names === '' ? 'None would change them' : <Codes names={names.split(', ')} />;
      return [setting, own.length, byRequirement(own).length];
    });
  return {
    id: 'not-assessed',
    heading: 'Not assessed',
    tally: counted(rows.length, 'check'),
    lead: 'These checks say nothing about the implementation, good or bad. Where a setting would change that, it is named.',
    children: (
      <>
        <Lines class="lead" lines={leftOpenLines(result).map((line) => <strong>{line}</strong>)} />
        <div data-group>
          <Table label="Table of settings to set" head={['Setting', 'Checks that it would add', 'Statements']} rows={settings} />
        </div>
        <Statements rows={rows} result={result} open={rows.length <= MOST_OPEN} />
      </>
    ),
  };
}

export function passed(result: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const rows = all.filter(({ check }) => check.status === 'passed');
  if (rows.length === 0) return null;
  return {
    ...{ id: 'passed', heading: 'Passed', tally: counted(rows.length, 'check') },
    children: <Statements rows={rows} result={result} open={false} />,
  };
}

function Statements(props: { rows: readonly Row[]; result: ConformanceResult; open: boolean }) {
  const groups = byRequirement(props.rows);
  return (
    <Fold open={props.open} summary={`${counted(props.rows.length, 'check')} of ${counted(groups.length, 'statement')}`}>
      {groups.map(([requirement, rows]) => (
        <section class="statement" data-group data-requirement>
          <header data-context>
            <StatementName {...requirement} />
          </header>
          <ul class="rows">
            {rows.map(({ id, check, category }) => (
              <li id={id} {...searchable(check.status, [check.endpoint])}>
                <Mark {...STATUS[check.status]} /> <Prose text={check.title} />
                <span class="where">{` · ${placeOf(check, props.result.endpoints)}${category === null ? '' : ` · ${category}`}`}</span>
                <Reason {...check} />
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

function StatementName({ id, level, text, source, checks, ...outcome }: RequirementResult) {
  return (
    <>
      <h3>
        <code>{id}</code> {level === 'requirement' ? null : <span class="level">{capitalised(level)}</span>}
        {holdsInPart(outcome) ? (
          <span class={`status ${IN_PART.tone}`}>{` ${IN_PART.symbol} ${IN_PART.word}, ${inPartWords(checks)}`}</span>
        ) : null}
      </h3>
      <p class="where">
        <Prose text={text} /> {`(${source})`}
      </p>
    </>
  );
}
