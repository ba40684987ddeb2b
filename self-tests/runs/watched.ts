// `conformance --watch`, whose keys come from a pipe that stands in for a terminal.
import { watch } from '../../src/cli/watch.ts';

const keyboard = Object.assign(process.stdin, { isTTY: true });
process.exitCode = await watch(process.argv.slice(2), { keyboard, say: (line) => process.stdout.write(`${line}\n`) });
