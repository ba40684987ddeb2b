import { shapeRequirements, shapeVerdicts } from '../../src/checks/shape.ts';
import type { Judge, Property } from '../../src/engine/property/property.ts';
import { type PropertyRun, runProperty } from '../../src/engine/property/run-property.ts';
import { type Deviation, foundIn, orderDeviations, type StatementId, statusDeviations, statusStatement } from '../judging.ts';
import { type EndpointName, type Exchange, isSuccess, jsonOf } from '../library.ts';
import { NotAssessed, type ScenarioContext, scenario } from '../suite.ts';

/** For the inputs of one property; a fast service needs a hundredth of it for 100 inputs. */
const BUDGET_MS = 120_000;
/** Requests of one property that are under way at once, where they share no state: more than usual pools have connections (10, in each of two processes). */
export const CONCURRENCY = 32;

/** What every answer to generated input is held to, beside what the property itself judges. */
export function generalStatements(name: EndpointName): StatementId[] {
  return ['robustness.generated-input', statusStatement(name), ...shapeRequirements(name)];
}

export function generalJudges<Input, Attempt>(
  name: EndpointName,
  designerKind: string,
  exchangeOf: (attempt: Attempt) => Exchange,
): Judge<Input, Attempt>[] {
  const shapes = shapeRequirements(name).map((requirement) => ({
    requirement,
    deviations: (exchange: Exchange) => shapeDeviations(name, requirement, designerKind, exchange),
  }));
  const judges: readonly { readonly requirement: StatementId; deviations(exchange: Exchange): readonly Deviation[] | null }[] = [
    { requirement: 'robustness.generated-input', deviations: orderDeviations },
    // An implementation may refuse an input. What is neither a refusal nor a success is the matter of the typical answer.
    { requirement: statusStatement(name), deviations: (exchange) => (isSuccess(exchange) ? statusDeviations(exchange, name) : null) },
    ...shapes,
  ];
  return judges.map(({ requirement, deviations }) => ({
    requirement,
    deviations: (_input, attempt) => {
      const exchange = exchangeOf(attempt);
      const found = deviations(exchange);
      return found && foundIn(exchange, found);
    },
  }));
}

function shapeDeviations(name: EndpointName, requirement: StatementId, designerKind: string, exchange: Exchange) {
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
  const verdicts = 'value' in json ? shapeVerdicts(name, json.value, designerKind) : [];
  const verdict = verdicts.find((candidate) => candidate.requirement === requirement);
  return verdict?.exercised ? [...verdict.deviations] : null;
}

/** A property at one endpoint: boundaries, random inputs (`fewer` divides their number), and a check for each statement that is judged. */
export function propertyHolds<Input, Attempt>(
  name: EndpointName,
  statements: readonly StatementId[],
  property: (context: ScenarioContext) => Promise<Property<Input, Attempt>>,
  fewer = 1,
) {
  return scenario(name, [...statements, 'limits.accepted-inputs'], { category: 'properties' }, async (context) => {
    const { title, session, observe } = context;
    const run = await runWithSettings(context, await property(context), fewer);
    const { tried, accepted, refused } = run;
    session.measurements.properties.push({ title, endpoint: name, tried, accepted });
    observe({ 'limits.accepted-inputs': { tried, accepted, refusedBoundaries: refused.slice(0, 40) } });
    checkOutcomes(context, run);
  });
}

/** Runs a property with the settings of the session; `fewer` divides the number of random inputs. */
export async function runWithSettings<Input, Attempt>(
  { session, record }: ScenarioContext,
  property: Property<Input, Attempt>,
  fewer = 1,
): Promise<PropertyRun> {
  const { settings, shrinks } = session.run;
  const { seed, propertyRuns, replay } = settings.run;
  const run = await runProperty(property, { seed, runs: Math.ceil(propertyRuns / fewer), replay, budgetMs: BUDGET_MS, shrinks });
  const { tried, planned, cut } = run;
  if (cut && tried === 0) throw cut;
  const soFar = `${tried} of ${planned} generated inputs were tried, and this was not broken. Then: ${cut?.message}`;
  if (cut) record.cutShort(new NotAssessed(soFar, cut.variables));
  if (tried > 0) return run;
  if (replay === null) throw new NotAssessed('No input was tried', ['CES_PROPERTY_RUNS']);
  throw new NotAssessed(`The token ${replay} fits no input of this property`, ['CES_REPLAY']);
}

/** A check for each statement that a property judges. */
export function checkOutcomes({ record, check }: ScenarioContext, { tried, accepted, outcomes }: PropertyRun): void {
  const noneAccepted = `None of ${tried} generated inputs was accepted`;
  for (const { requirement, endpoint, assessed, failure } of outcomes) {
    const at = endpoint === undefined ? {} : { endpoint };
    if (failure) check({ [requirement]: { ...failure, ...at } });
    else if (assessed > 0) check({ [requirement]: { deviations: [], ...at } });
    else record.notAssessed(requirement, accepted === 0 ? noneAccepted : 'No answer held what this statement speaks of', [], at);
  }
}
