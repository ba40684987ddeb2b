import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { basicAuthentication, type Credentials } from './authentication.ts';
import { ApiError } from './errors.ts';
import { parseExactly } from './exact-json.ts';

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
  const { status, body } = toApiError(error);
  // Fastify closes the connection after an unread body. A client that is still sending sees that as a reset. Node drains the body.
  reply.removeHeader('connection');
  reply.code(status).type('application/json; charset=utf-8').send(body);
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
