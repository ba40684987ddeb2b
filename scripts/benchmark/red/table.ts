import { seconds, table, UNKNOWN } from '../table.ts';
import type { RedFigures } from './measure.ts';

/** What failing targets cost, each over the sound one that was measured just before. */
export function redTable(figures: readonly RedFigures[]): string {
  return table([
    ['failing target', 'wall time', 'sound', 'ratio', 'processor time', 'sound', 'ratio', 'load'],
    ...figures.map(({ name, hangs, loadAverage, typical: { green, red, wallRatio, cpuRatio } }) => [
      name,
      seconds(red.wallMs),
      seconds(green.wallMs),
      `${wallRatio.toFixed(2)}${hangs ? ' (less one time-out)' : ''}`,
      red.cpuMs === null ? UNKNOWN : seconds(red.cpuMs),
      green.cpuMs === null ? UNKNOWN : seconds(green.cpuMs),
      cpuRatio === null ? UNKNOWN : cpuRatio.toFixed(2),
      loadAverage.toFixed(1),
    ]),
  ]);
}
