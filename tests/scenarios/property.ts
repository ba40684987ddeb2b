import { orderFindings, statusFindings } from '../../src/checks/answers.ts';
import { shapeRequirements, shapeVerdicts } from '../../src/checks/shape.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import { type Judge, type Property, type PropertyRun, runProperty } from '../../src/engine/property.ts';
import type { CheckContext } from '../../src/engine/scenario.ts';
import { jsonOf } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { endpoint } from '../../src/specification/endpoints.ts';

const ORDER = 'robustness.generated-input';
/** For the inputs of one property; a fast service needs a hundredth of it for 100 inputs. */
const BUDGET_MS = 120_000;

/** What every answer to generated input is held to, beside what the property itself judges. */
export function generalRequirements(number: number): string[] {
  return [ORDER, `http.success-is-${endpoint(number).success}`, ...shapeRequirements(number)];
}

export function generalJudges<Input, Attempt>(
  number: number,
  designerKind: string,
  exchangeOf: (attempt: Attempt) => Exchange,
): Judge<Input, Attempt>[] {
  const shapes = shapeRequirements(number).map((requirement) => ({
    requirement,
    findings: (_input: Input, attempt: Attempt) => {
      const exchange = exchangeOf(attempt);
      const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
      const verdict =
        'value' in json
          ? shapeVerdicts(number, json.value, designerKind).find((candidate) => candidate.requirement === requirement)
          : undefined;
      return verdict?.exercised ? [...verdict.findings] : null;
    },
  }));
  return [
    { requirement: ORDER, findings: (_input, attempt) => orderFindings(exchangeOf(attempt)) },
    // A refusal is an implementation's right; an acceptance has its status. Anything else is the matter of the typical answer.
    {
      requirement: `http.success-is-${endpoint(number).success}`,
      findings: (_input, attempt) => (isSuccess(exchangeOf(attempt)) ? statusFindings(exchangeOf(attempt), number) : null),
    },
    ...shapes,
  ];
}

/** A property at one endpoint as a test: boundaries, random inputs, and a check for each statement that is judged. */
export function propertyHolds<Input, Attempt>(
  title: string,
  number: number,
  requirements: readonly string[],
  property: (context: CheckContext) => Promise<Property<Input, Attempt>>,
): void {
  conformance(title, { endpoint: number, requirements, category: 'properties', observes: ['limits.accepted-inputs'] }, async (context) => {
    const run = await runScene(context, await property(context));
    context.session.measurements.properties.push({ title, endpoint: number, tried: run.tried, accepted: run.accepted });
    context.observe('limits.accepted-inputs', {
      tried: run.tried,
      accepted: run.accepted,
      refusedBoundaries: run.refused.slice(0, 40),
    });
    checkOutcomes(context, run);
  });
}

/** Runs a property with the settings of the session; `fewer` divides the number of random inputs. */
export async function runScene<Input, Attempt>(
  { session, record }: CheckContext,
  property: Property<Input, Attempt>,
  fewer = 1,
): Promise<PropertyRun> {
  const { seed, propertyRuns, replay } = session.settings.run;
  const run = await runProperty(property, { seed, runs: Math.ceil(propertyRuns / fewer), replay, budgetMs: BUDGET_MS });
  const { tried, planned, cut } = run;
  if (cut && tried === 0) throw cut;
  if (cut)
    record.cutShort(
      new NotAssessed(`${tried} of ${planned} generated inputs were tried, and this was not broken. Then: ${cut.message}`, cut.variables),
    );
  if (tried > 0) return run;
  if (replay === null) throw new NotAssessed('No input was tried', ['CES_PROPERTY_RUNS']);
  throw new NotAssessed(`The token ${replay} fits no input of this property`, ['CES_REPLAY']);
}

/** A check for each statement that a property judges. */
export function checkOutcomes({ record }: CheckContext, { tried, accepted, outcomes }: PropertyRun): void {
  for (const { requirement, endpoint, assessed, failure } of outcomes) {
    const at = endpoint === undefined ? {} : { endpoint };
    if (failure) record.check(requirement, failure.findings, { ...failure, ...at });
    else if (assessed > 0) record.check(requirement, [], at);
    else
      record.notAssessed(
        requirement,
        accepted === 0 ? `None of ${tried} generated inputs was accepted` : 'No answer held what this statement speaks of',
        [],
        at,
      );
  }
}
