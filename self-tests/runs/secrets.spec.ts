import { expect } from '@playwright/test';
import { revealedBy } from '../revealed.ts';
import { contentsOf } from './contents.ts';
import { echoing, formsOf, IN_HEADERS } from './echoes.ts';
import { family, SEES_PROCESSES } from './processes.ts';
import { only, resultIn, test, withStatus } from './run.ts';

const USERNAME = 'operator';
const PASSWORD = `o'd"d&%zz <pä:ss>\\wörd/+=`;
const FORMS = [PASSWORD, `${USERNAME}:${PASSWORD}`].flatMap(formsOf);

/** In one shard, so that there is a blob as well. */
const CHOSEN = ['--shard=1/1', ...only('typical answer|wrong credentials|unknown ids|an event that|any business that')];

test('nothing that a run writes tells the credentials, whatever the target tells back', async ({ runs, target }) => {
  test.setTimeout(240_000);
  const { variables, seen } = await target({ username: USERNAME, password: PASSWORD, change: echoing(FORMS) });
  const started = runs.start(CHOSEN, {
    ...variables,
    CES_PROPERTY_RUNS: '3',
    CES_UNMATCHED_WINDOW_MS: '300',
    CES_RESOLUTION_TIMEOUT_MS: '1000',
  });
  const commandLines = new Set<string>();
  const looking = setInterval(() => {
    if (SEES_PROCESSES) for (const { commandLine } of family(started.child.pid ?? 0)) commandLines.add(commandLine);
  }, 200);
  const { code, stdout, stderr, directory } = await started.ended;
  clearInterval(looking);
  expect(code).toBe(1);
  expect(seen.length * IN_HEADERS, 'each form was told many times').toBeGreaterThan(5 * FORMS.length);
  expect(withStatus(await resultIn(directory), 'failed').length).toBeGreaterThan(5);

  const contents = [...contentsOf(directory), { place: 'standard output', text: stdout }, { place: 'standard error', text: stderr }];
  // Playwright's report is a zip in base64 in a page, its blob a zip: the search is worth something only if it came that far.
  for (const archive of [/index\.html » base64 .* » /, /shard-1-of-1\.zip » /])
    expect(contents.filter(({ place, text }) => archive.test(place) && text.includes('segment.fields'))).not.toEqual([]);
  if (SEES_PROCESSES) expect([...commandLines].some((line) => line.includes('cli.js'))).toBe(true);
  const places = [...contents, ...[...commandLines].map((text) => ({ place: 'a command line', text }))];
  expect(places.filter(({ text }) => revealedBy(text, [PASSWORD]).length > 0).map(({ place }) => place)).toEqual([]);
});

test('the search finds what it looks for', () => {
  for (const form of FORMS) expect(revealedBy(`before ${form} after`, [PASSWORD]), form).toEqual([PASSWORD]);
});
