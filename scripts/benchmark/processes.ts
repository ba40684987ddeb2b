import { readdirSync, readFileSync } from 'node:fs';

/** What one process took. */
export interface ProcessUse {
  /** It is the reference service, and not the suite. */
  readonly isService: boolean;
  /** The most memory that it had at any time. */
  readonly megabytes: number;
  /** Processor time. Unlike wall time it hardly depends on what else the machine does. */
  readonly cpuMs: number;
}

const EVERY_MS = 40;
/** Linux counts processor time in hundredths of a second for user space. */
const MS_A_TICK = 10;

const SERVICE = /reference\/main\.[jt]s/;

/**
 * Watches a process and all that it starts, until stopped; then tells of each its peak of memory (VmHWM, the resident set's
 * high-water mark) and its processor time. Null where the system has no /proc.
 */
export function watchProcesses(root: number): { stop(): readonly ProcessUse[] | null } {
  if (process.platform !== 'linux') return { stop: () => null };
  const uses = new Map<number, ProcessUse>();
  const look = () => {
    for (const pid of tree(root)) {
      const kilobytes = Number(read(`/proc/${pid}/status`).match(/^VmHWM:\s+(\d+) kB$/m)?.[1]);
      const [user = 0, system = 0] = read(`/proc/${pid}/stat`).replace(/^.*\)/s, '').split(' ').slice(12, 14).map(Number);
      // What has just ended has no memory any more; what was seen of it before stays.
      if (kilobytes > 0)
        uses.set(pid, {
          isService: SERVICE.test(read(`/proc/${pid}/cmdline`)),
          megabytes: kilobytes / 1024,
          cpuMs: (user + system) * MS_A_TICK,
        });
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return [...uses.values()];
    },
  };
}

/** The process and all below it. */
function tree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(read(`/proc/${name}/stat`).match(/^\d+ \(.*\) \S (\d+)/s)?.[1])] as const);
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** Empty where the process has ended in the meantime. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}
