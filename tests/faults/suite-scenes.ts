import type { Scene } from '../conformance/scene.ts';
import { scenesOf } from '../conformance/suite.ts';

/** A file of the suite. Its scenes may share records (endpoint 3 writes customers), so they are played one after another. */
export interface SceneFile {
  readonly name: string;
  readonly scenes: readonly Scene[];
}

const FILES: readonly (readonly [name: string, load: () => Promise<unknown>])[] = [
  ['events', () => import('../conformance/events.spec.ts')],
  ['resolution', () => import('../conformance/resolution.spec.ts')],
  ['campaigns', () => import('../conformance/campaigns.spec.ts')],
  ['customers', () => import('../conformance/customers.spec.ts')],
  ['businesses', () => import('../conformance/businesses.spec.ts')],
  ['email-templates', () => import('../conformance/email-templates.spec.ts')],
  ['sms-templates', () => import('../conformance/sms-templates.spec.ts')],
  ['sent-emails', () => import('../conformance/sent-emails.spec.ts')],
  ['email-addresses', () => import('../conformance/email-addresses.spec.ts')],
  ['email-blasts', () => import('../conformance/email-blasts.spec.ts')],
  ['segments', () => import('../conformance/segments.spec.ts')],
  ['feature-flags', () => import('../conformance/feature-flags.spec.ts')],
  ['project-defined-events', () => import('../conformance/project-defined-events.spec.ts')],
  ['authentication', () => import('../conformance/authentication.spec.ts')],
  ['robustness', () => import('../conformance/robustness.spec.ts')],
  ['concurrency', () => import('../conformance/concurrency.spec.ts')],
  ['service', () => import('../conformance/service.spec.ts')],
  ['properties', () => import('../conformance/properties.spec.ts')],
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
