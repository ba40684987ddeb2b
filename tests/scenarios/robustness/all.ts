import type { Endpoint } from '../../../src/specification/endpoints.ts';
import { documentedMembers } from '../../../src/specification/schema.ts';
import { freeMember, SCHEMAS } from '../../../src/specification/schemas.ts';
import { type EndpointName, endpoint, schema } from '../../library.ts';
import type { CoveredScenario } from '../../suite.ts';
import { hostileIdsAlone, hostileIdsTogether, meaninglessQuery, unknownIds } from '../ids.ts';
import { edgeOfJson, notJson, wrongMediaType, wrongTypes } from './bodies.ts';
import { oddTexts } from './odd-texts.ts';
import { pipelined } from './pipelined.ts';
import { equivalentRequests, getMakesNothing, otherMethods, readableAnswer } from './requests.ts';

type Applies = (row: Endpoint) => boolean;
const hasId: Applies = ({ path }) => path.includes('{');
const reads: Applies = ({ method }) => method === 'GET';
const writes: Applies = ({ method }) => method === 'POST';
const always: Applies = () => true;
const hasBody: Applies = ({ request }) => request !== null;
const hasTexts: Applies = ({ request }) =>
  request !== null && documentedMembers(SCHEMAS, schema(request)).some((member) => member.schema.type === 'string');
const hasFreeMember: Applies = ({ request }) => request !== null && freeMember(request) !== null;

const SCENARIOS: readonly (readonly [claim: string, (name: EndpointName) => CoveredScenario, Applies])[] = [
  ['an unknown id is answered in order', unknownIds, hasId],
  ['several hostile ids in one are answered in order', hostileIdsTogether, hasId],
  ['hostile ids are answered in order', hostileIdsAlone, hasId],
  ['an ordinary read can be read to its end', readableAnswer, reads],
  ['the same request in an equivalent form is accepted', equivalentRequests, always],
  ['pipelined reads are answered in their order', pipelined, reads],
  ['GET on a path that takes POST makes nothing', getMakesNothing, writes],
  ['HEAD and OPTIONS are answered', otherMethods, always],
  ['a query that means nothing is answered in order', meaninglessQuery, always],
  ['a body that is not JSON is answered in order, and refused where it is read', notJson, hasBody],
  ['JSON of the wrong type is answered in order', wrongTypes, hasBody],
  ['a body declared as something else is answered in order', wrongMediaType, hasBody],
  ['JSON that parsers may read differently is answered in order', edgeOfJson, hasFreeMember],
  ['texts that encoders trip over are answered in order, and whole where they are accepted', oddTexts, hasTexts],
];

/** Every scenario of robustness that applies to an endpoint, with the claim that is its test's title. */
export function robustnessOf(name: EndpointName): readonly (readonly [claim: string, CoveredScenario])[] {
  const row = endpoint(name);
  return SCENARIOS.filter(([, , applies]) => applies(row)).map(([claim, covered]) => [claim, covered(name)]);
}
