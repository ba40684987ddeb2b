// @ts-check
// `npm run test:thorough`, for the night: everything, the whole suite against each fault that is to break one statement alone, every `curl` sent
// again, pairs of variants, and the package on each Node that it promises.
import { spawnSync } from 'node:child_process';

const env = { ...process.env, THOROUGH: '1' };
const codes = ['test:all', 'packed'].map(
  (script) => spawnSync('npm', ['run', script], { stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1,
);
process.exitCode = Math.max(...codes);
