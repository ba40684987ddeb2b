import { isLoadToBlame } from '../../checks/run-history.ts';
import type { Earlier } from '../../settings/files/stored-result.ts';
import { type BaselineComparison, holdsInPart, type NewFinding } from '../result.ts';
import { compareObservations, compareStatements, isSeen, type Sight, trackFindings, whyNotCompared } from './comparison.ts';
import { type Found, type Shown, type Side, sideOf } from './side.ts';

/** What changed since an earlier result. A finding that reaches a further endpoint or place is new there; one with further consequences is not. */
export function sinceBaseline(
  now: Parameters<typeof sideOf>[0] & { readonly partial?: boolean },
  { file, result }: Earlier,
): BaselineComparison {
  const [before, current] = [sideOf(result), sideOf(now)];
  const statements = compareStatements([before, current]);
  const compared = statements.filter((statement) => whyNotCompared(statement) === null);
  const tracked = trackFindings([before, current], statements).filter(({ finding }) =>
    compared.some(({ id }) => id === finding.requirement),
  );
  const former = (state: Sight) =>
    tracked.filter(({ sights: [then, today] }) => isSeen(then) && today === state).map(({ finding }) => finding);
  const fresh = current.found.flatMap((found) => newFinding(found, before, statements) ?? []);
  const rows = compared.flatMap(({ id, outcomes: [then, today] }) => (then && today ? [{ id, then, today }] : []));
  // What a part of a run left out, it was asked to leave out.
  const ofWhole = <T>(list: readonly T[]) => (now.partial ? [] : list);
  const inPart = ofWhole(rows)
    .filter(({ then, today }) => then.status === 'passed' && !then.partly && holdsInPart(today))
    .map(({ id }) => id);
  const { startedAt, target, suite, specification, verdict, sentence } = result;
  return {
    ...{ file, startedAt, target, suite, specification, verdict, sentence },
    ...((result.partial || result.interrupted) && { partial: true }),
    new: fresh,
    stillThere: current.found.flatMap(({ finding: { id } }) => (fresh.some(({ finding }) => finding === id) ? [] : [id])),
    fixed: former('gone'),
    noLongerAssessed: ofWhole(former('not-assessed')),
    notAssessed: ofWhole(rows)
      .filter(({ then, today }) => then.status !== 'not-assessed' && today.status === 'not-assessed')
      .map(({ id }) => id),
    ...(inPart.length > 0 && { inPart }),
    drifted: compareObservations([result, now])
      .filter(({ differs }) => differs)
      .map(({ id, question, endpoints, answers: [then = [], today = []] }) => ({ id, question, endpoints, before: then, now: today })),
    notCompared: statements.flatMap((statement) => {
      const reason = whyNotCompared(statement);
      return reason === null ? [] : [{ id: statement.id, reason }];
    }),
  };
}

const placeOf = ({ requirement, endpoint }: Pick<Shown, 'requirement' | 'endpoint'>) => `${requirement} ${endpoint}`;

/** Where a finding is new, and not waived if there is such a place; null where it is new nowhere. */
function newFinding({ finding, shown }: Found, before: Side, statements: ReturnType<typeof compareStatements>): NewFinding | null {
  const { id, requirement, contrast } = finding;
  const earlier = before.found.flatMap((entry) => entry.shown);
  const [known, places] = [new Set(earlier.map(({ key }) => key)), new Set(earlier.map(placeOf))];
  const isOwn = (one: Shown) => one.requirement === requirement;
  // Which effects of a known cause show differs from run to run: by connections, moments and random requests.
  const isKnownEffect = (one: Shown) => !isOwn(one) && places.has(placeOf({ requirement, endpoint: one.endpoint }));
  // So does where what takes others under way shows, and how.
  const isSeldom = isLoadToBlame(contrast);
  const fresh = shown.filter((one) => !known.has(one.key) && !isKnownEffect(one) && !(isSeldom && places.has(placeOf(one))));
  const open = fresh.filter(({ waived }) => !waived);
  const telling = open.length > 0 ? open : fresh;
  // What follows from a finding does not make it new.
  if (!telling.some(isOwn)) return null;
  const wasAssessed = (one: Shown) =>
    statements.some((statement) => statement.id === one.requirement && statement.outcomes[0] !== null) &&
    before.statements.get(one.requirement)?.checks.some(({ endpoint, status }) => endpoint === one.endpoint && status !== 'not-assessed');
  const deviations = new Map(telling.map((one) => [placeOf(one), { requirement: one.requirement, endpoint: one.endpoint }]));
  return {
    ...{ finding: id, waived: open.length === 0, deviations: [...deviations.values()] },
    ...(fresh.length < shown.length && { wider: true }),
    ...(!telling.some(wasAssessed) && { unseenBefore: true }),
  };
}
