import type { Implementation } from '../client/implementation.ts';
import { wrongPath } from '../client/wrong-path.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import { VARIABLE_NAMES, type VariableName } from '../settings/variables.ts';
import { type Answered, credentialsTried, knock, reached } from './access.ts';
import { readFixtures, tryByWriting, tryFlags } from './fixture-trials.ts';
import { tryLookup } from './lookup-trial.ts';
import type { Found, Tried } from './tried.ts';

/** What the doctor saw of a target, and of the settings that name its records. */
export interface Diagnosis {
  readonly target: Answered;
  /** Why the path of the base URL may be wrong, where the reads could not tell; null otherwise. */
  readonly doubt: string | null;
  /** Null if the target was not reached. */
  readonly credentials: Answered | null;
  /** In the order of the table of variables. */
  readonly tried: readonly Tried[];
  /** Values for settings that are missing or wrong, found through the API. */
  readonly found: readonly Found[];
}

/** Examines a target. Only reads, unless `mayWrite`; then the implementation must be allowed to write too. */
export async function examine(implementation: Implementation, mayWrite: boolean): Promise<Diagnosis> {
  const first = await knock(implementation);
  const target = reached(first);
  if (target.remedy !== null) return { target, doubt: null, credentials: null, tried: [], found: [] };
  const { fixtures } = implementation.settings;
  const read = await readFixtures(implementation.client, fixtures);
  const given = read.flatMap((tried) => (tried.read ? [{ name: tried.read.endpoint, exchange: tried.read.exchange }] : []));
  const astray = await wrongPath(implementation, given);
  if (astray?.isCertain) return { target: { ...target, remedy: astray.words }, doubt: null, credentials: null, tried: [], found: [] };
  const doubt = astray?.words ?? null;
  const reads = [...(typeof first === 'string' ? [] : [first]), ...read.flatMap((tried) => tried.read ?? [])];
  const credentials = await credentialsTried(implementation, reads);
  const [seen] = reads;
  if (credentials.remedy !== null || seen === undefined) return { target, doubt, credentials, tried: [], found: [] };
  const isStray = read.some(({ variables, outcome }) => variables.includes('CES_BUSINESS_ID') && outcome === 'wrong');
  const business = isStray ? null : mayWrite ? await ifAssessed(implementation.businessId()) : fixtures.businessId;
  const [flags, lookup, written, address] = await Promise.all([
    tryFlags(implementation, business),
    tryLookup(implementation, mayWrite ? business : null, seen.exchange),
    tryByWriting(implementation, mayWrite && !isStray),
    business === null || fixtures.emailAddressId !== null ? null : ifAssessed(implementation.emailAddressId()),
  ]);
  const template = mayWrite && fixtures.emailTemplateId === null ? await ifAssessed(implementation.emailTemplateId()) : null;
  const found = (variable: VariableName, value: string | null): Found[] => (value === null ? [] : [{ variable, value }]);
  return {
    target,
    doubt,
    credentials,
    tried: inOrder([...read, ...flags.tried, ...lookup, ...written]),
    found: [...found('CES_EMAIL_ADDRESS_ID', address), ...found('CES_EMAIL_TEMPLATE_ID', template), ...flags.found],
  };
}

function inOrder(tried: readonly Tried[]): Tried[] {
  const place = ({ variables: [first] }: Tried) => (first === undefined ? 0 : VARIABLE_NAMES.indexOf(first));
  return [...tried].sort((a, b) => place(a) - place(b));
}
