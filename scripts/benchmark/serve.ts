import { FAR_TARGETS } from './far/targets.ts';
import { GREEN, RED_TARGETS } from './red/targets.ts';

// A process of its own, so that what serves and what measures do not wait for each other.

const target = [GREEN, ...RED_TARGETS, ...FAR_TARGETS].find(({ name }) => name === process.argv[2]);
if (target === undefined) throw new Error(`There is no target ${process.argv[2]}.`);
const { variables, close } = await target.open();
process.once('disconnect', () => void close().then(() => process.exit()));
process.send?.(variables);
