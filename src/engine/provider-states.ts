import { ProviderStates } from '../client/provider-states.ts';
import { none } from '../http/authorization.ts';
import { visibleLine } from '../http/text.ts';
import { missingStates } from '../settings/fixtures/provider-states.ts';
import { readSettings } from '../settings/settings.ts';
import { sameOrigin } from '../settings/urls.ts';
import { adoptProviderStates } from './run-environment.ts';
import { RunState } from './run-state.ts';

/** An interrupted run has to end: a state that is not torn down by then stays. */
const GRACE_MS = 2500;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Has the implementation's own server set up the fixtures that the settings do not name, and adds them to the environment. Failures are printed on
 * stderr; what needs those fixtures is *not assessed*. Returns a function that tears all states down.
 */
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
  const states = new ProviderStates({ url, transport, authorization: sameOrigin(url, baseUrl) ? authorization : none });
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
