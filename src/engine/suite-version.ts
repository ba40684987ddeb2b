import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { name: string; version: string };

/** Name and version of this suite, from its package. */
export const SUITE: Readonly<{ name: string; version: string }> = { name: manifest.name, version: manifest.version };
