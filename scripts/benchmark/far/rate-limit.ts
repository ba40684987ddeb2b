import type { FastifyInstance } from 'fastify';

const SECOND_MS = 1000;

/** Answers 429 to what comes in a second after so many others, as gateways do that count in fixed windows. */
export function limitRate(app: FastifyInstance, most: number): void {
  let [second, count] = [0, 0];
  app.addHook('onRequest', async (_request, reply) => {
    const now = Math.floor(Date.now() / SECOND_MS);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > most) return reply.code(429).header('retry-after', '1').send({ message: 'Too many requests' });
  });
}
