import { statementOf } from '../../src/specification/register.ts';
import type { StatementId } from '../judging.ts';
import type { EndpointName } from '../library.ts';
import type { CoveredScenario } from '../suite.ts';
import { isSafeToRead, typicalAnswer } from './answers.ts';
import { isAboutItsId } from './ids.ts';
import { secondIsItsOwn } from './other-records.ts';

/** Each stands beside the statement that has it wherever the register lists an endpoint. */
const SCENARIOS: readonly (readonly [claim: string, (name: EndpointName) => CoveredScenario, StatementId])[] = [
  ['the typical answer is as documented', typicalAnswer, 'robustness.every-request'],
  ['the answer is the record asked for', isAboutItsId, 'record.id-is-asked-id'],
  ['reading changes nothing', isSafeToRead, 'robustness.reading-is-safe'],
  ['a second record is its own', secondIsItsOwn, 'record.second-is-its-own'],
  ['an unknown id leads to no other record', isAboutItsId, 'record.unknown-id-is-no-other'],
];

/** The scenarios that an endpoint shares with others, each with the claim that is its test's title. */
export function usualOf(name: EndpointName): readonly (readonly [claim: string, CoveredScenario])[] {
  const listed = SCENARIOS.filter(([, , id]) => statementOf(id).endpoints.includes(name));
  return listed.map(([claim, covered]) => [claim, covered(name)]);
}
