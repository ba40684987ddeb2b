import { credentials, none } from '../../../src/http/authorization.ts';
import type { QuestionId } from '../../../src/specification/register.ts';
import { foundIn, orderDeviations } from '../../judging.ts';
import {
  type Call,
  type EndpointName,
  type Exchange,
  endpoint,
  type Implementation,
  isObject,
  jsonOf,
  mediaTypeOf,
} from '../../library.ts';
import { ifAssessed } from '../../suite.ts';
import { inShort, isBroken } from '../under-load.ts';
import type { Attempt, Tried } from './attempts.ts';

/** Records how missing and wrong credentials are answered. */
export function observeRejections({ observe, attempts }: Tried): void {
  const answerTo = (statement: Attempt['statement']) => attempts.find((attempt) => attempt.statement === statement)?.exchange.answer;
  const missing = answerTo('authentication.rejects-missing');
  // One of the two rounds tries it.
  const wrong = answerTo('authentication.rejects-wrong-password');
  if (wrong) observe({ 'credentials.wrong': wrong.status });
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
export async function observeOrder({ implementation, observe, name, attempts }: Tried): Promise<void> {
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

/** A report gains nothing from more failures of one kind. */
const MOST_REPEATED = 3;

/** Odd credentials are blamed only for what breaks once more, alone, while good ones are answered in order. */
export async function checkOrder(tried: Tried): Promise<void> {
  const { check, notAssessed, implementation, name, control, attempts } = tried;
  const listed = attempts.filter(({ unlisted }) => !unlisted);
  const broken = listed.filter(({ exchange }) => isBroken(exchange)).slice(0, MOST_REPEATED);
  const repeated: { readonly exchange: Exchange; readonly again: Exchange | null }[] = [];
  for (const { call, exchange } of broken) repeated.push({ exchange, again: await ifAssessed(implementation.client.send(name, call)) });
  const blamed = repeated.filter(({ again }) => again === null || isBroken(again));
  const isDropped = blamed.some(({ exchange }) => exchange.answer === null) && (await dropsAnyGuess(implementation, name));
  const own = isDropped ? blamed.filter(({ exchange }) => exchange.answer !== null) : blamed;
  if (isDropped && own.length === 0)
    return notAssessed('robustness.odd-credentials', 'A plain wrong password gets no answer either, while the good one does');
  const sendGood = async () => implementation.client.send(name, (await implementation.accepted(name)).call);
  const good = own.length === 0 ? control : await ifAssessed(sendGood());
  if (good === null || isBroken(good))
    return notAssessed('robustness.odd-credentials', 'Good credentials are not answered in order any more either');
  const contrast = `good credentials: ${inShort(good)}`;
  const deviations = own.flatMap(({ exchange }) => foundIn(exchange, orderDeviations(exchange)));
  check({ 'robustness.odd-credentials': { deviations, exchanges: [control], contrast } });
}

/** Whether a plain wrong password gets no answer: a guard in front of the service drops whoever guesses. */
export async function dropsAnyGuess(implementation: Implementation, name: EndpointName): Promise<boolean> {
  const { credentials: good } = implementation.settings;
  const { call } = await implementation.accepted(name);
  const authorization = credentials(good?.username ?? '', implementation.unique());
  const exchange = await ifAssessed(implementation.client.send(name, { ...call, authorization, freshConnection: true }));
  return exchange !== null && exchange.answer === null;
}
