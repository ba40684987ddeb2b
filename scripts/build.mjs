// @ts-check
/** `npm run build`: bundles what the package holds into dist/. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, PROJECT } from './bundle.mjs';

const dist = join(PROJECT, 'dist');
rmSync(dist, { recursive: true, force: true });
await bundle(dist);
