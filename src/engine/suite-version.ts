import { readAsset } from '../installation/files.ts';

const { name, version } = JSON.parse(readAsset('package.json')) as { name: string; version: string };

/** Name and version of this suite, from its package. */
export const SUITE = { name, version } as const;
