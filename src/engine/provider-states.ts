import { none } from '../http/authorization.ts';
import { jsonOf } from '../http/body.ts';
import { type Answer, type Authorization, type Exchange, isSuccess, outcome } from '../http/exchange.ts';
import { visibleLine } from '../http/text.ts';
import type { Transport } from '../http/transport.ts';
import { answeredFixtures, missingStates, type ProviderState } from '../settings/fixtures/provider-states.ts';
import { readSettings } from '../settings/settings.ts';
import { sameOrigin } from '../settings/urls.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { adoptProviderStates } from './run-environment.ts';
import { RunState } from './run-state.ts';

/** An interrupted run has to end: a state that is not torn down by then stays. */
const GRACE_MS = 2500;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Has the implementation's own server set up the fixtures that no setting names, for the environment. Failures go to stderr. Returns what tears them down. */
export async function setUpProviderStates(): Promise<() => Promise<void>> {
  const settings = readSettings(process.env);
  const { baseUrl, providerStatesUrl: url } = settings;
  if (baseUrl === null || url === null) return async () => {};
  if (settings.run.readOnly) {
    const missing = missingStates(process.env).flatMap(({ gives }) => gives);
    adoptProviderStates({}, Object.fromEntries(missing.map((name) => [name, 'provider states are not set up in a read-only run'])));
    return async () => {};
  }
  const run = new RunState(settings);
  const { transport, redact, authorization } = run;
  const report = (notices: readonly string[]) => {
    for (const notice of notices) process.stderr.write(`CES_PROVIDER_STATES_URL: ${visibleLine(redact(notice))}\n`);
  };
  const states = new ProviderStates(url, transport, sameOrigin(url, baseUrl) ? authorization : none);
  const { variables, reasons, notices } = await states.setUp(process.env);
  adoptProviderStates(variables, Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, redact(reason)])));
  report(notices);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return async () => {
    const isInterrupted = interruption.signal.aborted;
    const patience = isInterrupted ? setTimeout(() => run.close(), GRACE_MS) : undefined;
    report(await states.tearDown(isInterrupted ? Date.now() + GRACE_MS : undefined));
    clearTimeout(patience);
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    await run.close();
  };
}

/** Servers may answer with these when they do not know a state. */
const UNKNOWN = [400, 404, 422, 501];

type StateChange = { readonly state: string; readonly params: JsonObject };

/** Speaks to the server that sets up fixtures, by Pact's convention of provider states: `POST` of `{ state, params, action }`. */
export class ProviderStates {
  readonly #post: (change: StateChange & { readonly action: 'setup' | 'teardown' }, timeoutMs?: number) => Promise<Exchange>;
  readonly #done: StateChange[] = [];

  /** @param authorization `none` for a URL of another origin than the base URL's */
  constructor(url: string, transport: Pick<Transport, 'send'>, authorization: Authorization) {
    this.#post = (change, timeoutMs) => transport.send({ method: 'POST', url, body: JSON.stringify(change), authorization, timeoutMs });
  }

  /** Asks for the missing states one after another, until one is not answered. `reasons` are by variable; `notices` may quote the server. Never throws. */
  async setUp(environment: NodeJS.ProcessEnv) {
    const variables: Record<string, string> = {};
    const reasons: Record<string, string> = {};
    const failed: Failed[] = [];
    const states = missingStates(environment);
    let isSilent = false;
    let isKnown = states.length === 0;
    for (const state of states) {
      const given = { ...environment, ...variables };
      const attempt: Outcome = isSilent ? NOT_ASKED : await this.#setUp(state, given);
      const { failure, reason, found = {} } = attempt;
      Object.assign(variables, found);
      for (const variable of missingIn(state, { ...given, ...found })) reasons[variable] = describe({ state: state.name, reason });
      if (failure === 'server' || failure === 'silence') failed.push({ state: state.name, reason });
      isSilent ||= failure === 'silence';
      isKnown ||= failure !== 'unknown';
    }
    const unknown = isKnown ? [] : [`the server knows none of the ${states.length} provider states that it was asked for`];
    return { variables, reasons, notices: [...grouped(failed), ...unknown] };
  }

  /** Takes back what was set up, last first, until the deadline (Unix epoch). Returns what went wrong, for people. */
  async tearDown(deadline?: number): Promise<string[]> {
    const failed: Failed[] = [];
    for (let change = this.#done.pop(); change !== undefined; change = this.#done.pop()) {
      const left = deadline && deadline - Date.now();
      const exchange = left === undefined || left > 0 ? await this.#post({ ...change, action: 'teardown' }, left) : null;
      if (exchange !== null && isSuccess(exchange)) continue;
      failed.push({ state: change.state, reason: `not torn down: ${exchange === null ? 'no time was left' : outcome(exchange)}` });
      if (exchange?.answer) continue;
      failed.push(...this.#done.splice(0).map(({ state }) => ({ state, reason: 'not torn down either' })));
    }
    return grouped(failed);
  }

  async #setUp(state: ProviderState, given: NodeJS.ProcessEnv): Promise<Outcome> {
    const { CES_BUSINESS_ID: business = '' } = given;
    const params = business === '' ? {} : { business };
    const exchange = await this.#post({ state: state.name, params, action: 'setup' });
    if (exchange.answer === null) return { failure: 'silence', reason: outcome(exchange) };
    if (UNKNOWN.includes(exchange.answer.status))
      return { failure: 'unknown', reason: `${outcome(exchange)}: the server does not know it` };
    if (!isSuccess(exchange)) return { failure: 'server', reason: outcome(exchange) };
    const answered = objectIn(exchange.answer);
    this.#done.push({ state: state.name, params: { ...params, ...answered.object } });
    if (answered.problem !== null) return { failure: 'server', reason: answered.problem };
    const { variables: found, problems } = answeredFixtures(state, answered.object, given);
    const wrong = problems.map(({ variable, expected, found: was }) => `${variable}: expected ${expected}; found ${was}`);
    const missing = missingIn(state, { ...given, ...found });
    if (wrong.length === 0 && missing.length === 0) return { failure: null, reason: '', found };
    return { failure: 'server', reason: wrong.join('; ') || `it was set up, but its answer holds no ${missing.join(', ')}`, found };
  }
}

interface Outcome {
  readonly failure: 'unknown' | 'server' | 'silence' | 'not asked' | null;
  /** Why something is still missing; empty where nothing is. */
  readonly reason: string;
  readonly found?: Readonly<Record<string, string>>;
}

const NOT_ASKED: Outcome = { failure: 'not asked', reason: 'not asked for, since another one was not answered' };

type Failed = { readonly state: string; readonly reason: string };

function missingIn({ gives }: ProviderState, given: NodeJS.ProcessEnv): string[] {
  return gives.filter((name) => given[name] === undefined);
}

const describe = ({ state, reason }: Failed): string => `provider state "${state}": ${reason}`;

/** Groups states that failed alike: a server that refuses one refuses them all. */
function grouped(failed: readonly Failed[]): string[] {
  return [...new Set(failed.map(({ reason }) => reason))].map((reason) => {
    const [state = '', ...more] = failed.filter((entry) => entry.reason === reason).map((entry) => entry.state);
    return describe({ state, reason }) + (more.length > 0 ? ` (and ${more.length} more)` : '');
  });
}

/** An empty answer gives nothing, which is no problem. */
function objectIn(answer: Answer): { readonly object: JsonObject; readonly problem: string | null } {
  if (answer.body.length === 0) return { object: {}, problem: null };
  const json = jsonOf(answer);
  if ('value' in json && isObject(json.value)) return { object: json.value, problem: null };
  return { object: {}, problem: 'problem' in json ? json.problem : 'the answer is JSON, but no object of fixtures' };
}
