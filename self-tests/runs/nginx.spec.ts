import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createReferenceService } from '../../reference/service.ts';
import { makeAuthority, makeCertificate } from '../certificates.ts';
import { listen, portOf } from '../servers.ts';
import { resultIn, test, withStatus } from './run.ts';

/** Debian keeps it where only root's path leads. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0);

test('a service behind nginx with TLS, a rate limit and a path prefix is conformant, and assessed completely', async ({ runs, folder }) => {
  test.setTimeout(240_000);
  test.skip(PROGRAM === undefined, 'nginx is not installed');
  const authority = await makeAuthority();
  const { certificate, key } = await makeCertificate({ authority });
  const service = createReferenceService({ username: 'operator', password: 'correct-horse' });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const [port, inFolder] = [await freePort(), (name: string) => join(folder, name)];
  writeFileSync(inFolder('ca.pem'), authority.certificate);
  writeFileSync(inFolder('server.pem'), certificate);
  writeFileSync(inFolder('server-key.pem'), key);
  writeFileSync(inFolder('nginx.conf'), configuration(folder, port, portOf(service.app.server)));
  const nginx = spawn(PROGRAM ?? '', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  try {
    // Written once it listens.
    await expect.poll(() => existsSync(inFolder('nginx.pid'))).toBe(true);
    const CES_CA_FILE = inFolder('ca.pem');
    const fixtures = service.fixtures(`https://127.0.0.1:${port}/api/v1`);
    const { code, stdout, directory } = await runs.run([], { ...fixtures, CES_CA_FILE, CES_PROPERTY_RUNS: '10' });
    const result = await resultIn(directory);
    expect(withStatus(result, 'failed'), stdout).toEqual([]);
    expect(withStatus(result, 'not-assessed')).toEqual([]);
    const { verdict, complete } = result;
    expect({ code, verdict, complete }, stdout).toEqual({ code: 0, verdict: 'conformant', complete: true });
    expect(readFileSync(inFolder('access.log'), 'utf8')).toContain('" 429 ');
    // What else was learned of the limit depends on how fast the machine is.
    expect(result.notices).toContainEqual(expect.stringContaining('to wait'));
  } finally {
    if (nginx.kill()) await once(nginx, 'exit');
    await service.close();
  }
});

/** TLS, a path prefix, and a limit on requests with 429 and Retry-After, in front of the service at `behind`. */
function configuration(folder: string, port: number, behind: number): string {
  return `
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  limit_req_zone $binary_remote_addr zone=clients:1m rate=100r/s;
  limit_req_status 429;
  # The path as it came: nginx would else decode what is escaped, and an id may hold a slash.
  map $request_uri $below { "~^/api/v1(?<rest>/.*)$" $rest; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate server.pem;
    ssl_certificate_key server-key.pem;
    location /api/v1/ {
      limit_req zone=clients burst=5 nodelay;
      error_page 429 = @limited;
      proxy_pass http://127.0.0.1:${behind}$below;
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

/** One that was free a moment ago: nginx chooses none by itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
