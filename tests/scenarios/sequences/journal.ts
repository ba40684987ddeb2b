import type { Step } from '../../../src/generation/sequences.ts';
import { type Deviation, ID_OF_ITS_OWN, type StatementId, show } from '../../judging.ts';
import { CARDS, type Call, type EndpointName, type Exchange, type Implementation, objectIn } from '../../library.ts';

/** Members of a record as an answer showed them. */
export type Known = Readonly<Record<string, unknown>>;

/** What a sequence did, and what was found against each statement. */
export class Journal {
  readonly implementation: Implementation;
  readonly exchanges: Exchange[] = [];
  /** What was done, in words, and how many exchanges came before each. */
  readonly #steps: { readonly words: string; readonly from: number }[] = [];
  readonly #deviations = new Map<string, Deviation[]>();
  /** Where each id was seen first. */
  readonly #ids = new Map<string, string>();

  constructor(implementation: Implementation) {
    this.implementation = implementation;
  }

  /** Begins a step, in words for people: what is sent from here on belongs to it. */
  begin(words: string): void {
    this.#steps.push({ words, from: this.exchanges.length });
  }

  /** What was done, a step each; the one with the exchange of the first deviation is marked. */
  steps([first]: readonly Deviation[]): string[] {
    const broken = first?.exchange === undefined ? -1 : this.exchanges.indexOf(first.exchange);
    const failing = this.#steps.findLastIndex(({ from }) => from <= broken);
    return this.#steps.map(({ words }, index) => (index === failing ? `${words} (here it fails)` : words));
  }

  /** The record that comes back; null where the request is refused or no JSON object comes. */
  async send(name: EndpointName, call: Call): Promise<Known | null> {
    const exchange = await this.implementation.client.send(name, call);
    this.exchanges.push(exchange);
    return objectIn(exchange);
  }

  /** Adds to what is known of a statement; no step that could break it, nothing known. Judged is the latest exchange, unless a deviation names another. */
  judge(requirement: StatementId, endpoint: EndpointName, deviations: readonly Deviation[]): void {
    const key = `${requirement} ${endpoint}`;
    const latest = this.exchanges.at(-1);
    const found = deviations.map((deviation) => ({ ...(latest && { exchange: latest }), ...deviation }));
    this.#deviations.set(key, [...(this.#deviations.get(key) ?? []), ...found]);
  }

  /** A record that was created has an id that no other of its kind has; different kinds may be counted alike. */
  isNew(name: EndpointName, { id }: Known): void {
    if (typeof id !== 'string') return;
    const kind = CARDS[name].creates?.kind;
    const key = `${kind} ${id}`;
    const earlier = this.#ids.get(key);
    const same = { pointer: '/id', expected: ID_OF_ITS_OWN, actual: `${show(id)}, as of ${earlier}` };
    this.#ids.set(key, `step ${this.exchanges.length}`);
    this.judge('record.ids-are-distinct', name, earlier === undefined ? [] : [same]);
  }

  /** What was found against a statement at an endpoint; null where no step could have broken it. */
  deviations(requirement: StatementId, endpoint: EndpointName): Deviation[] | null {
    return this.#deviations.get(`${requirement} ${endpoint}`) ?? null;
  }
}

type Kind = Step['do'];
type Steps = { readonly [Do in Step as Do['do']]: Do };
type StepOf<Do extends Kind> = { [Each in Do]: { readonly do: Each } & Steps[Each] }[Do];

/** What carries out each kind of step. */
export type StepHandlers<Do extends Kind = Kind> = { readonly [Each in Do]: (step: StepOf<Each>) => Promise<void> };

export function runStep<Do extends Kind>(handlers: StepHandlers, step: StepOf<Do>): Promise<void> {
  return handlers[step.do](step);
}
