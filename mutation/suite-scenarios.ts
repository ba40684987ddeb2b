import { scenesOf } from '../src/engine/playwright/test.ts';
import type { Scene } from '../src/engine/scenario.ts';

/** A file of the suite. Its scenes may share records (endpoint 3 writes customers), so they are played one after another. */
export interface SceneFile {
  readonly name: string;
  readonly scenes: readonly Scene[];
}

const FILES: readonly (readonly [name: string, load: () => Promise<unknown>])[] = [
  ['events', () => import('../tests/events.spec.ts')],
  ['resolution', () => import('../tests/resolution.spec.ts')],
  ['campaigns', () => import('../tests/campaigns.spec.ts')],
  ['customers', () => import('../tests/customers.spec.ts')],
  ['businesses', () => import('../tests/businesses.spec.ts')],
  ['email-templates', () => import('../tests/email-templates.spec.ts')],
  ['sms-templates', () => import('../tests/sms-templates.spec.ts')],
  ['sent-emails', () => import('../tests/sent-emails.spec.ts')],
  ['email-addresses', () => import('../tests/email-addresses.spec.ts')],
  ['email-blasts', () => import('../tests/email-blasts.spec.ts')],
  ['segments', () => import('../tests/segments.spec.ts')],
  ['feature-flags', () => import('../tests/feature-flags.spec.ts')],
  ['project-defined-events', () => import('../tests/project-defined-events.spec.ts')],
  ['authentication', () => import('../tests/authentication.spec.ts')],
  ['robustness', () => import('../tests/robustness.spec.ts')],
  ['concurrency', () => import('../tests/concurrency.spec.ts')],
  ['service', () => import('../tests/service.spec.ts')],
  ['properties', () => import('../tests/properties.spec.ts')],
];

/** Names of the suite's files, in the order in which they are played. */
export const SCENE_FILES: readonly string[] = FILES.map(([name]) => name);

let loaded: Promise<readonly SceneFile[]> | null = null;

/** All scenes of the real suite. A module is read once a process, so what it declared is kept. */
export function suiteScenes(): Promise<readonly SceneFile[]> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<SceneFile[]> {
  const files: SceneFile[] = [];
  for (const [name, read] of FILES) files.push({ name, scenes: await scenesOf(read) });
  return files;
}
