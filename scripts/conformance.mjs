// @ts-check
// `npm run conformance` and its commands: the program as it stands in the source, bundled once after each change.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshBundle } from './bundle.mjs';

/** Playwright's window and its list lead to the source, and the window watches it. */
const SHOWS_SOURCE = ['--ui', '--ui-host', '--ui-port', '--list'];

const showsSource = process.argv.some((argument) => SHOWS_SOURCE.includes(argument.split('=')[0] ?? ''));
const folder = showsSource ? null : await freshBundle();
if (folder === null) (await import('tsx/esm/api')).register();
await import(folder === null ? '../src/cli/conformance.ts' : pathToFileURL(join(folder, 'src/cli/conformance.js')).href);
