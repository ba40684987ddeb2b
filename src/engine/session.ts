import { BudgetedWrites } from '../client/budgeted-writes.ts';
import { Client } from '../client/client.ts';
import { createEventLookup } from '../client/event-lookup.ts';
import { HungEndpoints } from '../client/hung-endpoints.ts';
import { Implementation } from '../client/implementation.ts';
import { LastRequests } from '../client/last-requests.ts';
import { Learned } from '../client/learned.ts';
import type { Presence } from '../client/presence.ts';
import type { StoredSample } from '../client/stored-sample.ts';
import { credentials, none } from '../http/authorization.ts';
import type { Authorization, Exchange } from '../http/exchange.ts';
import { createRedactor } from '../http/redaction.ts';
import { routesOf } from '../http/routes.ts';
import { type StoredExchange, toStored } from '../http/storage.ts';
import { Transport } from '../http/transport.ts';
import { invocation } from '../installation/invocation.ts';
import { secretTexts } from '../settings/secrets.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { AnswerWatch } from './evidence/answer-watch.ts';
import type { RunFacts } from './evidence/evidence.ts';
import { LeftBehindNotes } from './evidence/left-behind-notes.ts';
import { Measurements } from './evidence/measurements.ts';
import { sharedFacts } from './run-environment.ts';
import { factsOf } from './run-facts.ts';
import { nothingShared, setUpRemainsFile, sharedOf } from './shared.ts';
import { ShrinkBudget } from './shrink-budget.ts';

/** A target that does not answer is reported within 15 seconds, even if later requests may take longer. */
const PREFLIGHT_TIMEOUT_MS = 7000;

/** What the sessions of one worker have in common. */
export interface Common {
  readonly learned: Learned;
  readonly shrinks: ShrinkBudget;
}

export function nothingInCommon(): Common {
  return { learned: new Learned(), shrinks: new ShrinkBudget() };
}

/** A connection to the implementation for one scenario after the other, and its notes for the next evidence. */
export class Session {
  readonly settings: Settings;
  readonly implementation: Implementation;
  readonly redact: (text: string) => string;
  /** The good credentials. */
  readonly authorization: Authorization;
  readonly measurements = new Measurements();
  readonly shrinks: ShrinkBudget;
  /** What was created or changed since the last evidence. */
  readonly leftBehind: LeftBehindNotes;
  readonly lastRequests = new LastRequests();
  /** What requests broke besides what their test looked for. */
  readonly answers: AnswerWatch;
  readonly transport: Transport;
  /** What the report says of the run itself. */
  readonly facts: RunFacts;
  /** Null: the run does not wait for a target that is away. */
  readonly presence: Presence | null;
  /** What the run stored early, to be read again at its end. */
  readonly stored: StoredSample;
  /** Null: no limit on created records. */
  readonly writes: BudgetedWrites | null;

  /**
   * Opens one of the run's sessions.
   * @param name is part of the names that this session makes up, so that no two sessions of a run make up the same
   * @param sessions the number that run side by side: each keeps to its share of the ceilings on requests and connections
   */
  static open(name: string, sessions: number, common: Common): Session {
    const settings = withShare(readSettings(process.env), sessions);
    const session = new Session(settings, name, sharedOf(settings), sessions, common);
    session.leftBehind.takeOver(setUpRemainsFile());
    return session;
  }

  static openForPreflight(): Session {
    const settings = readSettings(process.env);
    // The preflight's limit is short, so a hang here may be none in the run. It reports an absent target at once.
    const timeoutMs = Math.min(settings.run.timeoutMs, PREFLIGHT_TIMEOUT_MS);
    return new Session({ ...settings, run: { ...settings.run, timeoutMs } }, 'preflight', {
      ...sharedOf(settings),
      hung: new HungEndpoints(null),
      presence: null,
    });
  }

  constructor(settings: Settings, name: number | string, shared = nothingShared(), sessions = 1, common = nothingInCommon()) {
    const { learned } = common;
    this.shrinks = common.shrinks;
    const { hung, presence, stored, listing, budget, deadline } = shared;
    const { baseUrl, credentials: given, run, tracking } = settings;
    if (baseUrl === null || given === null)
      throw new Error(`No target: the run was started without its global setup. Start it with \`${invocation('conformance')}\`.`);
    this.settings = settings;
    this.facts = factsOf(settings);
    this.presence = presence;
    this.stored = stored;
    this.redact = createRedactor(given, secretTexts(settings));
    this.authorization = credentials(given.username, given.password);
    this.leftBehind = new LeftBehindNotes({ redact: this.redact, file: listing, run: sharedFacts().id });
    this.answers = new AnswerWatch(settings.fixtures, learned.ids);
    this.writes = budget === null ? null : new BudgetedWrites(budget);
    this.transport = new Transport({
      timeoutMs: run.timeoutMs,
      maxBodyBytes: run.maxBodyBytes,
      maxRps: run.maxRps,
      maxConnections: run.maxConnections,
      sessions,
      deadline,
      routeTo: routesOf(settings),
      redact: this.redact,
    });
    const client = new Client({
      baseUrl,
      authorization: this.authorization,
      readOnly: run.readOnly,
      transport: this.transport,
      hung,
      presence,
      deadline,
      sharesTarget: sessions > 1,
      writes: this.writes,
      onCall: (name, call, exchange) => {
        this.answers.watch(name, call, exchange);
        this.measurements.noteLoad(exchange);
        stored.note(name, call, exchange, this.redact);
      },
      onExchange: (endpoint, exchange, call) => {
        this.lastRequests.note(endpoint, call, exchange);
        this.measurements.note(endpoint, exchange);
        this.leftBehind.note(endpoint, exchange);
      },
    });
    const { authorization } = this;
    const lookUp = createEventLookup({ client, baseUrl, authorization, anonymous: none, tracking, timeoutMs: run.timeoutMs, deadline });
    const findEvent: typeof lookUp = async (...event) => {
      const id = await lookUp(...event);
      if (id === null) return null;
      this.answers.know(id);
      stored.made(id, 'trackEvent');
      return id;
    };
    this.implementation = new Implementation(settings, client, findEvent, hung, `conformance-${sharedFacts().id}-${name}`, learned);
  }

  store = (exchange: Exchange): StoredExchange => toStored(exchange, { baseUrl: this.settings.baseUrl ?? '', redact: this.redact });

  /** Hands the preflight's creations over to the first worker. */
  handOver(): void {
    this.leftBehind.handOver(setUpRemainsFile());
  }

  async close(): Promise<void> {
    await this.transport.close();
  }
}

function withShare(settings: Settings, sessions: number): Settings {
  const { maxRps, maxConnections } = settings.run;
  return {
    ...settings,
    run: {
      ...settings.run,
      maxRps: maxRps && maxRps / sessions,
      maxConnections: maxConnections && Math.floor(maxConnections / sessions),
    },
  };
}
