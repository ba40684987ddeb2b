import { orderFindings } from '../../src/checks/answers.ts';
import { isObject } from '../../src/checks/json-equality.ts';
import type { Call } from '../../src/client/client.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import type { CheckContext } from '../../src/engine/scenario.ts';
import { ALMOST_JSON, bodiesAtTheEdge, HOSTILE_IDS, NOT_JSON, QUERY_GARBAGE } from '../../src/generation/hostile.ts';
import { withoutMembers, wrongTypes } from '../../src/generation/wrong-types.ts';
import { jsonOf, mediaTypeOf } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../../src/settings/not-assessed.ts';
import { endpoint } from '../../src/specification/endpoints.ts';

/** Endpoint 6 has an empty object for a body: an implementation may well not look at it. */
const READS_ITS_BODY = (number: number) => number !== 6;

/** The member that takes any JSON object, at the endpoints that have one. */
const FREE_MEMBER: Readonly<Record<number, string>> = { 2: 'metadata', 3: 'metadata', 5: 'metadata', 18: 'data' };

/** Unknown and hostile ids, bodies and queries: every request gets an answer in order. */
export function staysInOrder(number: number): void {
  const { method, path, request } = endpoint(number);
  const freeMember = FREE_MEMBER[number];

  if (path.includes('{')) {
    conformance(
      'unknown ids',
      { endpoint: number, requirements: ['robustness.unknown-ids'], observes: ['errors.unknown-id', 'errors.unknown-id-body'] },
      async (context) => {
        const { implementation, observe } = context;
        const unknown = await send(context, number, { id: `${implementation.unique()}-unknown` });
        observe('errors.unknown-id', unknown.answer?.status ?? null);
        const json = unknown.answer && jsonOf(unknown.answer);
        if (unknown.answer && json)
          observe('errors.unknown-id-body', {
            mediaType: mediaTypeOf(unknown.answer),
            members: 'value' in json && isObject(json.value) ? Object.keys(json.value) : null,
          });
        inOrder(context, 'robustness.unknown-ids', [unknown]);
      },
    );

    conformance('hostile ids', { endpoint: number, requirements: ['robustness.hostile-ids'] }, async (context) => {
      inOrder(context, 'robustness.hostile-ids', await context.all(HOSTILE_IDS.map((id) => send(context, number, id))));
    });
  }

  if (method === 'GET') {
    conformance('a query that means nothing', { endpoint: number, requirements: ['robustness.query-garbage'] }, async (context) => {
      inOrder(context, 'robustness.query-garbage', await context.all(QUERY_GARBAGE.map((query) => send(context, number, { query }))));
    });
  }

  if (request !== null) {
    const refused = READS_ITS_BODY(number) ? ['robustness.non-json-refused'] : [];
    conformance(
      'a body that is not JSON',
      { endpoint: number, requirements: ['robustness.non-json-survived', ...refused], observes: ['errors.non-json-body'] },
      async (context) => {
        const { implementation, record, check, observe } = context;
        await implementation.typicalCalls(number);
        const exchanges = await context.all(NOT_JSON.map((rawBody) => send(context, number, { rawBody })));
        const almost = await context.all(ALMOST_JSON.map((rawBody) => send(context, number, { rawBody })));
        observe('errors.non-json-body', [...new Set(exchanges.map(({ answer }) => answer?.status ?? null))]);
        inOrder(context, 'robustness.non-json-survived', [...exchanges, ...almost]);
        if (!READS_ITS_BODY(number)) return;
        // A refusal proves something only beside its twin: the same request with JSON in it, which is accepted.
        const twin = await implementation.example(number);
        const accepted = exchanges.filter(isSuccess);
        const findings = accepted.map(({ answer }) => ({ expected: 'a rejection', actual: `status ${answer?.status}` }));
        if (isSuccess(twin)) check('robustness.non-json-refused', findings.slice(0, 3), ...exchanges.slice(0, 1), ...accepted.slice(0, 3));
        else record.notAssessed('robustness.non-json-refused', `JSON is not accepted either: ${outcome(twin)}`);
      },
    );

    conformance(
      'JSON of the wrong type',
      { endpoint: number, requirements: ['robustness.wrong-types'], observes: ['errors.wrong-types'] },
      async (context) => {
        const typical = await typicalBody(context.implementation, number);
        const sendAll = (bodies: readonly unknown[]) => context.all(bodies.map((body) => send(context, number, { body })));
        const exchanges = await sendAll(wrongTypes(request, typical));
        context.observe('errors.wrong-types', [...new Set(exchanges.map(({ answer }) => answer?.status ?? null))]);
        // Which members have to be there is not shown, so a body without one may well be accepted.
        inOrder(context, 'robustness.wrong-types', [...exchanges, ...(await sendAll(withoutMembers(typical)))]);
      },
    );

    conformance(
      'a body declared as something else',
      { endpoint: number, requirements: ['robustness.wrong-media-type'], observes: ['errors.wrong-media-type'] },
      async (context) => {
        const types = [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=none',
          'nonsense',
          'application/json; charset=utf-7',
        ];
        const [typical] = await context.implementation.typicalCalls(number);
        const exchanges = await context.all(
          types.map((type) =>
            send(context, number, { ...(typical?.body !== undefined && { body: typical.body }), headers: { 'content-type': type } }),
          ),
        );
        context.observe('errors.wrong-media-type', exchanges[0]?.answer?.status ?? null);
        inOrder(context, 'robustness.wrong-media-type', exchanges);
      },
    );
  }

  if (freeMember !== undefined) {
    conformance('JSON at the edge', { endpoint: number, requirements: ['robustness.unusual-json'] }, async (context) => {
      const bodies = bodiesAtTheEdge(await typicalBody(context.implementation, number), freeMember);
      inOrder(context, 'robustness.unusual-json', await context.all(bodies.map((rawBody) => send(context, number, { rawBody }))));
    });
  }
}

async function typicalBody(implementation: Implementation, number: number): Promise<Record<string, unknown>> {
  const [typical] = await implementation.typicalCalls(number);
  return (typical?.body ?? {}) as Record<string, unknown>;
}

/** The typical call with something else in it. Where no id is known, an unknown one serves: what counts here is that an answer comes. */
async function send({ implementation }: CheckContext, number: number, difference: Call): Promise<Exchange> {
  const [typical = {}] = await typicalCalls(implementation, number);
  const { body, id = 'conformance-unknown', query, ...rest } = typical;
  const call: Call = {
    ...rest,
    id,
    ...(body !== undefined && difference.rawBody === undefined && { body }),
    ...(query !== undefined && { query }),
    ...difference,
  };
  return implementation.client.send(number, call);
}

async function typicalCalls(implementation: Implementation, number: number): Promise<Call[]> {
  return implementation.once(`typical calls ${number}`, () =>
    implementation.typicalCalls(number).catch((error: unknown) => {
      if (error instanceof NotAssessed && !(error instanceof LimitReached)) return [];
      throw error;
    }),
  );
}

function inOrder({ check }: CheckContext, id: string, exchanges: readonly Exchange[]): void {
  const disorderly = exchanges.filter((exchange) => orderFindings(exchange).length > 0);
  const findings = disorderly.slice(0, 3).flatMap(orderFindings);
  check(id, findings, ...disorderly.slice(0, 3), ...exchanges.slice(0, 1));
}
