import { type Finding, show } from '../../../src/checks/finding.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';

/** Members whose updates do not touch each other. */
export const MEMBERS = ['full_name', 'metadata'] as const;
type Member = (typeof MEMBERS)[number];

/** One of several updates under way at once. */
export interface Sent {
  readonly id: string;
  readonly member: Member;
  readonly value: unknown;
  readonly exchange: Exchange;
}

interface Broken {
  readonly finding: Finding;
  /** The updates behind it. */
  readonly exchanges: readonly Exchange[];
}

/** What updates at once led to. */
export class RivalUpdates {
  /** Of all updates at once. */
  readonly exchanges: Exchange[] = [];
  /** Updates of earlier rounds whose answer was lost. */
  readonly unanswered: Sent[] = [];
  /** Values that could be judged. */
  looked = 0;
  /** Values that were not sent at once. */
  readonly lost: Broken[] = [];
  /** Values that were sent for another customer. */
  readonly foreign: Broken[] = [];
  /** Answers that list another customer than the updated one. */
  readonly mixed: Broken[] = [];

  /** The answer to the update of one customer lists this one only. */
  judgeAnswered(id: string, answered: readonly unknown[], exchange: Exchange): void {
    if (answered.some((other) => other !== id))
      this.mixed.push({
        finding: { pointer: '/customers', expected: `only ${show(id)}`, actual: show(answered), exchange },
        exchanges: [],
      });
  }

  /** Afterwards, a customer's member has one of the values that were sent for it. */
  judgeValue(sent: readonly Sent[], id: string, member: Member, value: unknown, exchange: Exchange): void {
    const isOwn = (attempt: Sent) => attempt.id === id && attempt.member === member;
    const own = sent.filter(isOwn);
    const [first] = own;
    if (first === undefined || !own.some((attempt) => isSuccess(attempt.exchange))) return;
    this.looked += 1;
    // An update that was not accepted may have been carried out all the same (a lost answer), or be carried out late.
    const possible = [...own, ...this.unanswered.filter(isOwn)];
    if (possible.some((attempt) => marked(attempt.value) === marked(value))) return;
    const finding = {
      pointer: `/customers/0/${member}`,
      expected: `one of the ${own.length} values that were sent at once, ${show(first.value)} for one`,
      actual: show(value),
      exchange,
    };
    const stranger = sent.find((attempt) => attempt.id !== id && marked(attempt.value) === marked(value));
    if (stranger) this.foreign.push({ finding, exchanges: [first.exchange, stranger.exchange] });
    else this.lost.push({ finding, exchanges: [first.exchange] });
  }
}

export function findingsOf(broken: readonly Broken[]): Finding[] {
  return broken.slice(0, 3).map(({ finding }) => finding);
}

/** Those of the first: one of them is enough to look at. */
export function exchangesOf([first]: readonly Broken[]): readonly Exchange[] {
  return first?.exchanges ?? [];
}

/** What distinguishes a value from its rivals. Metadata may have been merged with what was there. */
function marked(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mark' in value ? value.mark : value;
}
