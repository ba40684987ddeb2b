import type { Exchange } from '../../../src/http/exchange.ts';
import { fateOf } from '../../../src/http/outcome.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const broken = (status: number): Exchange => {
  const lost = failed('reset');
  return { ...lost, failure: lost.failure && { ...lost.failure, status } };
};

const FATES: readonly [string, Exchange, ReturnType<typeof fateOf>][] = [
  ['200', exchange({ status: 200 }), 'done'],
  ['201', exchange({ status: 201 }), 'done'],
  ['200 whose body breaks off', broken(200), 'done'],
  ['302', exchange({ status: 302 }), 'refused'],
  ['400', exchange({ status: 400 }), 'refused'],
  ['429', exchange({ status: 429 }), 'refused'],
  ['404 whose body breaks off', broken(404), 'refused'],
  ['no connection', failed('refused'), 'refused'],
  ['no TLS connection', failed('tls'), 'refused'],
  ['500', exchange({ status: 500 }), 'unknown'],
  ['no answer in time', failed('timeout'), 'unknown'],
  ['a connection that breaks', failed('reset'), 'unknown'],
  ['bytes that are not HTTP', failed('malformed'), 'unknown'],
];

for (const [name, given, fate] of FATES) {
  test(`${name}: ${fate}`, () => {
    expect(fateOf(given)).toBe(fate);
  });
}
