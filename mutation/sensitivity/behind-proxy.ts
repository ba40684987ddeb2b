import { WriteBudget } from '../../src/client/write-budget.ts';
import type { LeftBehindNotes } from '../../src/engine/evidence/left-behind-notes.ts';
import { RunState } from '../../src/engine/run-state.ts';
import type { Deadline } from '../../src/http/deadline.ts';
import { cutUrl } from '../../src/http/origin.ts';
import { routesOf } from '../../src/http/routes.ts';
import type { TestOutcome } from '../../src/result/assemble.ts';
import { hasScheme } from '../../src/settings/parsing/addresses.ts';
import { directTo } from '../../src/settings/proxies.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { sameOrigin } from '../../src/settings/urls.ts';
import type { Interposition } from '../interposition.ts';
import { ReverseProxy } from '../proxy/reverse-proxy.ts';
import { type Plan, runParts, suiteErrorsIn } from '../run-parts.ts';
import { suiteScenarios } from '../suite-scenarios.ts';
import type { LaidInFront } from './laid-in-front.ts';
import { Writes } from './writes.ts';

/** What came of running the suite against an implementation behind the proxy. */
export interface RunBehindProxy {
  readonly outcomes: readonly TestOutcome[];
  /** The implementation broke a connection, or the suite made a mistake. */
  readonly troubles: readonly string[];
  /** Creations that did not reach the implementation, since a fault made more than the budget allows. */
  readonly overBudget: number;
}

/** What all runs behind the proxy have in common. */
export interface Common {
  readonly writes: WriteBudget | null;
  readonly deadline: Deadline | null;
  /** Takes note of what they leave at the target. */
  readonly notes: LeftBehindNotes;
}

/** Runs scenarios of the suite against the implementation that the settings name, with the proxy between them. */
export async function runBehindProxy(settings: Settings, front: LaidInFront, plan: Plan, common: Common): Promise<RunBehindProxy> {
  const { baseUrl } = settings;
  if (baseUrl === null) throw new Error('No target: start the embedded service first.');
  const files = await suiteScenarios();
  const { origin, path } = cutUrl(baseUrl);
  const writes = new Writes(common.writes, common.notes, { origin, prefix: path.replace(/\/$/, '') });
  const interposition: Interposition = (request, forward) => front.interposition(request, (passed) => writes.pass(passed, forward));
  const proxy = await ReverseProxy.open(baseUrl, interposition, routesOf(settings)(origin));
  const outcomes: TestOutcome[] = [];
  try {
    // The run stops by itself at what is left. Only a fault that makes further records meets the proxy's own limit, where connections break.
    const own = common.writes && new WriteBudget(common.writes.left, common.writes.variable);
    await using run = new RunState(through(settings, baseUrl, proxy.baseUrl), { writes: own, deadline: common.deadline });
    await runParts(files, plan, run, outcomes);
  } finally {
    await proxy.close();
  }
  return { outcomes, troubles: [...proxy.mistakes, ...suiteErrorsIn(outcomes)], overBudget: writes.withheld };
}

/** The settings with the proxy in place of the target; the event look-up goes through the proxy too, where the target itself answers it. */
function through(settings: Settings, baseUrl: string, proxyUrl: string): Settings {
  const { tracking } = settings;
  const { lookupUrl } = tracking;
  const own = lookupUrl !== null && hasScheme(lookupUrl) && sameOrigin(lookupUrl, baseUrl);
  const here = cutUrl(proxyUrl).origin;
  const connection = { ...settings.connection, proxies: directTo(new URL(proxyUrl).hostname, settings.connection.proxies) };
  return {
    ...settings,
    baseUrl: proxyUrl,
    connection,
    tracking: own ? { ...tracking, lookupUrl: `${here}${cutUrl(lookupUrl).path}` } : tracking,
  };
}
