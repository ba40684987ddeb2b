import { setTimeout as sleep } from 'node:timers/promises';
import { credentials, none } from '../../http/authorization.ts';
import type { Answer } from '../../http/exchange.ts';
import { createRedactor } from '../../http/redaction.ts';
import { routesOf } from '../../http/routes.ts';
import { Transport } from '../../http/transport.ts';
import { secretTexts } from '../../settings/secrets.ts';
import type { Settings } from '../../settings/settings.ts';
import { absoluteAddress, sameOrigin } from '../../settings/urls.ts';

/** Between the end of one request and the next. */
const PAUSE_MS = 2000;

export function versionSource(settings: Settings) {
  const { timeoutMs, maxBodyBytes, maxRps } = settings.run;
  const redact = createRedactor(settings.credentials, secretTexts(settings));
  const transport = new Transport({ timeoutMs, maxBodyBytes, maxRps, maxConnections: 1, routeTo: routesOf(settings), redact });
  let known: string | null = null;

  /** The text that stands for the version, the header or status and body, never shown to anybody; null while the target is away. */
  async function ask(): Promise<string | null> {
    const { version, baseUrl, credentials: given } = settings;
    if (version === null || baseUrl === null || given === null) return null;
    const url = absoluteAddress(baseUrl, version.place);
    const authorization = sameOrigin(url, baseUrl) ? credentials(given.username, given.password) : none;
    const { answer, failure } = await transport.send({ method: 'GET', url, body: null, authorization });
    const [text, trouble] = answer === null ? [null, failure?.message] : reading(answer, version.header);
    source.problem = trouble === undefined ? null : `CES_VERSION_URL does not show the version: ${trouble}.`;
    return text;
  }

  const source = {
    /** Why another version may not show, in a sentence; null where the last answer says nothing against it. */
    problem: null as string | null,
    pauseMs: Math.max(PAUSE_MS, maxRps === null ? 0 : 1000 / maxRps),
    /** Whether it is another one than when it was last asked for, or the target is back: a new process has the old version too. */
    async isAnother(): Promise<boolean> {
      const [before, now] = [known, await ask()];
      known = now;
      return now !== null && now !== before;
    },
    /** Resolves when the version is another one; never, once the signal aborts. */
    async changed(signal: AbortSignal): Promise<void> {
      do await sleep(source.pauseMs, undefined, { signal });
      while (!(await source.isAnother()));
    },
    close: () => transport.close(),
  };
  return source;
}

function reading({ status, headers, body }: Answer, header: string | null): readonly [text: string, trouble: string | undefined] {
  if (header === null) return [`${status} ${Buffer.from(body).toString('latin1')}`, status >= 400 ? `it answers ${status}` : undefined];
  const value = headers[header];
  return [value ?? '', value === undefined ? `its answer (status ${status}) has no header ${header}` : undefined];
}
