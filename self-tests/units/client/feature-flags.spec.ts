import { type FlagEncoding, flagQuery } from '../../../src/client/call.ts';
import { expect, test } from '../../test.ts';

const ODD = ['a,b', 'c d', 'é&f=1', '"g"'];

const QUERIES: readonly [FlagEncoding, string, readonly string[], string][] = [
  ['repeat', 'names', ['a', 'b'], 'names=a&names=b'],
  ['repeat', 'names', ['a'], 'names=a'],
  ['repeat', 'names', [], ''],
  ['repeat', 'the names', ODD, 'the%20names=a%2Cb&the%20names=c%20d&the%20names=%C3%A9%26f%3D1&the%20names=%22g%22'],
  ['brackets', 'names', ['a', 'b'], 'names[]=a&names[]=b'],
  ['brackets', 'names', ['a'], 'names[]=a'],
  ['comma', 'names', ['a', 'b'], 'names=a,b'],
  ['comma', 'names', ODD, 'names=a%2Cb,c%20d,%C3%A9%26f%3D1,%22g%22'],
  ['comma', 'names', [], 'names='],
  ['json', 'names', ['a', 'b'], 'names=%5B%22a%22%2C%22b%22%5D'],
  ['json', 'names', [], 'names=%5B%5D'],
  ['json', 'names', ODD.slice(2), 'names=%5B%22%C3%A9%26f%3D1%22%2C%22%5C%22g%5C%22%22%5D'],
];

for (const [encoding, parameter, names, query] of QUERIES)
  test(`${encoding} of ${JSON.stringify(names)}`, () => expect(flagQuery(parameter, names, encoding)).toBe(query));
