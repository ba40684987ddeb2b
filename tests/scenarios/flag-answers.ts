import { type Finding, foundIn, show } from '../../src/checks/finding.ts';
import { misplacement } from '../../src/checks/misplacement.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { type Broken, firstBroken } from './first-broken.ts';

export interface Flag {
  readonly name: unknown;
  readonly enabled: unknown;
}

/** The names that a request asked for, and the flags in its answer. */
export interface FlagAnswer {
  readonly asked: readonly string[];
  readonly flags: readonly Flag[];
  readonly exchange: Exchange;
}

export function missingOrRepeated({ asked, flags, exchange }: FlagAnswer): Finding[] {
  const findings = asked.flatMap((name) => {
    const times = flags.filter((flag) => flag.name === name).length;
    const actual = times === 0 ? 'it is missing' : `${times} times`;
    return times === 1 ? [] : [{ pointer: '/feature_flags', expected: `${show(name)} once`, actual }];
  });
  return foundIn(exchange, findings);
}

export function notAsked({ asked, flags, exchange }: FlagAnswer): Finding[] {
  const others = flags.filter(({ name }) => !asked.includes(String(name)));
  const findings = others.map(({ name }) => ({ pointer: '/feature_flags', expected: `only ${show(asked)}`, actual: `${show(name)} too` }));
  return foundIn(exchange, findings);
}

/** What each flag is when it is asked for alone. */
export function ownStatuses(singles: readonly FlagAnswer[]): ReadonlyMap<string, unknown> {
  return new Map(
    singles.flatMap(({ asked: [name = ''], flags }) => (statusIn(flags, name) === undefined ? [] : [[name, statusIn(flags, name)]])),
  );
}

/** The first answer to several names in which a flag is not what it is alone. */
export function statusFindings(answers: readonly FlagAnswer[], own: ReadonlyMap<string, unknown>): Broken {
  const judged = answers.map(({ asked, flags, exchange }) => {
    const known = asked.filter((name) => own.has(name) && statusIn(flags, name) !== undefined);
    return { known, wanted: known.map((name) => own.get(name)), found: known.map((name) => statusIn(flags, name)), exchange };
  });
  const [one, other] = judged.map(({ found }) => found);
  const byPosition = isEqual(one, other) && new Set(one).size > 1;
  const right = judged.filter(({ wanted, found }) => isEqual(wanted, found)).map(({ known }) => known.join(', '));
  return firstBroken(
    1,
    judged,
    ({ known, wanted, found, exchange }) => {
      if (isEqual(wanted, found)) return [];
      const how = byPosition ? 'by position, not by name' : misplacement(wanted, found);
      const expected = `as each is when asked for alone: ${listed(known, wanted)}`;
      const actual = `${how === null ? '' : `${how}: `}${listed(known, found)}`;
      return foundIn(exchange, [{ pointer: '/feature_flags', expected, actual }]);
    },
    { beside: () => (right.length === 0 ? 'wrong in each order' : `right in the order ${right.join('; ')}`) },
  );
}

function statusIn(flags: readonly Flag[], name: string): unknown {
  return flags.find((flag) => flag.name === name)?.enabled;
}

function isEqual(one: readonly unknown[] = [], other: readonly unknown[] = []): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function listed(names: readonly string[], statuses: readonly unknown[]): string {
  return names.map((name, index) => `${show(name)} ${show(statuses[index])}`).join(', ');
}
