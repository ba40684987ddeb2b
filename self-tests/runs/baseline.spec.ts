import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../folders.ts';
import { QUICK, resultIn, test } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 400_000 });

const isSegment = ({ path }: Seen) => path.startsWith('/segments/');
const isBusiness = ({ path }: Seen) => path === '/businesses';

/** A list whose addresses break a type, and a segment that does; from the second run on, a business in its place. */
function deviating(isLater: () => boolean) {
  return (reply: Reply, seen: Seen): Reply => {
    if (seen.path.endsWith('/email_addresses') && reply.status === 200)
      return changeJson(reply, ({ email_addresses: list, ...body }) => ({
        ...body,
        email_addresses: (list as object[]).map((address) => ({ ...address, one_off: 'no' })),
      }));
    const isWrong = isLater() ? isBusiness(seen) : isSegment(seen);
    return isWrong && reply.status < 300 ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
  };
}

test('with CES_FAIL_ON=new, a run fails for what the last one in its own folder does not have', async ({ runs, target }) => {
  let later = false;
  const { variables } = await target({ change: deviating(() => later) });
  const reports = join(newFolder(), 'reports');
  mkdirSync(reports);
  const settings = { ...variables, ...QUICK, CES_DEPTH: 'quick', CES_REPORT_DIR: reports, CES_BASELINE: reports, CES_FAIL_ON: 'new' };

  const first = await runs.run([], settings);
  expect(first.code, first.stdout).toBe(1);
  expect(first.stdout).toContain(`CES_BASELINE=${reports} holds no whole result of this target`);
  expect(first.stdout).toContain('all count as new, since there is no baseline');

  const known = await resultIn(reports);
  later = true;
  const second = await runs.run([], { ...settings, CES_SEED: '2', CES_PROPERTY_RUNS: '10' });
  expect(second.code, second.stdout).toBe(1);
  expect(second.stdout).toMatch(/Exit 1: 1 new finding; \d+ findings? in the baseline too, which CES_FAIL_ON=new does not count\n$/);
  const { baseline, findings = [] } = await resultIn(reports);
  const [business, segment] = [findings, known.findings ?? []].map((all, index) =>
    all.find(({ requirement }) => requirement === ['business.fields', 'segment.fields'][index]),
  );
  expect(baseline).toMatchObject({ file: join(reports, 'baseline.json'), noLongerAssessed: [], notCompared: [] });
  expect(baseline?.new).toMatchObject([{ finding: business?.id, waived: false }]);
  expect(baseline?.fixed).toMatchObject([{ id: segment?.id, requirement: 'segment.fields', endpoints: [13] }]);
  expect(baseline?.stillThere).toEqual(known.findings?.flatMap(({ id }) => (id === segment?.id ? [] : [id])));
  for (const name of ['index.html', 'summary.md']) expect(readFileSync(join(reports, name), 'utf8')).toContain('1 new finding');
});
