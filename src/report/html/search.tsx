/** @jsxImportSource preact */

/** The search box. It needs the script, so the script shows it. */
export function Search() {
  return (
    <search id="search" class="search" hidden>
      <form class="page" action="#" method="get">
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
        <output id="query-count" for="query" aria-live="polite" />
        <details class="help">
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
