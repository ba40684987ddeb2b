import { orderFindings } from '../../src/checks/answers.ts';
import { type Finding, foundIn } from '../../src/checks/finding.ts';
import { isObject } from '../../src/checks/json-equality.ts';
import { leakFindings } from '../../src/checks/leaks.ts';
import { CARDS } from '../../src/client/api/cards.ts';
import type { CoveredScenario } from '../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../src/engine/scenario.ts';
import { WRONG_CREDENTIALS } from '../../src/http/authorization.ts';
import { jsonOf, mediaTypeOf } from '../../src/http/body.ts';
import type { Answer, Exchange } from '../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type Attempt, CHECKS_OF_EFFECTS } from './rejected-writes.ts';
import { inShort, isBroken, reportUnderLoad, sentAlone } from './under-load.ts';

/** Sends each kind of wrong credentials, after a control request: the same request with good credentials, which is accepted. */
export function rejectsWrongCredentials(name: EndpointName): CoveredScenario {
  const checkEffects = CHECKS_OF_EFFECTS[name];
  return [
    covers(
      name,
      [
        ...WRONG_CREDENTIALS.map(({ statement }) => statement),
        'robustness.odd-credentials',
        'authentication.rejection-reveals-nothing',
        ...(checkEffects ? (['authentication.rejection-does-nothing'] as const) : []),
      ],
      { observes: ['credentials.missing', 'credentials.wrong', 'credentials.rejection-body', 'credentials.challenge'] },
    ),
    scenario(async (context) => {
      const control = await context.implementation.freshExample(name);
      if (!isSuccess(control))
        throw new NotAssessed(`A rejection proves nothing, since good credentials do not succeed either: ${outcome(control)}`);
      const attempts = await attemptsAt(context, name);
      checkRejections(context, control, attempts);
      await checkOrder(context, name, control, attempts);
      checkContent(context, control, attempts);
      observeRejections(context, attempts);
      await checkEffects?.(context, attempts);
    }),
  ];
}

async function attemptsAt({ implementation, all }: ScenarioContext, name: EndpointName): Promise<Attempt[]> {
  const { credentials } = implementation.settings;
  if (credentials === null) throw new Error('A target has credentials.');
  const sent = WRONG_CREDENTIALS.map(async ({ statement, make }) => {
    const authorization = make(credentials.username, credentials.password);
    const { call: typical } = await implementation.once(`accepted call ${name}`, () => implementation.acceptedCall(name));
    const call = CARDS[name].marked?.(typical, implementation.unique()) ?? typical;
    if (authorization === null) return null;
    return { statement, call, exchange: await implementation.client.send(name, { ...call, authorization }) };
  });
  return (await all(sent)).filter((attempt) => attempt !== null);
}

function checkRejections({ record, notAssessed }: ScenarioContext, control: Exchange, attempts: readonly Attempt[]): void {
  const rejected = attempts.filter(({ exchange }) => exchange.answer && !isSuccess(exchange)).length;
  const contrast = `${rejected} of ${attempts.length - 1} other wrong credentials are rejected`;
  for (const { statement } of WRONG_CREDENTIALS) {
    const exchange = exchangeOf(attempts, statement);
    if (exchange?.answer) record.check(statement, acceptanceFindings(exchange), { exchanges: [control], contrast });
    else if (exchange) notAssessed(statement, `Neither accepted nor rejected: ${outcome(exchange)}`);
    else notAssessed(statement, 'These credentials have no such wrong form', ['CES_PASSWORD']);
  }
}

/** Odd credentials are blamed only for what breaks once more, alone. */
async function checkOrder(
  { record, implementation }: ScenarioContext,
  name: EndpointName,
  control: Exchange,
  attempts: readonly Attempt[],
): Promise<void> {
  const exchanges = attempts.map(({ exchange }) => exchange);
  const broken = attempts.filter(({ exchange }) => isBroken(exchange)).slice(0, 3);
  const repeated: { readonly exchange: Exchange; readonly again: Exchange | null }[] = [];
  for (const { call, exchange } of broken) {
    const { authorization } = exchange.request;
    repeated.push({ exchange, again: await sentAlone(() => implementation.client.send(name, { ...call, authorization })) });
  }
  const blamed = repeated.filter(({ again }) => again === null || isBroken(again));
  const [unblamed] = repeated.filter(({ again }) => again !== null && !isBroken(again));
  const contrast = `good credentials: ${inShort(control)}`;
  const findings = blamed.flatMap(({ exchange }) => foundIn(exchange, orderFindings(exchange)));
  if (unblamed?.again && blamed.length === 0) {
    const { again } = unblamed;
    await reportUnderLoad(record, name, exchanges, async () => again);
  }
  record.check('robustness.odd-credentials', findings, { exchanges: [control], contrast });
}

function exchangeOf(attempts: readonly Attempt[], statement: Attempt['statement']): Exchange | undefined {
  return attempts.find((attempt) => attempt.statement === statement)?.exchange;
}

/** A rejection is any answer but a 2xx: which one, is the implementation's choice. */
function acceptanceFindings(exchange: Exchange): Finding[] {
  const { shown } = exchange.request.authorization;
  const expected = `a rejection, so no 2xx: the request carries ${shown === 'none' ? 'no credentials' : shown}`;
  return isSuccess(exchange) ? foundIn(exchange, [{ expected, actual: outcome(exchange) }]) : [];
}

function checkContent({ check, notAssessed }: ScenarioContext, control: Exchange & { answer: Answer }, attempts: readonly Attempt[]): void {
  const rejections = attempts.map(({ exchange }) => exchange).filter(isRejection);
  const leaks = rejections.flatMap((rejection) => foundIn(rejection, leakFindings(rejection, control))).slice(0, 3);
  if (rejections.length === 0) notAssessed('authentication.rejection-reveals-nothing', 'Nothing was rejected');
  else check({ 'authentication.rejection-reveals-nothing': leaks }, control);
}

function isRejection(exchange: Exchange): exchange is Exchange & { answer: Answer } {
  return exchange.answer !== null && !isSuccess(exchange);
}

function observeRejections({ observe }: ScenarioContext, attempts: readonly Attempt[]): void {
  const missing = exchangeOf(attempts, 'authentication.rejects-missing')?.answer;
  const wrong = exchangeOf(attempts, 'authentication.rejects-wrong-password')?.answer;
  observe({ 'credentials.wrong': wrong?.status ?? null });
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
