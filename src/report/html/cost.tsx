/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult, TestCost } from '../../result/result.ts';
import { CATEGORIES } from '../../specification/categories.ts';
import { Prose } from './prose.tsx';
import { Scroll } from './scroll.tsx';
import { duration } from './words.ts';

/** More would hide what costs most. */
const MOST_TESTS = 12;

/** What the run cost the target, by purpose, and the tests that cost most. */
export function Cost(props: { result: Pick<ConformanceResult, 'requirements' | 'tests'> }) {
  const tests = countedTests(props.result);
  if (tests.length === 0) return null;
  const purposes = purposesOf(props.result);
  const rows = CATEGORIES.map((category) => ({ category, cost: sumOf(tests.filter(({ title }) => purposes.get(title) === category)) }));
  const costliest = [...tests].sort((a, b) => b.requests - a.requests).slice(0, MOST_TESTS);
  return (
    <section id="cost" data-aside aria-labelledby="cost-heading">
      <h2 id="cost-heading">Cost</h2>
      <p class="lead">
        What the tests sent, and how many records they created. Times of tests that ran side by side add up to more than the run took.
      </p>
      <CostTable label="Cost by purpose" of="Purpose">
        {rows
          .filter(({ cost }) => cost.requests > 0)
          .map(({ category, cost }) => (
            <CostRow key={category} name={category} cost={cost} />
          ))}
        <CostRow name="all tests" cost={sumOf(tests)} />
      </CostTable>
      <details>
        <summary>The {costliest.length} tests that sent most</summary>
        <CostTable label="Tests that sent most" of="Test">
          {costliest.map((test) => (
            <CostRow key={test.title} name={test.title} cost={test} />
          ))}
        </CostTable>
      </details>
    </section>
  );
}

/** Whether the result tells what its tests sent. */
export function tellsCost(result: Pick<ConformanceResult, 'tests'>): boolean {
  return countedTests(result).length > 0;
}

function countedTests({ tests = [] }: Pick<ConformanceResult, 'tests'>): Required<TestCost>[] {
  return tests.flatMap(({ requests, records, ...test }) =>
    requests === undefined || records === undefined ? [] : [{ ...test, requests, records }],
  );
}

function CostTable(props: { label: string; of: string; children: ComponentChildren }) {
  return (
    <Scroll label={`Table: ${props.label}`}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{props.of}</th>
            <th scope="col">Requests</th>
            <th scope="col">Records</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </Scroll>
  );
}

function CostRow(props: { name: string; cost: Omit<Required<TestCost>, 'title'> }) {
  const { requests, records, durationMs } = props.cost;
  return (
    <tr>
      <th scope="row">
        <Prose text={props.name} />
      </th>
      <td>{requests}</td>
      <td>{records}</td>
      <td>{duration(durationMs)}</td>
    </tr>
  );
}

function sumOf(costs: readonly Required<TestCost>[]): Omit<Required<TestCost>, 'title'> {
  const sum = (of: (cost: Required<TestCost>) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  return {
    requests: sum(({ requests }) => requests),
    records: sum(({ records }) => records),
    durationMs: sum(({ durationMs }) => durationMs),
  };
}

/** The purpose of a test is the category of its first check. */
function purposesOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Map<string, string> {
  const purposes = new Map<string, string>();
  for (const { checks } of requirements) for (const { title, category } of checks) if (!purposes.has(title)) purposes.set(title, category);
  return purposes;
}
