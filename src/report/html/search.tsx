/** @jsxImportSource preact */

import type { ConformanceResult, Status } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import type { Row } from './rows.tsx';
import { CATEGORY, STATUS, STATUSES } from './words.ts';

/** The search box and its chips. They need the script, so the script shows them. It takes from the attributes which words it knows. */
export function Search(props: { rows: readonly Row[]; endpoints: ConformanceResult['endpoints'] }) {
  const { rows, endpoints } = props;
  const checks = (status: Status) => rows.filter(({ check }) => check.status === status).length;
  return (
    <search
      id="search"
      class="search"
      hidden
      data-s={[...STATUSES, 'observation'].join(' ')}
      data-ep={[...endpoints.map(({ number }) => number), 'none'].join(' ')}
      data-level={[...LEVELS, 'observation'].join(' ')}
      data-cat={[...Object.values(CATEGORY).map(({ token }) => token), 'none'].join(' ')}
    >
      <form action="#" method="get">
        <label for="query">Filter</label>
        <input
          id="query"
          type="search"
          autoComplete="off"
          spellcheck={false}
          placeholder="s:failed ep:18"
          aria-describedby="query-count query-help"
        />
        <button type="button" id="clear">
          Clear
        </button>
        <fieldset>
          <legend class="unseen">Show only checks</legend>
          <span aria-hidden="true">Checks:</span>
          {STATUSES.filter((status) => status !== 'waived' || checks(status) > 0).map((status) => (
            <button key={status} type="button" class={`chip ${status}`} data-chip={`s:${status}`} aria-pressed="false">
              <b aria-hidden="true">{STATUS[status].symbol}</b> {capital(STATUS[status].word)} <span class="tally">{checks(status)}</span>
            </button>
          ))}
        </fieldset>
        <output id="query-count" class="where" for="query" aria-live="polite" />
        <details class="fold">
          <summary>How to filter</summary>
          <p id="query-help">
            Words narrow the list, and all must hold: <code>s:failed</code> (passed, failed, not-assessed, waived, observation),{' '}
            <code>ep:18</code>, <code>level:requirement</code>, <code>cat:shape</code>, <code>req:auth</code>, or any text. <code>!</code>{' '}
            or <code>-</code> in front excludes: <code>!s:passed</code>. Quotes keep words together: <code>"no answer"</code>. The address
            holds the filter, so it can be shared.
          </p>
        </details>
      </form>
    </search>
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
