import { Client } from '../client/client.ts';
import { Implementation } from '../client/implementation.ts';
import { LastRequests } from '../client/last-requests.ts';
import { createEventLookup } from '../client/tracked-event.ts';
import { objectIn } from '../http/body.ts';
import { type Exchange, isSuccess } from '../http/exchange.ts';
import { type StoredExchange, toStored } from '../http/storage.ts';
import { AnswerWatch } from './evidence/answer-watch.ts';
import { LeftBehindNotes } from './evidence/left-behind.ts';
import { Measurements } from './evidence/measurements.ts';
import type { RunState } from './run-state.ts';

/** Calls the implementation for one scenario after the other, and takes notes for the next evidence. */
export class Session {
  readonly run: RunState;
  readonly implementation: Implementation;
  readonly redact: (text: string) => string;
  readonly measurements = new Measurements();
  readonly leftBehind: LeftBehindNotes;
  readonly lastRequests = new LastRequests();
  /** What requests broke besides what their test looked for. */
  readonly answers: AnswerWatch;

  /** @param name distinguishes the names that this session makes up @param preflightMs limits each request before the run: a hang there may be none in it */
  constructor(run: RunState, name: string, preflightMs?: number) {
    const { settings, redact, knowledge, hung, stored } = run;
    this.run = run;
    this.redact = redact;
    this.leftBehind = new LeftBehindNotes({ redact, file: run.listing, listed: run.listed, run: run.facts.id });
    run.idleNotes.add(this.leftBehind);
    this.answers = new AnswerWatch(settings.fixtures, knowledge.ids, run.ledger);
    const client = new Client({
      ...run,
      readOnly: settings.run.readOnly,
      ...(preflightMs !== undefined && { timeoutMs: preflightMs }),
      hung: preflightMs === undefined ? hung : new Map(),
      intent: (call) => this.lastRequests.intentOf(call),
      onCall: (endpoint, call, exchange) => {
        run.asked.note(endpoint, call, exchange);
        if (endpoint === 'batchUpdateCustomers') run.otherRuns.note(exchange);
        this.answers.watch(endpoint, call, exchange);
        this.measurements.noteSurroundings(exchange);
        stored.note(endpoint, call, exchange);
        if (isSuccess(exchange) && this.lastRequests.intentOf(call) === 'typical' && this.answers.isDocumented(endpoint, call)) {
          stored.noteTypical(endpoint, exchange);
          const value = objectIn(exchange);
          if (value !== null) this.measurements.saw(endpoint, value);
        }
      },
      onExchange: (endpoint, exchange, call) => {
        run.ledger.sent(exchange);
        this.lastRequests.note(endpoint, call, exchange);
        this.measurements.note(endpoint, exchange);
        this.leftBehind.note(endpoint, exchange);
      },
    });
    const lookUp = createEventLookup(settings, client, run.transport.deadline);
    const findEvent: typeof lookUp = async (marker, business, tracked) => {
      const id = await lookUp(marker, business, tracked);
      if (id === null) return null;
      knowledge.ids.add(id);
      stored.made(id, 'trackEvent', settings.tracking.lookupUrl === null ? undefined : tracked, marker);
      return id;
    };
    this.implementation = new Implementation(settings, client, findEvent, `conformance-${run.facts.id}-${name}`, knowledge);
    run.environment.permissions.typicalWrites = () => this.implementation.typicalWrites();
  }

  store = (exchange: Exchange): StoredExchange => toStored(exchange, { baseUrl: this.run.baseUrl, redact: this.redact });
}
