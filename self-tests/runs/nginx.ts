import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pair } from '../certificates.ts';
import { portOf } from '../servers.ts';

const HOST = '127.0.0.1';
/** Debian keeps it where only root's path leads. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0) ?? null;

/** Why nginx cannot be had here, or null. */
export const WITHOUT_NGINX = PROGRAM === null ? 'nginx is not installed' : null;

export interface Front {
  readonly baseUrl: string;
  /** How many requests it refused with 429. */
  refused(): number;
  stop(): Promise<void>;
}

export interface FrontOptions {
  /** A directory of its own. */
  readonly directory: string;
  /** Where the service behind it listens. */
  readonly port: number;
  readonly prefix: string;
  readonly pair: Pair;
  /** Certificate of the authority whose clients are let in; everybody where absent. */
  readonly clientsOf?: string;
  /** Requests a second, and how many more at once. */
  readonly rate: number;
  readonly burst: number;
}

/** Starts nginx in front of a service: TLS, a path prefix, and a limit on requests with 429 and Retry-After. */
export async function startNginx(options: FrontOptions): Promise<Front> {
  const { directory, prefix } = options;
  // Nginx does not choose a port by itself, so somebody else may have taken the one that was free a moment ago.
  for (let attempt = 0; ; attempt += 1) {
    const port = await freePort();
    writeFileSync(join(directory, 'nginx.conf'), configuration(options, port));
    for (const [name, content] of Object.entries({
      'server.pem': options.pair.certificate,
      'server-key.pem': options.pair.key,
      'clients.pem': options.clientsOf ?? '',
    }))
      writeFileSync(join(directory, name), content);
    const child = spawn(PROGRAM ?? '', ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
    if (await isListening(child, port))
      return { baseUrl: `https://${HOST}:${port}${prefix}`, refused: () => refusals(directory), stop: () => stopped(child) };
    if (attempt === 4) throw new Error(`nginx did not start: ${readFileSync(join(directory, 'error.log'), 'utf8')}`);
  }
}

function configuration({ directory, port: behind, prefix, clientsOf, rate, burst }: FrontOptions, port: number): string {
  return `
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log warn;
events { worker_connections 1024; }
http {
  access_log ${directory}/access.log;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  limit_req_zone $binary_remote_addr zone=clients:1m rate=${rate}r/s;
  limit_req_status 429;
  # The path as it came: nginx would else decode what is escaped, and an id may hold a slash.
  map $request_uri $below { "~^${prefix}(?<rest>/.*)$" $rest; }
  server {
    listen ${HOST}:${port} ssl;
    ssl_certificate server.pem;
    ssl_certificate_key server-key.pem;
    ${clientsOf === undefined ? '' : 'ssl_client_certificate clients.pem; ssl_verify_client on;'}
    location ${prefix}/ {
      limit_req zone=clients burst=${burst} nodelay;
      error_page 429 = @limited;
      proxy_pass http://${HOST}:${behind}$below;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location @limited {
      internal;
      add_header Retry-After 1 always;
      return 429;
    }
  }
}
`;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, HOST, () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    }),
  );
}

async function isListening(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, HOST, () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return true;
    await sleep(20);
  }
  return false;
}

function refusals(directory: string): number {
  const log = join(directory, 'access.log');
  return existsSync(log) ? (readFileSync(log, 'utf8').match(/" 429 /g)?.length ?? 0) : 0;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
