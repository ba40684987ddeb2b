// A process of its own, so that what serves and what measures do not wait for each other.
import { TARGETS } from './targets.ts';

const target = TARGETS.find(({ name }) => name === process.argv[2]);
if (target === undefined) throw new Error(`There is no target ${process.argv[2]}.`);
const { variables, close } = await target.open();
process.once('disconnect', () => void close().then(() => process.exit()));
process.send?.(variables);
