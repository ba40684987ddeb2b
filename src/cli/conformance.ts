#!/usr/bin/env node
// The command of this project: runs the suite, or one of COMMANDS. `npm run conformance` from the source, `npx customer-engagement-conformance` from the package.
import { outliveReaders } from '../installation/installation.ts';
import { main } from './main.ts';

outliveReaders();
process.exitCode = await main(process.argv.slice(2));
