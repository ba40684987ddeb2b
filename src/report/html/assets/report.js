// Progressive enhancement of the report: filter, links into folded parts, copy buttons. Everything can be read without it.
(() => {
  const byId = (id) => document.getElementById(id);
  const [search, query, endpoint, results, told] = ['search', 'query', 'endpoint', 'results', 'told'].map(byId);
  const rows = [...document.querySelectorAll('[data-row]')];
  const groups = [...document.querySelectorAll('[data-group]')];
  const sections = [...document.querySelectorAll('#results > section')].map((section) => {
    const link = document.querySelector(`.contents a[href="#${section.id}"]`);
    const tallies = [section, link].flatMap((part) => part?.querySelector('.tally') ?? []);
    return { section, link, tallies, tally: tallies[0]?.textContent ?? '', rows: rows.filter((row) => section.contains(row)) };
  });
  const chips = [...document.querySelectorAll('[data-chip]')];
  const folds = [...document.querySelectorAll('details.fold')]
    .filter((fold) => fold.querySelector('[data-row]'))
    .map((element) => ({ element, open: element.open }));
  const texts = new Map();

  // Layout is no part of the text. Lines are joined, so that a search finds words on two of them. A statement stands above its rows once, for all.
  function textOf(row) {
    if (!texts.has(row)) {
      const context = row.closest('[data-requirement]')?.querySelector('[data-context]')?.textContent ?? '';
      texts.set(row, `${context} ${row.textContent}`.replace(/\s+/g, ' ').toLowerCase());
    }
    return texts.get(row);
  }

  // One term: `s:failed`, `ep:5`, or a word.
  function holds(row, term) {
    const [, key, value] = /^(s|ep):(.*)$/.exec(term) ?? [];
    return key === undefined ? textOf(row).includes(term) : row.dataset[key].split(' ').includes(value);
  }

  function filter(text) {
    const terms = text.toLowerCase().match(/\S+/g) ?? [];
    const active = terms.length > 0;
    const shown = new Set();
    let count = 0;
    for (const row of rows) {
      row.hidden = !terms.every((term) => holds(row, term));
      if (row.hidden) continue;
      count += 1;
      for (let up = row; up !== results && up !== null; up = up.parentElement) shown.add(up);
    }
    for (const group of groups) group.hidden = active && !shown.has(group);
    for (const { section, link, tallies, tally, rows: own } of sections) {
      link.parentElement.hidden = section.hidden;
      for (const element of tallies) element.textContent = active ? `${own.filter((row) => !row.hidden).length} of ${own.length}` : tally;
    }
    for (const { element, open } of folds) element.open = active ? shown.has(element) : open;
    for (const chip of chips) chip.ariaPressed = `${chip.dataset.chip === text.trim()}`;
    byId('no-match').hidden = count > 0;
    byId('query-count').textContent = active ? `${count} of ${rows.length} rows` : '';
    byId('clear').hidden = !active;
    endpoint.value = terms.find((term) => term.startsWith('ep:'))?.slice(3) ?? '';
  }

  // A hash typed by hand may hold a stray percent sign.
  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function fromAddress() {
    const { hash } = location;
    const text = hash.startsWith('#q=') ? decode(hash.slice(3)) : '';
    if (query.value !== text) query.value = text;
    filter(text);
    const target = text === '' && hash.length > 1 ? byId(decode(hash.slice(1))) : null;
    if (target === null) return;
    for (let up = target; up !== null; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    target.scrollIntoView();
  }

  const addressOf = (text) => (text.trim() === '' ? '#' : `#q=${encodeURIComponent(text)}`);

  function show(text) {
    history.pushState(null, '', addressOf(text));
    fromAddress();
  }

  async function copy(button) {
    const code = button.parentElement.querySelector('[data-copy]');
    let word = 'Copied';
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // This page has no clipboard: select the text, so that one keystroke copies it.
      code.hidden = false;
      getSelection().selectAllChildren(code);
      word = 'Selected';
    }
    button.ariaLabel = button.ariaLabel.replace(/^\w+/, word);
    button.textContent = word;
    told.textContent = button.ariaLabel;
  }

  document.addEventListener('click', (event) => {
    const [button, chip, content] = ['button.copy', '[data-chip]', '.contents a'].map((selector) => event.target.closest(selector));
    if (button !== null) copy(button);
    // A chip sets the filter, and pressed again, takes it away.
    if (chip !== null) show(chip.ariaPressed === 'true' ? '' : chip.dataset.chip);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The address holds the filter, which lasts.
    if (content !== null && location.hash.startsWith('#q=')) {
      event.preventDefault();
      byId(content.hash.slice(1)).scrollIntoView();
    }
  });
  for (const button of document.querySelectorAll('button.copy')) button.hidden = false;
  // The link to the section that is read: the first in a band where a link leads.
  const inBand = new Set();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inBand[isIntersecting ? 'add' : 'delete'](target);
      const current = sections.find(({ section }) => inBand.has(section));
      if (current !== undefined) for (const { link } of sections) link.ariaCurrent = link === current.link ? 'true' : null;
    },
    { rootMargin: '-110px 0px -75% 0px' },
  );
  for (const { section } of sections) seen.observe(section);
  if (search === null) return;
  search.hidden = false;
  query.addEventListener('input', () => {
    history.replaceState(null, '', addressOf(query.value));
    filter(query.value);
  });
  endpoint.addEventListener('change', () => {
    const others = query.value.replace(/(^|\s)ep:\S*/g, '').trim();
    show(`${others}${endpoint.value === '' ? '' : ` ep:${endpoint.value}`}`.trim());
  });
  search.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
  byId('clear').addEventListener('click', () => {
    show('');
    query.focus();
  });
  for (const name of ['hashchange', 'popstate']) addEventListener(name, fromAddress);
  fromAddress();
})();
