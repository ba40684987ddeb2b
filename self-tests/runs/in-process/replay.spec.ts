import type { Interposition } from '../../../mutation/interposition.ts';
import { at, recordsKeeping } from '../../../mutation/rows.ts';
import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

interface Generated {
  readonly title: string;
  /** Null for a sequence, whose steps have one each. */
  readonly endpoint: EndpointName | null;
  /** Endpoints that it writes to before any input. */
  readonly before: readonly EndpointName[];
}

const SEQUENCES: Generated = { title: 'the statements hold after requests in any order', endpoint: null, before: [] };

/** Scenarios of generated input. */
const SCENARIOS: readonly Generated[] = [
  // The example.
  { title: 'any business that is accepted comes back', endpoint: 'createBusiness', before: ['createBusiness'] },
  { title: 'any update that is accepted comes back', endpoint: 'batchUpdateCustomers', before: ['batchUpdateCustomers'] },
  SEQUENCES,
];

/** Endpoints of the steps that write, by how their words begin. The first that fits counts. */
const WRITES: readonly (readonly [begins: string, EndpointName])[] = [
  ['create a campaign', 'createCampaign'],
  ['update customer', 'batchUpdateCustomers'],
  ['update a customer', 'batchUpdateCustomers'],
  ['copy the project template', 'copyProjectEmailTemplate'],
  ['create a business', 'createBusiness'],
  ['copy ', 'copyEmailTemplate'],
  ['make an embed', 'createSmsTemplateEmbed'],
  ['track ', 'trackEvent'],
];

/** The endpoints to which one input writes. */
function writesOf({ endpoint }: Generated, input: unknown): EndpointName[] {
  if (endpoint !== null) return [endpoint];
  return (input as string[]).flatMap((step) => WRITES.find(([begins]) => step.startsWith(begins))?.[1] ?? []);
}

/** Behind a refusal, the client asks whether the account may still write. Such a request has a name that counts downwards. */
const OF_CONTROL = /conformance-[\w-]+-99\d{3}"/;

/** No boundary holds a fraction of a number so large, so only random input finds that it is lost. */
const BEYOND_BOUNDARIES = 100;

/** Runs one scenario against a service that loses the fractions of numbers from `least` up. */
async function run(scenario: Generated, least: number, variables: Readonly<Record<string, string>> = {}) {
  const writes: (EndpointName | null)[] = [];
  const failed = await failedOf(
    scenario,
    () => (request, forward) => {
      if (request.method !== 'GET' && !OF_CONTROL.test(new TextDecoder().decode(request.body))) writes.push(request.endpoint);
      return forward({ ...request, body: withoutFractions(request.body, least) });
    },
    variables,
  );
  return { failed, writes };
}

async function failedOf({ title }: Generated, interpose: () => Interposition, variables: Readonly<Record<string, string>> = {}) {
  const { failed } = await play(title, { interpose }, { variables: { CES_PROPERTY_RUNS: '1500', ...variables } });
  return failed;
}

function withoutFractions(body: Uint8Array, least: number): Uint8Array {
  if (body.length === 0) return body;
  const value: unknown = JSON.parse(new TextDecoder().decode(body), (_key, member: unknown) =>
    typeof member === 'number' && Math.abs(member) >= least ? Math.round(member) : member,
  );
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The failure that is reported, and the token of its replay line. */
async function failureOf(scenario: Generated, least: number): Promise<{ failure: CheckEvidence; token: string }> {
  const [failure] = (await run(scenario, least)).failed;
  if (!failure) throw new Error('The fault was not found.');
  return { failure, token: /CES_REPLAY=(\S+)/.exec(failure.replay ?? '')?.[1] ?? '' };
}

const essence = ({ requirement, findings, counterexample }: CheckEvidence) => ({ requirement, findings, counterexample });

for (const scenario of SCENARIOS)
  test(`a replay sends the shrunk input once and nothing else, or the one that failed first: ${scenario.title}`, async () => {
    const { failure, token } = await failureOf(scenario, BEYOND_BOUNDARIES);
    expect(token).toMatch(/^r\d+(:\d+)+$/);
    const shrunk = await run(scenario, BEYOND_BOUNDARIES, { CES_REPLAY: token });
    expect(shrunk.writes).toEqual([...scenario.before, ...writesOf(scenario, failure.counterexample)]);
    expect(shrunk.failed.map(essence)).toEqual([essence(failure)]);
    const first = await run(scenario, BEYOND_BOUNDARIES, { CES_REPLAY: token.replace(/:.*/, '') });
    expect(first.writes).toEqual([...scenario.before, ...writesOf(scenario, failure.original)]);
    expect(anyCustomer(first.failed)).toMatchObject(
      anyCustomer([{ requirement: failure.requirement, counterexample: failure.original }]) as object[],
    );
  });

/** A sequence updates whichever customer is free. */
const anyCustomer = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/(update customer )\\"[^"]*\\"/g, '$1'));

const emptiesCopiesOfCopies = at('copyEmailTemplate')(
  recordsKeeping(new Set<unknown>(), (copy, copies, { id }) => {
    copies.add(copy.id);
    return copies.has(id) ? { ...copy, template_html: '' } : copy;
  }),
);

test('a sequence among the boundaries shrinks to what its failure needs, in words, with the step that failed and what is right beside it', async () => {
  const failed = await failedOf(SEQUENCES, emptiesCopiesOfCopies);
  const failure = failed.find(({ requirement }) => requirement === 'email-template.copies-agree');
  expect(failure).toMatchObject({
    counterexample: ['copy the fixture', 'copy that copy (here it fails)'],
    findings: [{ pointer: '/template_html', actual: '""' }],
    contrast: expect.stringMatching(/^copy the fixture, then copy the fixture: right; /),
    replay: expect.stringMatching(/CES_REPLAY=b1(:\d+)+ /),
  });
});
