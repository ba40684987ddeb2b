import type { Server } from 'node:http';
import type { PassingAnswer, PassingRequest } from '../../mutation/interposition.ts';
import { type ProxyOptions, startProxy } from '../../mutation/proxy/reverse-proxy.ts';
import { withoutHop } from '../../mutation/proxy/without-hop.ts';
import { createReferenceService } from '../../reference/service.ts';
import { listen } from '../servers.ts';

export interface Seen extends Pick<PassingRequest, 'method' | 'headers' | 'endpoint'> {
  /** Path and query below the prefix, raw. */
  readonly path: string;
  readonly body: string;
}

export interface Reply extends PassingAnswer {
  readonly body: Buffer;
}

export interface TargetOptions extends Omit<ProxyOptions, 'listen'> {
  readonly username?: string;
  readonly password?: string;
  /** What the proxy makes of an answer; by default it stays as it is. */
  readonly change?: (reply: Reply, seen: Seen) => Reply | Promise<Reply>;
}

/** The reference service in this process, behind a proxy that remembers every request. */
export interface Target {
  readonly baseUrl: string;
  /** The settings that point the suite at it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly seen: readonly Seen[];
  /** Breaks all connections and takes no more, as a process that is killed. */
  die(): void;
  /** After `die`: takes connections again, at the same port. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const { username = 'operator', password = 'correct-horse', change = (reply: Reply) => reply, ...place } = options;
  const service = createReferenceService({ username, password });
  await service.app.ready();
  const seen: Seen[] = [];
  let server: Server | undefined;
  const proxy = await startProxy(
    withoutHop(service.app),
    async (request, forward) => {
      const { method, target: path, headers, endpoint, body } = request;
      const own = { method, path, headers, endpoint, body: Buffer.from(body).toString() };
      seen.push(own);
      const reply = await forward(request);
      return change({ ...reply, body: Buffer.from(reply.body) }, own);
    },
    { ...place, listen: (listening) => (server = listening) },
  );
  return {
    baseUrl: proxy.baseUrl,
    variables: service.fixtures(proxy.baseUrl),
    seen,
    die: () => {
      server?.close();
      server?.closeAllConnections();
    },
    revive: async () => {
      const { hostname, port } = new URL(proxy.baseUrl);
      if (server) await listen(server, hostname.replace(/[[\]]/g, ''), Number(port));
    },
    close: async () => {
      await proxy.close();
      await service.close();
    },
  };
}

/** The answer with another JSON body, where it holds a JSON object at all. */
export function changeJson(reply: Reply, change: (body: Record<string, unknown>) => unknown): Reply {
  // HEAD is answered without a body.
  if (!String(reply.headers['content-type']).startsWith('application/json') || reply.body.length === 0) return reply;
  return { ...reply, body: Buffer.from(JSON.stringify(change(JSON.parse(reply.body.toString()) as Record<string, unknown>))) };
}
