import { hasScheme } from './addresses.ts';
import { fixtureText } from './fixture-values.ts';
import type { ProviderState } from './provider-states.ts';
import { readSettings } from './settings.ts';
import { type Problem, problemsOf } from './settings-error.ts';
import { sameOrigin } from './urls.ts';
import type { VariableName } from './variables.ts';

/** What a provider state's answer adds to an environment: the texts of variables, or all that is wrong with them. */
export interface AnsweredFixtures {
  /** Empty where something is wrong. */
  readonly variables: Readonly<Partial<Record<VariableName, string>>>;
  readonly problems: readonly Problem[];
}

/**
 * Reads what a server answered to a provider state, as a file of fixtures is read. It may say what the state gives and nobody said yet;
 * whatever else its answer holds is its own affair.
 */
export function answeredFixtures(
  { gives, mayGive = [] }: ProviderState,
  answered: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): AnsweredFixtures {
  const wanted = [...gives, ...mayGive].filter((name) => environment[name] === undefined && Object.hasOwn(answered, name));
  const members = wanted.map((name) => [name, fixtureText(name, answered[name])] as const);
  const problems = members.flatMap(([variable, member]) => ('text' in member ? [] : [{ variable, ...member }]));
  const texts = members.flatMap(([name, member]) => ('text' in member && member.text !== '' ? [[name, member.text] as const] : []));
  const variables: AnsweredFixtures['variables'] = Object.fromEntries(texts);
  // Alone, the environment is right: what is wrong now came with the answer.
  const wrong = [
    ...problems,
    ...problemsOf(() => readSettings({ ...environment, ...variables })),
    ...strayLookup(variables.CES_EVENT_LOOKUP_URL, environment),
  ];
  return wrong.length === 0 ? { variables, problems: [] } : { variables: {}, problems: wrong };
}

/** A server may not send the suite's requests wherever it likes, into a network that it cannot reach itself, say. */
function strayLookup(template: string | undefined, { CES_BASE_URL = '', CES_PROVIDER_STATES_URL = '' }: NodeJS.ProcessEnv): Problem[] {
  if (template === undefined || !hasScheme(template)) return [];
  const filled = template.replaceAll(/[{}]/g, '');
  if (!URL.canParse(filled) || [CES_BASE_URL, CES_PROVIDER_STATES_URL].some((home) => sameOrigin(filled, home))) return [];
  const expected = 'a path, or a URL of the origin of CES_BASE_URL or CES_PROVIDER_STATES_URL';
  return [{ variable: 'CES_EVENT_LOOKUP_URL', found: 'a URL of another origin', expected }];
}
