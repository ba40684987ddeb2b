import { execFile } from 'node:child_process';

/** Runs a script, and reads what it writes. This process goes on meanwhile, so it may be what the script asks. */
export function shell(
  script: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
