import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parseExactly } from './exact-json.ts';
import { ApiError } from './input.ts';

export interface Credentials {
  /** Holds no colon: RFC 7617 leaves colons to the password. */
  readonly username: string;
  readonly password: string;
}

const CHALLENGE = 'Basic realm="Customer Engagement Service", charset="UTF-8"';
const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Throws for credentials that RFC 7617 forbids: no request could present them. */
export function assertPresentable({ username, password }: Credentials): void {
  if (username.includes(':')) throw new TypeError('username: expected text without a colon, which HTTP Basic cannot carry');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 section 2 excludes exactly these
  const control = /[\u0000-\u001f\u007f]/;
  if (control.test(username)) throw new TypeError('username: expected text without control characters');
  if (control.test(password)) throw new TypeError('password: expected text without control characters');
}

/**
 * Throws 401 unless the request carries the credentials. It compares the encoded forms: canonical base64 is the only spelling of a byte
 * sequence, so nothing is decoded leniently, and UTF-8 and colons in the password need no care. Digests keep the comparison constant in
 * time for any length.
 */
function basicAuthentication(credentials: Credentials): (request: FastifyRequest, reply: FastifyReply) => void {
  assertPresentable(credentials);
  const expected = digest(Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64'));
  return (request, reply) => {
    const presented = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(presented), expected)) return;
    reply.header('www-authenticate', CHALLENGE);
    throw new ApiError(401, 'unauthorized', 'expected the header Authorization: Basic with valid credentials');
  };
}

const BODY_LIMIT = 1024 * 1024;
/** Room for an id of 10,000 characters, each three percent-encoded bytes: Node's own 16 KiB would refuse the request line. */
const HEAD_LIMIT = 128 * 1024;

const CODES: Record<number, string> = { 413: 'body_too_large', 415: 'unsupported_media_type' };
const MESSAGES: Record<number, string> = {
  413: `body: expected at most ${BODY_LIMIT} bytes`,
  415: 'body: expected the media type application/json without content coding',
};

function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  const status = error.statusCode ?? 500;
  if (status < 500) return new ApiError(status, CODES[status] ?? 'bad_request', MESSAGES[status] ?? error.message);
  process.stderr.write(`${error.stack ?? error.message}\n`);
  return new ApiError(500, 'internal_error', 'the service failed; its standard error says why');
}

function answerError(error: FastifyError | ApiError, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message } = toApiError(error);
  // Fastify closes the connection after an unread body. A client that is still sending sees that as a reset. Node drains the body.
  reply.removeHeader('connection');
  reply.code(status).type('application/json; charset=utf-8').send({ error: { code, message } });
}

/** Fastify with what all routes share: authentication before anything else, JSON bodies, errors as JSON. */
export function createServer(credentials: Credentials): FastifyInstance {
  const authenticate = basicAuthentication(credentials);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEAD_LIMIT },
    routerOptions: { maxParamLength: HEAD_LIMIT },
    // A path that does not decode never reaches a route or a hook.
    frameworkErrors: (error, request, reply) => {
      try {
        authenticate(request, reply);
        answerError(new ApiError(400, 'bad_path', 'path: expected percent-encoded UTF-8'), request, reply);
      } catch (refusal) {
        answerError(refusal instanceof ApiError ? refusal : error, request, reply);
      }
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    authenticate(request, reply);
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new ApiError(415, 'unsupported_media_type', MESSAGES[415] ?? '');
    done(null, body.length === 0 ? undefined : parseExactly(body));
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    answerError(new ApiError(404, 'no_such_endpoint', `there is no such endpoint for ${request.method}`), request, reply);
  });
  return app;
}
