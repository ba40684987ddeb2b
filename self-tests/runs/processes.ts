import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly commandLine: string;
}

/** Where /proc shows processes; elsewhere a test that looks at them is skipped. */
export const SEES_PROCESSES = process.platform === 'linux';

function running(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command's name stands in parentheses and may hold some itself; after it come state and parent.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), commandLine }];
    } catch {
      // It ended while it was looked at.
      return [];
    }
  });
}

/** The process and all that it started, directly or not. */
export function family(root: number): Process[] {
  const all = running();
  const members = new Set([root]);
  for (let before = 0; before < members.size; ) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

/** Those of the processes that still run. */
export function survivors(processes: readonly Process[]): Process[] {
  const now = new Map(running().map((process) => [process.pid, process.commandLine]));
  return processes.filter(({ pid, commandLine }) => now.get(pid) === commandLine);
}
