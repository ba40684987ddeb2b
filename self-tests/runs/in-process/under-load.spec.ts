import { answerOf, CRASH, type JsonObject, jsonOf, listIn, sentJson, withHeaders, withJson, withText } from '../../../mutation/answers.ts';
import { FAULTS } from '../../../mutation/faults/index.ts';
import type { Difference, PassingAnswer } from '../../../mutation/interposition.ts';
import { answers, at, counting, here, instead, numberedJson } from '../../../mutation/rows.ts';
import type { ConformanceResult } from '../../../src/result/result.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { breaking, findingsOf, play, shownIn } from './play.ts';

test.describe.configure({ timeout: 60_000 });

const HOSTILE = 'getSegment: several hostile ids in one are answered in order';

/** Statuses of its checks of the statement about hostile ids. */
function statusesIn({ requirements }: ConformanceResult, title: string) {
  const { checks = [] } = requirements.find(({ id }) => id === 'robustness.hostile-ids') ?? {};
  return checks.filter((check) => check.title === title).map(({ status }) => status);
}

test('no odd input is blamed where the typical request fails as well', async () => {
  const { result } = await play(HOSTILE, { interpose: at('getSegment')(instead(() => CRASH)) });
  expect(statusesIn(result, HOSTILE)).toEqual(['not-assessed']);
  expect(shownIn(result)).toMatchObject([
    { requirement: 'robustness.every-request', actual: 'status 500', contrast: 'the typical request: 500, so no odd input is to blame' },
  ]);
});

test('no odd input is blamed for what breaks under load only, and only a test of the load shows it', async () => {
  const difference = breaking('getSegment', async () => ({ misbehaviour: 'reset' }), 7);
  const title = 'getSegment: hostile ids are answered in order';
  const { result } = await play(title, difference);
  expect(statusesIn(result, title)).toEqual(['passed']);
  expect(shownIn(result)).toEqual([]);
});

test('no odd input is blamed for a write whose answer a gateway lost twice', async () => {
  let lost = 0;
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      const isOdd = request.endpoint === 'createBusiness' && sentJson(request)?.name === 5;
      if (!isOdd || lost === 2) return forward(request);
      lost += 1;
      return { status: 504, headers: {}, body: new Uint8Array() };
    },
  };
  const { result } = await play('createBusiness: JSON of the wrong type is answered in order', difference);
  expect(lost).toBe(2);
  expect(shownIn(result)).toEqual([]);
  const { status } = result.requirements.find(({ id }) => id === 'robustness.wrong-types') ?? {};
  expect(status).toBe('passed');
});

const READS = 'many reads at once';
const AT_ONCE = [
  ['createBusiness', 'createBusiness: creations at once make different records, each with its own name'],
  ['trackEvent', 'every event of a burst can be read, with its own data'],
  ['batchUpdateCustomers', 'updates at once are kept, each for its own customer'],
  ['getSegment', READS],
] as const;

for (const [endpoint, title] of AT_ONCE) {
  test(`what breaks under load is one finding, and breaks nothing else: ${title}`, async () => {
    const broken = breaking(endpoint, async () => CRASH, 8);
    const findings = await findingsOf(title, broken);
    expect(findings.map(({ requirement }) => requirement)).toEqual(['robustness.every-request']);
    expect(findings[0]).toMatchObject({ expected: 'an answer below 500 under load, as when it is sent alone' });
    expect(findings[0]?.contrast).toMatch(/^alone: 20\d; \d+ in flight: (\d+ × 500|status 500)$/);
  });
}

test('a target that stalls above 24 in flight, whose requests keep their places till then, breaks no requirement', async () => {
  let underWay = 0;
  const interpose: Difference['interpose'] = () => async (request, forward) => {
    underWay += 1;
    const stalled = underWay > 24;
    await new Promise((resolve) => setTimeout(resolve, stalled ? 3000 : 5));
    underWay -= 1;
    return forward(request);
  };
  const { result } = await play(/at once|burst|hostile ids|typical answer/, { interpose }, { variables: { CES_TIMEOUT_MS: '1500' } });
  expect(shownIn(result).filter(({ level }) => level === 'requirement')).toEqual([]);
  expect(result.counts.passed).toBeGreaterThan(50);
});

test('a connection that breaks beside others, and not alone, may be the environment’s', async () => {
  const broken = breaking('getSegment', async () => ({ misbehaviour: 'reset' }));
  expect(await findingsOf(READS, broken)).toEqual([]);
});

test('another record under load is shown with its own answer, beside what was right', async () => {
  const another = breaking('getSegment', async () => answerOf(200, { id: 'another' }));
  const findings = (await findingsOf(READS, another)).filter(({ requirement }) => requirement === 'record.id-is-asked-id');
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  expect(finding).toMatchObject({ pointer: '/id', actual: '"another"', exchange: { answer: { body: '{"id":"another"}' } } });
  expect(finding?.contrast).toMatch(/^alone: right; \d+ in flight: \d+ of \d+ wrong; this is what `GET \S+ → 200` holds$/);
});

/** So many successes of an endpoint are right, then one is not. */
const wrongOnce = (endpoint: EndpointName, right: number, wrong: (value: JsonObject) => JsonObject): Difference => ({
  interpose: at(endpoint)(numberedJson((value, number) => (number === right + 1 ? wrong(value) : value))),
});

test('what is right when it is sent again says so, and shows what came before it at its URL', async () => {
  const update = wrongOnce('batchUpdateCustomers', 0, ({ customers }) => ({
    customers: (customers as JsonObject[]).map((customer) => ({ ...customer, full_name: 'Earlier' })),
  }));
  const [updated] = await findingsOf('batchUpdateCustomers: the typical answer is as documented', update);
  expect(updated?.contrast).toMatch(/^sent again alone, it is right/);
  const property = wrongOnce('createBusiness', 6, (business) => ({ ...business, name: 'another' }));
  const [generated] = await findingsOf('any business that is accepted comes back', property);
  expect(generated?.contrast).toMatch(/^no matter of the input: sent again alone, it passes/);
  expect(generated?.before).toHaveLength(1);
  expect(generated?.sequence?.commands.join().match(/\/businesses'/g)).toHaveLength(2);
});

test('what another request brings about is shown with that request, and is sent again with it', async () => {
  const fault = FAULTS.find(({ name }) => name === 'campaign-compiles-its-templates');
  const { result } = await play(/copies are still there|each with its own template|the variables that a subject names/, fault ?? {});
  const finding = shownIn(result).find(({ requirement }) => requirement === 'email-template.copy-keeps-variables');
  expect(finding?.contrast).toMatch(/^sent again alone, it is right; behind `POST \S+campaigns → 20\d`, it is wrong each time/);
  expect(finding?.before?.join()).toMatch(/copy → .*campaigns \{"name":.* → /);
  expect(finding?.sequence?.commands.join()).toMatch(/copy'.*campaigns'.*variables'/s);
});

test('what a service that counts loses is shown by how often it does, with nothing else under way', async () => {
  const eighthIsLost = counting(async (count, request, forward) => {
    const sent = listIn(sentJson(request), 'customers') as JsonObject[];
    if (count % 8 !== 0 || sent.length === 0) return forward(request);
    const answer = await forward(withJson(request, { customers: sent.map(({ id }) => ({ id })) }));
    if (!('status' in answer)) return answer;
    const customers = listIn(jsonOf(answer), 'customers') as JsonObject[];
    return withJson(answer, { customers: customers.map((customer, index) => ({ ...customer, ...sent[index] })) });
  });
  const shown = async () => {
    const findings = await findingsOf('an update is kept, and is all that changes', {
      interpose: at('batchUpdateCustomers')(here(eighthIsLost)),
    });
    return findings.find(({ requirement }) => requirement === 'customer.update-is-kept');
  };
  // Which update is the eighth depends on what is under way. One that brings an earlier value back is told by that value.
  const first = await shown();
  const finding = first?.contrast?.includes('sent this value before') ? await shown() : first;
  expect(finding?.contrast).toMatch(/^sent again alone, it is right; 16 times in turn, alone: wrong the \d+th and \d+th time/);
  expect(finding?.sequence?.commands.join('\n')).toMatch(/^for n in \$\(seq 16\); do\n.*'"-\$n"'.*\ndone$/s);
});

test('what a service loses beyond a rate is told by how many came, and not by how many at once', async () => {
  const fault = FAULTS.find(({ name }) => name === 'events-beyond-a-rate-lost');
  const [finding, ...others] = shownIn((await play('every event of a burst can be read, with its own data', fault ?? {})).result);
  expect(others).toEqual([]);
  expect(finding?.contrast).toMatch(
    // On a slow machine, the slower half of the search is out of the time in which the rate counts.
    /^the number of requests decides(, in a short time)?, and not how many go at once: one is right; 32 times in turn, alone: wrong from the \d+th time on(; with \S+ s between them, all right)?$/,
  );
  expect(finding?.sequence?.commands.join()).toMatch(/seq 32/);
});

test('who is let in for credentials that came just before is shown behind them', async () => {
  const fault = FAULTS.find(({ name }) => name === 'any-password-soon-after-good');
  const { result } = await play(/^getSegment: (further )?wrong credentials/, fault ?? {});
  const [finding, ...others] = shownIn(result);
  expect(others).toEqual([]);
  expect(finding?.contrast).toMatch(/right; behind `GET \S+ → 200` with the good credentials, less than 6 s before, it is wrong/);
  expect(finding?.actual).toMatch(/^accepted: .*, just behind good credentials, as a wrong password is too$/);
  expect(finding?.sequence?.commands.join()).toMatch(/CES_PASSWORD.*segments/s);
});

test('an answer that depends on `Accept` is named so, in one finding', async () => {
  const page = answers((answer, { headers }) =>
    headers.accept?.includes('text/html') ? withText(withHeaders(answer, { 'content-type': 'text/html' }), '<p>') : answer,
  );
  const findings = await findingsOf('getSegment: the typical answer', { interpose: at('getSegment')(page) });
  expect(findings).toMatchObject([
    { requirement: 'http.json-media-type', contrast: expect.stringMatching(/depends on the `Accept` header$/) },
  ]);
});

test('where nothing is in order from some number on, no input is to blame', async () => {
  const interpose = at('createBusiness')(here(counting(async (count, request, forward) => (count > 10 ? CRASH : forward(request)))));
  const findings = await findingsOf('any business that is accepted comes back', { interpose });
  expect(findings[0]?.contrast).toMatch(/^no matter of the input: the first 10 answers were in order, and none of the \d+ since/);
});

test('what breaks every so often, whatever is asked, is one finding that says how often', async () => {
  const interpose = counting(async (count, request, forward) => (count % 10 === 0 ? CRASH : forward(request)));
  const { result } = await play(/typical answer|hostile ids|of the wrong type|at once/, { interpose });
  const [finding, ...others] = shownIn(result);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    requirement: 'robustness.every-request',
    contrast: expect.stringMatching(/^whatever was in flight, every 10th of \d+ answers breaks: nos\. /),
  });
  expect(finding?.endpoints.length).toBeGreaterThan(10);
});

test('a read that answers what was just read is shown behind that read', async () => {
  let kept: { readonly at: number; readonly answer: PassingAnswer } | null = null;
  const interpose: Difference['interpose'] = () => async (request, forward) => {
    if (request.endpoint !== 'getSegment') return forward(request);
    if (kept !== null && Date.now() - kept.at < 900) return kept.answer;
    const answer = await forward(request);
    if (answer.status === 200) kept = { at: Date.now(), answer };
    return answer;
  };
  const findings = await findingsOf('getSegment: the answer is the record asked for', { interpose });
  expect(findings).toMatchObject([{ requirement: 'record.id-is-asked-id', before: [expect.stringMatching(/^GET \/segments\//)] }]);
  expect(findings[0]?.contrast).toMatch(/^sent again alone, it is right; behind `GET \/segments\/[^`]+ → 200`, at once, it is wrong/);
});
