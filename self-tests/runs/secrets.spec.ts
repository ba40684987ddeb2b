import { expect } from '@playwright/test';
import { contentsOf } from './contents.ts';
import { family, SEES_PROCESSES } from './processes.ts';
import { resultIn, test, withStatus } from './run.ts';
import type { Reply, Seen } from './target.ts';

const USERNAME = 'operator';
const PASSWORD = `o'd"d&%zz <pä:ss>\\wörd/+=`;

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const token = base64(`${USERNAME}:${PASSWORD}`);

const SCENARIOS = ['--grep', 'typical answer|wrong credentials|(get|list|preview)\\w+: an unknown id|an event that|any business that'];

/** The credentials as a target, a report or a shell could write them. */
const FORMS: Readonly<Record<string, string>> = {
  plain: PASSWORD,
  'with the user name': `${USERNAME}:${PASSWORD}`,
  'in UTF-8 read as ISO 8859-1': Buffer.from(PASSWORD, 'utf8').toString('latin1'),
  'base64 with the user name': token,
  'base64 without padding': token.replace(/=+$/, ''),
  'base64 in the URL-safe alphabet': Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64url'),
  'base64 alone': base64(PASSWORD),
  'URL-encoded': encodeURIComponent(PASSWORD),
  'form-encoded': new URLSearchParams({ '': PASSWORD }).toString().slice(1),
  'URL-encoded twice': encodeURIComponent(encodeURIComponent(PASSWORD)),
  'JSON-escaped': json(PASSWORD),
  'JSON-escaped twice': json(json(PASSWORD)),
  'HTML-escaped': html(PASSWORD),
  'HTML-escaped with quotes': html(PASSWORD).replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'XML-escaped': html(PASSWORD).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
};

/** Sends back, wherever it can, what it was sent; and breaks what it answers, so that all of it becomes evidence. */
function echoing(reply: Reply, { headers, method, path }: Seen): Reply {
  const sent = String(headers.authorization);
  const echoes = { sent, ...FORMS, [`named ${PASSWORD}`]: 1, nested: [{ [PASSWORD]: sent }] };
  const shown = Object.fromEntries(
    Object.values(FORMS).map((form, index) => [`x-echo-${index}`, Buffer.from(form, 'utf8').toString('latin1')]),
  );
  const echoed = { ...reply, headers: { ...reply.headers, 'x-echo': sent, location: `/events/${encodeURIComponent(PASSWORD)}`, ...shown } };
  if (String(reply.headers['content-type']).startsWith('text/html'))
    return { ...echoed, body: Buffer.from(`<p>${html(PASSWORD)} ${sent}`) };
  if (reply.status === 404 && path.includes('conformance/events')) return { ...echoed, body: Buffer.from(JSON.stringify(echoes)) };
  const body = reply.body.length === 0 ? {} : (JSON.parse(reply.body.toString()) as Record<string, unknown>);
  if (path.includes('conformance/events')) return { ...echoed, body: Buffer.from(JSON.stringify({ ...body, ...echoes })) };
  const broken = method === 'GET' ? { created_at: PASSWORD, name: [PASSWORD, sent] } : { name: `${PASSWORD} ${sent}`, metadata: echoes };
  return { ...echoed, body: Buffer.from(JSON.stringify({ ...body, ...broken, ...echoes })) };
}

test('nothing that a run writes holds the credentials, whatever the target sends back', async ({ runs, target }) => {
  test.setTimeout(240_000);
  const { variables } = await target({ username: USERNAME, password: PASSWORD, change: echoing });
  const started = runs.start(SCENARIOS, {
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
  expect(withStatus(await resultIn(directory), 'failed').length).toBeGreaterThan(5);

  const contents = [...contentsOf(directory), { place: 'standard output', text: stdout }, { place: 'standard error', text: stderr }];
  // Playwright's report is a zip in base64 in a page: the search is worth something only if it came that far.
  expect(contents.filter(({ place, text }) => place.includes('»') && text.includes('segment.fields'))).not.toEqual([]);
  if (SEES_PROCESSES) expect([...commandLines].some((line) => line.includes('cli.js'))).toBe(true);
  const places = [...contents, ...[...commandLines].map((text) => ({ place: 'a command line', text }))];
  expect(findings(places)).toEqual([]);
});

test('the search finds what it looks for', () => {
  for (const [name, form] of Object.entries(FORMS))
    expect(findings([{ place: 'here', text: `before${form}after` }]).join()).toContain(name);
});

function findings(places: readonly { readonly place: string; readonly text: string }[]): string[] {
  return places.flatMap(({ place, text }) =>
    Object.entries(FORMS).flatMap(([name, form]) => {
      const at = text.indexOf(form);
      return at < 0 ? [] : [`${place}: ${name}, after ${JSON.stringify(text.slice(Math.max(0, at - 60), at))}`];
    }),
  );
}
