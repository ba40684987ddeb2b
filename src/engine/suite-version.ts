import { readAsset } from '../installation/files.ts';

const manifest = JSON.parse(readAsset('package.json')) as {
  name: string;
  version: string;
  optionalDependencies: Record<string, string>;
};

/** Name and version of this suite, from its package. */
export const SUITE: Readonly<{ name: string; version: string }> = { name: manifest.name, version: manifest.version };

/** The packages that only the embedded service needs, with their versions. */
export const SERVICE_PACKAGES: Readonly<Record<string, string>> = manifest.optionalDependencies;
