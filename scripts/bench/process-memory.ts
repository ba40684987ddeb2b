import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that one process had at any time. */
export interface ProcessPeak {
  readonly role: Role;
  readonly megabytes: number;
}

type Role = 'npm' | 'launcher' | 'runner' | 'worker' | 'reference service' | 'esbuild' | 'other';

const EVERY_MS = 40;

/** By what stands in a process's command line; the first that matches. */
const ROLES: readonly (readonly [pattern: RegExp, role: Role])[] = [
  [/reference\/main\.ts/, 'reference service'],
  [/esbuild/, 'esbuild'],
  [/playwright.*(worker|process)/i, 'worker'],
  [/playwright.*cli\.js/, 'runner'],
  [/scripts\/conformance\.ts/, 'launcher'],
  [/npm/, 'npm'],
];

/**
 * Watches a process and all that it starts, until stopped; then tells the peak (VmHWM, the resident set's high-water mark) of each.
 * Null where the system has no /proc.
 */
export function watchMemory(root: number): { stop(): readonly ProcessPeak[] | null } {
  if (process.platform !== 'linux') return { stop: () => null };
  const peaks = new Map<number, { commandLine: string; megabytes: number }>();
  const look = () => {
    for (const pid of tree(root)) {
      const status = read(`/proc/${pid}/status`);
      const kilobytes = Number(status.match(/^VmHWM:\s+(\d+) kB$/m)?.[1]);
      // A process that is about to be another program still has its parent's name.
      if (kilobytes > 0) peaks.set(pid, { commandLine: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '), megabytes: kilobytes / 1024 });
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return [...peaks.values()].map(({ commandLine, megabytes }) => ({ role: roleOf(commandLine), megabytes }));
    },
  };
}

function roleOf(commandLine: string): Role {
  return ROLES.find(([pattern]) => pattern.test(commandLine))?.[1] ?? 'other';
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
