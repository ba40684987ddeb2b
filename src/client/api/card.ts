import { need } from '../../settings/not-assessed.ts';
import type { Fixtures, Settings } from '../../settings/settings.ts';
import type { StatementId } from '../../specification/register.ts';
import type { Call } from '../call.ts';

/** Where typical calls get their ids and texts. */
export interface CallSources {
  readonly settings: Settings;
  /** A text unique in the run, recognisable as the suite's. */
  unique(): string;
  businessId(): Promise<string>;
  emailAddressId(): Promise<string>;
  emailTemplateId(): Promise<string>;
  eventId(): Promise<string>;
}

/** All that is particular to one endpoint. `endpoint()` and its schemas hold what the specification's tables say. */
export interface Card {
  /** Calls that no implementation has a reason to refuse, the fullest first. Later ones leave out what it may not support. */
  typicalCalls(sources: CallSources): Promise<Call[]>;
  /** What people call the records that a success creates: as a kind, and one or many that are left behind; absent where it creates none. */
  readonly creates?: { readonly kind: string; readonly one: string; readonly many: string };
  /** What people call the records that a success changes; absent where it changes none. */
  readonly changes?: { readonly one: string; readonly many: string };
  /** Unset variables without which an implementation may have reason to refuse the typical call. */
  missing?(settings: Settings): string[];
  /** Ids that a documented body names, besides the one in the path. */
  namedIn?(body: Readonly<Record<string, unknown>>): string[];
  /** The call with its own mark, so that its effect can be recognised. */
  marked?(call: Call, mark: string): Call;
  /** The statement about the answer's shape, where the answer holds no record. */
  readonly shape?: StatementId;
  /** Without a setting, another endpoint gives the record that this one reads. */
  readonly readsWhatOthersGive?: true;
}

/** An endpoint that only reads the record of an id. */
export function reading(id: (sources: CallSources) => string | Promise<string>): Pick<Card, 'typicalCalls'> {
  return { typicalCalls: async (sources) => [{ id: await id(sources) }] };
}

/** Fixtures that are a single id. */
type IdFixture = { [Name in keyof Fixtures]: Fixtures[Name] extends string | null ? Name : never }[keyof Fixtures];

/** The id that a setting gives. */
export function configured(fixture: IdFixture, variable: string): (sources: CallSources) => string {
  return ({ settings }) => need(settings.fixtures[fixture], variable);
}
