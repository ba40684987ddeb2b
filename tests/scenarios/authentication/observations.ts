import type { Call } from '../../../src/client/call.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { none } from '../../../src/http/authorization.ts';
import { jsonOf, mediaTypeOf } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import type { QuestionId } from '../../../src/specification/register.ts';
import type { Attempt } from './attempts.ts';

/** Records how missing and wrong credentials are answered. */
export function observeRejections({ observe }: ScenarioContext, attempts: readonly Attempt[]): void {
  const answerTo = (statement: Attempt['statement']) => attempts.find((attempt) => attempt.statement === statement)?.exchange.answer;
  const missing = answerTo('authentication.rejects-missing');
  observe({ 'credentials.wrong': answerTo('authentication.rejects-wrong-password')?.status ?? null });
  if (!missing) return;
  const json = jsonOf(missing);
  observe({
    'credentials.missing': missing.status,
    'credentials.challenge': missing.headers['www-authenticate'] ?? null,
    'credentials.rejection-body': {
      mediaType: mediaTypeOf(missing),
      members: 'value' in json && isObject(json.value) ? Object.keys(json.value) : null,
    },
  });
}

/** The questions whether credentials are looked at first. */
export function orderQuestions(name: EndpointName): QuestionId[] {
  const { path, request } = endpoint(name);
  return [
    ...(path.includes('{') ? (['credentials.before-existence'] as const) : []),
    ...(request === null ? [] : (['credentials.before-validation'] as const)),
  ];
}

/** Records whether credentials are looked at before ids and bodies: then all without credentials are answered alike. */
export async function observeOrder(
  { implementation, observe }: ScenarioContext,
  name: EndpointName,
  attempts: readonly Attempt[],
): Promise<void> {
  const missing = attempts.find(({ statement }) => statement === 'authentication.rejects-missing');
  if (missing === undefined) return;
  const { path, request } = endpoint(name);
  const statusOf = ({ answer }: Exchange) => answer?.status ?? null;
  const statusWith = async (change: Call) =>
    statusOf(await implementation.client.send(name, { ...missing.call, authorization: none, ...change }));
  if (path.includes('{')) {
    const unknown = await statusWith({ id: `${implementation.unique()}-unknown` });
    observe({ 'credentials.before-existence': { known: statusOf(missing.exchange), unknown } });
  }
  if (request !== null) {
    const notJson = await statusWith({ rawBody: '{"' });
    observe({ 'credentials.before-validation': { json: statusOf(missing.exchange), notJson } });
  }
}
