// Progressive enhancement of the report: filter, links into folded parts, copy buttons, printing. Everything can be read without it.
(() => {
  const search = document.getElementById('search');
  const query = document.getElementById('query');
  const results = document.getElementById('results');
  const rows = [...document.querySelectorAll('[data-row]')].map((element) => ({ element, text: null }));
  const groups = [...document.querySelectorAll('[data-group]')];
  const chips = [...document.querySelectorAll('[data-chip]')];
  const asides = [...results.querySelectorAll('[data-aside]')];
  const folds = [...results.querySelectorAll('details.fold')]
    .filter((fold) => fold.querySelector('[data-row]'))
    .map((element) => ({ element, open: element.open }));

  // One term: `s:failed`, `!ep:5`, `-word`, `"several words"`.
  function parse(text) {
    return [...text.matchAll(/([!-]?)(?:(s|ep|level|req|cat):)?(?:"([^"]*)"?|(\S+))/gi)].map((match) => ({
      wanted: match[1] === '',
      key: (match[2] ?? '').toLowerCase(),
      value: (match[3] ?? match[4]).toLowerCase(),
    }));
  }

  const MATCHERS = {
    s: (row, value) => row.dataset.s.startsWith(value),
    ep: (row, value) => row.dataset.ep.split(' ').includes(value),
    level: (row, value) => row.dataset.level.startsWith(value),
    req: (row, value) => row.dataset.req.toLowerCase().includes(value),
    cat: (row, value) => row.dataset.cat.startsWith(value),
  };

  // Layout is no part of the text. Lines are joined, so that a search finds words on two of them.
  function plain(text) {
    return text.replace(/\s+/g, ' ').toLowerCase();
  }

  function textOf(row) {
    row.text ??= `${contextOf(row.element.closest('[data-requirement]'))} ${plain(row.element.textContent)}`;
    return row.text;
  }

  // What stands above rows once, for all of them: a statement, or a finding with its evidence.
  const contexts = new Map();
  function contextOf(group) {
    if (group === null) return '';
    if (!contexts.has(group)) {
      const parts = [...group.querySelectorAll('[data-context]')].map((part) => part.textContent);
      contexts.set(group, plain(parts.join(' ')));
    }
    return contexts.get(group);
  }

  function holds(row, term) {
    const found = term.key === '' ? textOf(row).includes(term.value) : MATCHERS[term.key](row.element, term.value);
    return found === term.wanted;
  }

  // The search box lists the words of every key but `req`, of which the rows know all.
  function unknownTokens(terms) {
    return terms.filter(({ key, value }) => {
      if (key === '') return false;
      if (key === 'req') return !rows.some((row) => MATCHERS.req(row.element, value));
      return !search.dataset[key].split(' ').some((word) => (key === 'ep' ? word === value : word.startsWith(value)));
    });
  }

  function sentenceOf({ key, value }) {
    const words = key === 'req' ? 'no statement has this in its id' : `known are ${search.dataset[key].split(' ').join(', ')}`;
    return `. Unknown: ${key}:${value} (${words})`;
  }

  function filter(text) {
    const terms = parse(text);
    const active = terms.length > 0;
    const shown = new Set();
    for (const row of rows) {
      const matches = terms.every((term) => holds(row, term));
      row.element.hidden = !matches;
      if (matches) for (let up = row.element; up !== results && up !== null; up = up.parentElement) shown.add(up);
    }
    for (const group of groups) group.hidden = active && !shown.has(group);
    for (const aside of asides) aside.hidden = active;
    for (const { element, open } of folds) element.open = active ? shown.has(element) : open;
    const matching = rows.filter((row) => !row.element.hidden).length;
    document.getElementById('no-match').hidden = matching > 0;
    const unknown = unknownTokens(terms).map(sentenceOf).join('');
    document.getElementById('query-count').textContent = active ? `${matching} of ${rows.length} rows${unknown}` : `${rows.length} rows`;
    for (const chip of chips) chip.ariaPressed = `${chip.dataset.chip === text.trim()}`;
    document.getElementById('clear').hidden = !active;
  }

  function fromAddress() {
    const hash = location.hash;
    const text = hash.startsWith('#q=') ? decode(hash.slice(3)) : '';
    if (query.value !== text) query.value = text;
    filter(text);
    if (text === '' && hash.length > 1) reveal(decode(hash.slice(1)));
  }

  // A hash typed by hand may hold a stray percent sign.
  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function reveal(id) {
    const target = document.getElementById(id);
    if (target === null) return;
    for (let up = target; up !== null; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    target.scrollIntoView();
  }

  function addressOf(text) {
    return text.trim() === '' ? '#' : `#q=${encodeURIComponent(text)}`;
  }

  function follow(event) {
    const link = event.target.closest('a[data-filter]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.hash = addressOf(link.dataset.filter);
    search.scrollIntoView();
    results.focus({ preventScroll: true });
  }

  // A chip sets the filter, and pressed again, takes it away.
  function press(event) {
    const chip = event.target.closest('[data-chip]');
    if (chip === null) return;
    history.pushState(null, '', addressOf(chip.ariaPressed === 'true' ? '' : chip.dataset.chip));
    fromAddress();
    results.scrollIntoView();
  }

  async function copy(event) {
    const button = event.target.closest('button.copy');
    if (button === null) return;
    const code = button.parentElement.querySelector('[data-copy]');
    try {
      await navigator.clipboard.writeText(code.textContent);
      announce(button, 'Copied');
    } catch {
      // This page has no clipboard: select the text, so that one keystroke copies it.
      code.hidden = false;
      getSelection().selectAllChildren(code);
      announce(button, 'Selected');
    }
  }

  function announce(button, word) {
    button.ariaLabel = button.ariaLabel.replace(/^\w+/, word);
    button.textContent = word;
    document.getElementById('told').textContent = button.ariaLabel;
  }

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...results.querySelectorAll('.finding details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });

  document.addEventListener('click', copy);
  for (const button of document.querySelectorAll('button.copy')) button.hidden = false;
  if (search === null) return;
  search.hidden = false;
  document.addEventListener('click', follow);
  document.addEventListener('click', press);
  query.addEventListener('input', () => {
    history.replaceState(null, '', addressOf(query.value));
    filter(query.value);
  });
  search.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('clear').addEventListener('click', () => {
    location.hash = '#';
    query.focus();
  });
  addEventListener('hashchange', fromAddress);
  fromAddress();
  // Reads every row early, so that the first letter typed does not wait for it.
  (window.requestIdleCallback ?? setTimeout)(() => {
    for (const row of rows) textOf(row);
  });
})();
