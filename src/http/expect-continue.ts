import { request as requestOver } from 'node:http';
import type { Socket } from 'node:net';
import type { OutgoingRequest, Receiver } from './receiver.ts';

/** Two far round trips. A server that ignores the expectation waits for the body, and one that is late gets it unasked, which does no harm. */
const LONGEST_WAIT_MS = 300;

/**
 * Sends a request with `Expect: 100-continue` over an open socket: its body follows when the target asks for it, or after a moment
 * (RFC 9110 §10.1.1). undici does not send this header, so Node's own client does. The socket serves nothing else.
 */
export function sendExpecting(
  socket: Socket,
  host: string,
  { method, path, headers, body, chunked }: OutgoingRequest,
  receiver: Receiver,
): void {
  const request = requestOver({
    method,
    path,
    headers: { host, ...headers, ...(body !== null && !chunked && { 'content-length': String(body.length) }) } as Record<
      string,
      string | string[]
    >,
    createConnection: () => socket,
  });
  receiver.started();
  const sendBody = () => {
    clearTimeout(wait);
    // A target may ask for the body when it has already gone out.
    if (!request.writableEnded) request.end(body);
  };
  const wait = setTimeout(sendBody, LONGEST_WAIT_MS);
  const failed = (error: Error) => {
    clearTimeout(wait);
    receiver.failed(error);
  };
  request.once('continue', sendBody);
  request.once('error', failed);
  request.once('response', (response) => {
    clearTimeout(wait);
    receiver.head(response.statusCode ?? 0, response.headersDistinct);
    response.on('data', (chunk: Buffer) => receiver.data(chunk));
    response.once('error', failed);
    response.once('end', () => {
      receiver.ended();
      socket.destroy();
    });
  });
}
