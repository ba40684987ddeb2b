import { orderFindings } from '../checks/answers.ts';
import { DocumentedAnswers } from '../checks/documented-answers.ts';
import type { Finding } from '../checks/finding.ts';
import { BudgetedWrites } from '../client/budgeted-writes.ts';
import { type Call, Client } from '../client/client.ts';
import { createEventLookup } from '../client/event-lookup.ts';
import { HungEndpoints } from '../client/hung-endpoints.ts';
import { Implementation } from '../client/implementation.ts';
import type { Presence } from '../client/presence.ts';
import { credentials, none } from '../http/authorization.ts';
import { clip } from '../http/clip.ts';
import type { Authorization, Exchange } from '../http/exchange.ts';
import { redactDeep } from '../http/redact-deep.ts';
import { createRedactor } from '../http/redaction.ts';
import { type StoredExchange, toStored } from '../http/storage.ts';
import { Transport } from '../http/transport.ts';
import { waysTo } from '../http/ways.ts';
import { secretTexts } from '../settings/secrets.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { requirement } from '../specification/register.ts';
import { type CheckRecord, type Covers, EVERY_REQUEST } from './evidence/check-record.ts';
import type { CheckEvidence, Evidence, Timeline } from './evidence/evidence.ts';
import { LeftBehindNotes } from './evidence/left-behind-notes.ts';
import { Measurements } from './evidence/measurements.ts';
import { invocation } from './installation.ts';
import { sharedFacts } from './run-environment.ts';
import { factsOf } from './run-facts.ts';
import { nothingShared, type Shared, setUpRemainsFile, sharedOf } from './shared.ts';

/** A target that does not answer is told within 15 seconds, whatever a slow one is granted later. */
const PREFLIGHT_TIMEOUT_MS = 7000;

/** Of one text in the answer to a question, in characters: a target may name a member as it likes. */
const LONGEST_OBSERVED = 1000;

/** Enough for one test to tell; the exchanges are kept until it does. */
const MOST_BROKEN = 20;

/** One worker's dealings with the implementation: the connection, and what was noted on the way for the next evidence. */
export class Session {
  readonly settings: Settings;
  readonly implementation: Implementation;
  readonly redact: (text: string) => string;
  /** The good credentials. */
  readonly authorization: Authorization;
  readonly measurements = new Measurements();
  /** What was created or changed since the last evidence. */
  readonly leftBehind: LeftBehindNotes;
  readonly transport: Transport;
  readonly #writes: BudgetedWrites | null;
  readonly #presence: Presence | null;
  readonly #baseUrl: string;
  readonly #documented: DocumentedAnswers;
  readonly #broken: { requirement: string; endpoint: number; findings: readonly Finding[]; exchange: Exchange }[] = [];

  /**
   * `worker` is part of the names that this session makes up, so that no two sessions of a run make up the same.
   * @param workers that run side by side: each keeps to its share of the ceiling on requests
   */
  static open(worker: number | 'preflight', workers = 1): Session {
    const settings = withShare(readSettings(process.env), workers);
    const shared = sharedOf(settings);
    if (worker !== 'preflight') {
      const session = new Session(settings, worker, shared);
      session.leftBehind.takeOver(setUpRemainsFile());
      return session;
    }
    // Its own limit is short, so what hangs for it is not yet known to hang for the run; and a target that is not there is told at once.
    const timeoutMs = Math.min(settings.run.timeoutMs, PREFLIGHT_TIMEOUT_MS);
    return new Session({ ...settings, run: { ...settings.run, timeoutMs } }, worker, {
      ...shared,
      hung: new HungEndpoints(null),
      presence: null,
    });
  }

  constructor(settings: Settings, worker: number | string, { hung, presence, listing, budget, deadline }: Shared = nothingShared()) {
    const { baseUrl, credentials: given, run, tracking } = settings;
    if (baseUrl === null || given === null)
      throw new Error(`No target: the run was started without its global setup. Start it with \`${invocation('conformance')}\`.`);
    this.settings = settings;
    this.#baseUrl = baseUrl;
    this.redact = createRedactor(given, secretTexts(settings));
    this.leftBehind = new LeftBehindNotes({ redact: this.redact, file: listing });
    this.transport = new Transport({
      timeoutMs: run.timeoutMs,
      maxBodyBytes: run.maxBodyBytes,
      maxRps: run.maxRps,
      deadline,
      wayTo: waysTo(settings),
      redact: this.redact,
    });
    this.#presence = presence;
    this.#writes = budget === null ? null : new BudgetedWrites(budget);
    const authorization = credentials(given.username, given.password);
    this.authorization = authorization;
    const client = new Client({
      baseUrl,
      authorization,
      readOnly: run.readOnly,
      transport: this.transport,
      hung,
      presence,
      deadline,
      writes: this.#writes,
      onCall: this.#watch,
      onExchange: (number, exchange) => {
        this.measurements.note(number, exchange);
        this.leftBehind.note(number, exchange);
      },
    });
    this.#documented = new DocumentedAnswers(settings.fixtures);
    const lookUp = createEventLookup({ client, baseUrl, authorization, anonymous: none, tracking, timeoutMs: run.timeoutMs, deadline });
    const findEvent: typeof lookUp = async (...event) => {
      const id = await lookUp(...event);
      if (id !== null) this.#documented.know(id);
      return id;
    };
    this.implementation = new Implementation(settings, client, findEvent, hung, `conformance-${sharedFacts().id}-${worker}`);
  }

  /** Holds every exchange to what is said of every answer, whatever it was sent for. */
  readonly #watch = (number: number, call: Call, exchange: Exchange): void => {
    const order = { requirement: EVERY_REQUEST, findings: orderFindings(exchange) };
    for (const { requirement, findings } of [order, ...this.#documented.breaches(number, call, exchange)])
      if (findings.length > 0 && this.#broken.length < MOST_BROKEN)
        this.#broken.push({ requirement, endpoint: number, findings, exchange });
  };

  /** Adds to a record what its test's requests have broken beside what it looked for. */
  tellBroken(record: CheckRecord): void {
    for (const { requirement, endpoint, findings, exchange } of this.#broken.splice(0))
      record.alsoFailed(requirement, endpoint, findings, exchange);
  }

  /** Before a scene is played: what decides no verdict, and generated input, leaves a reserve of the write budget to examples and authentication. */
  weigh({ category, requirements }: Covers): void {
    if (this.#writes) this.#writes.reserved = category !== 'properties' && requirements.some(isRequired);
  }

  store = (exchange: Exchange): StoredExchange => toStored(exchange, { baseUrl: this.#baseUrl, redact: this.redact });

  /** The command that runs one test again with the same generated input; with a token, with that one alone. */
  replayLine(title: string, token?: string): string {
    const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''");
    const replay = token === undefined ? '' : `CES_REPLAY=${token} `;
    return `CES_SEED=${this.settings.run.seed} ${replay}${invocation('conformance', `--grep '${pattern}'`)}`;
  }

  saw(number: number, value: unknown): void {
    this.measurements.saw(number, value);
  }

  keep(timeline: Timeline): void {
    this.measurements.timelines.push(timeline);
  }

  evidence(record: CheckRecord, suiteError: Error | null): Evidence {
    const gone = this.#presence?.gone;
    return {
      checks: record.checks.map((check) => ({ ...check, ...redactDeep(saidByTarget(explained(check)), this.redact) })),
      observations: record.observations.map(({ answer, ...rest }) => ({
        ...rest,
        answer: redactDeep(answer, (text) => clip(this.redact(text), LONGEST_OBSERVED)),
      })),
      ...this.measurements.drain(),
      leftBehind: this.leftBehind.drain(),
      absences: this.#presence?.drain() ?? [],
      ...(gone && { gone }),
      runId: sharedFacts().id,
      discovered: redactDeep(this.implementation.discovered, this.redact),
      run: factsOf(this.settings),
      ...(suiteError && { suiteError: this.redact(suiteError.message) }),
    };
  }

  /** Hands what the preflight created over to the first worker. */
  handOver(): void {
    this.leftBehind.handOver(setUpRemainsFile());
  }

  async close(): Promise<void> {
    await this.transport.close();
  }
}

/** Where provider states were to give what the check wants: with the reason why they did not. */
function explained(check: CheckEvidence): CheckEvidence {
  const { missing = {} } = sharedFacts();
  const reasons = new Set((check.status === 'not-assessed' ? (check.variables ?? []) : []).flatMap((name) => missing[name] ?? []));
  return reasons.size === 0 ? check : { ...check, reason: `${check.reason} (${[...reasons].join('; ')})` };
}

function withShare(settings: Settings, workers: number): Settings {
  const { maxRps } = settings.run;
  return maxRps === null ? settings : { ...settings, run: { ...settings.run, maxRps: maxRps / workers } };
}

function isRequired(id: string): boolean {
  return requirement(id).level === 'requirement';
}

/** The members of a check that a target may have had its hand in. The suite's own words stay, should a password be one of them. */
function saidByTarget({ findings, reason, counterexample, original }: CheckEvidence): Partial<CheckEvidence> {
  return {
    ...(findings && { findings }),
    ...(reason !== undefined && { reason }),
    ...(counterexample !== undefined && { counterexample }),
    ...(original !== undefined && { original }),
  };
}
