import { cutUrl } from '../../src/http/origin.ts';
import { waysTo } from '../../src/http/ways.ts';
import type { TestOutcome } from '../../src/result/assemble.ts';
import { hasScheme } from '../../src/settings/parsing/addresses.ts';
import { directTo } from '../../src/settings/proxies.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { sameOrigin } from '../../src/settings/urls.ts';
import { ReverseProxy } from '../proxy/reverse-proxy.ts';
import { type Plan, playParts } from '../run-suite.ts';
import { suiteScenes } from '../suite-scenarios.ts';
import type { LaidInFront } from './laid-in-front.ts';

/** What the suite said of an implementation behind the proxy. */
export interface Played {
  readonly outcomes: readonly TestOutcome[];
  /** The implementation broke a connection, or the suite made a mistake. */
  readonly troubles: readonly string[];
}

/** Plays scenes of the suite against the implementation that the settings name, with the proxy between them. */
export async function playBehindProxy(settings: Settings, front: LaidInFront, plan: Plan): Promise<Played> {
  const { baseUrl } = settings;
  if (baseUrl === null) throw new Error('No target: the embedded service has to be started before.');
  const files = await suiteScenes();
  const proxy = await ReverseProxy.open(baseUrl, front.interposition, waysTo(settings)(cutUrl(baseUrl).origin));
  const outcomes: TestOutcome[] = [];
  try {
    await playParts(files, plan, through(settings, baseUrl, proxy.baseUrl), outcomes);
  } finally {
    await proxy.close();
  }
  const suiteErrors = outcomes.flatMap(({ title, evidence }) => (evidence?.suiteError ? [`${title}: ${evidence.suiteError}`] : []));
  return { outcomes, troubles: [...proxy.mistakes, ...suiteErrors] };
}

/** The settings with the proxy in place of the target; the event look-up goes through it too, where it is asked at the target itself. */
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
