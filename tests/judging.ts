// What tests say of answers: where they deviate, and from which statement.
export { jsonDeviations, jsonValue, orderDeviations, statusDeviations, statusStatement } from '../src/checks/answers.ts';
export { type Deviation, foundIn, show } from '../src/checks/deviation.ts';
export { ECHOED_MEMBERS, type EchoedMembers, echoDeviations, type Likeness } from '../src/checks/echo.ts';
export {
  askedIdDeviations,
  distinctIdDeviations,
  distinctRecordDeviations,
  ID_OF_ITS_OWN,
  pathDeviations,
} from '../src/checks/identity.ts';
export { differences, differencesAsSets } from '../src/checks/json-equality.ts';
export { recordsOf } from '../src/checks/shape.ts';
export type { StatementId } from '../src/specification/register.ts';
