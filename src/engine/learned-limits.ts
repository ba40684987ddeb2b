import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Limits } from '../http/transport.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import type { Settings } from '../settings/settings.ts';
import { isObject } from '../specification/json-object.ts';

const fileOf = ({ run }: Settings) => join(run.reportDir, 'learned-limits.json');

/** What an earlier run into the same folder learned of the same target, for what no setting says; null where it learned nothing. */
export function limitsLearnedBefore(settings: Settings): Limits | null {
  const { baseUrl, run } = settings;
  const file = fileOf(settings);
  // Perhaps somebody else has written it.
  const known = existsSync(file) ? jsonIn(readFileSync(file, 'utf8')) : null;
  if (!isObject(known) || known.target !== baseUrl) return null;
  const numberIn = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : null);
  return {
    connections: run.maxConnections === null ? numberIn(known.connections) : null,
    rps: run.maxRps === null ? numberIn(known.rps) : null,
  };
}

/** Keeps them for the next run. A target without limits leaves no file. */
export function keepLimits(settings: Settings, limits: Limits): void {
  if (limits.connections === null && limits.rps === null) return;
  const file = fileOf(settings);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ target: settings.baseUrl, ...limits })}\n`);
}
