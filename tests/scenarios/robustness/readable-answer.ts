import { excessFindings } from '../../../src/checks/answers.ts';
import { UnreadAnswer } from '../../../src/client/client.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';

export function readableAnswer(name: EndpointName) {
  return scenario(covers(name, 'robustness.readable-answers'), async ({ implementation, check }) => {
    const exchange = await implementation.example(name).catch((error: unknown) => {
      if (error instanceof UnreadAnswer && error.exchange.failure?.excessive) return error.exchange;
      throw error;
    });
    if (exchange.failure?.kind !== 'unread' && !isSuccess(exchange))
      throw new NotAssessed(`The request did not succeed: ${outcome(exchange)}`);
    check({ 'robustness.readable-answers': excessFindings(exchange) }, exchange);
  });
}
