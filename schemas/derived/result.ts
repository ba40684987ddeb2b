// Derived from schemas/conformance-result.schema.json by `npm run regenerate`. Not to be edited by hand.

/** What a run of the conformance suite writes as conformance.json. The format has a version of its own, by these rules. Patch: other words in this schema, same files. Minor: new optional members; a program that reads 1.x reads every later 1.y, ignores members that it does not know, and takes the absence of one for 'not recorded'. Major: a member is removed, becomes required or changes its meaning; a program for 1.x refuses such a file. New in 1.1: partial, notices, fields, runIds, leftBehind, sensitivity. New in 1.2: findings, and in a check met, contrast and, for each of its findings, exchange. New in 1.3: baseline, tests. New in 1.4: requests and records of a test. New in 1.5: sequence of a finding. New in 1.6: partly and judgedAt of an entry of requirements, passedInPart in counts, inPart in baseline; an entry is passed where a check passed and none failed, though others were not assessed. New in 1.7: atOnce of a sequence. New in 1.8: traffic, disturbances. */
export type ConformanceResult = {
  /** Version of this format (semantic versioning). */
  readonly format: string;
  /** A waived failure still counts here: conformant means that no assessed requirement failed. */
  readonly verdict: "conformant" | "nonconformant" | "no-verdict";
  /** Present exactly where there is no verdict. */
  readonly noVerdictReason?: string;
  /** Nothing was left not assessed, or judged in part. */
  readonly complete: boolean;
  /** The verdict for people, with its denominator. */
  readonly sentence: string;
  /** Seed of every generated input. */
  readonly seed: number;
  readonly suite: {
    readonly name: string;
    readonly version: string;
  };
  readonly specification: {
    readonly title: string;
    readonly version: string;
  };
  readonly target: {
    /** Without credentials. Empty where a run ended before it knew its target. */
    readonly baseUrl: UriOrEmpty;
    /** The reference service that comes with the suite. */
    readonly embedded: boolean;
  };
  /** UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The run ended before all its checks were done. */
  readonly interrupted: boolean;
  /** The run was filtered, so that not all checks were meant to run. Absent otherwise. Since 1.1. */
  readonly partial?: true;
  /** Over all entries of requirements, whatever their level. */
  readonly counts: {
    readonly passed: Count;
    /** How many of those that passed were judged in part. Absent where none was. Since 1.6. */
    readonly passedInPart?: number;
    readonly failed: Count;
    readonly notAssessed: Count;
    readonly waived: Count;
    readonly observations: Count;
  };
  readonly endpoints: ReadonlyArray<{
    readonly number: Endpoint;
    readonly method: "GET" | "POST";
    readonly path: string;
  }>;
  readonly requirements: ReadonlyArray<Requirement>;
  /** One for each thing that is broken, however many checks show it; the most telling first. Since 1.2. */
  readonly findings?: ReadonlyArray<Finding>;
  /** What changed since the earlier result that CES_BASELINE names. Absent without one, and without a verdict. Since 1.3. */
  readonly baseline?: {
    /** Path of the earlier result. */
    readonly file: string;
    /** Of the earlier run, as all up to sentence. UTC. */
    readonly startedAt: string;
    readonly target: ConformanceResult['target'];
    readonly suite: ConformanceResult['suite'];
    readonly specification: ConformanceResult['specification'];
    readonly verdict: "conformant" | "nonconformant" | "no-verdict";
    readonly sentence: string;
    /** The earlier run was filtered or ended early. Absent otherwise. */
    readonly partial?: true;
    /** Findings of this run that the earlier one does not have, or not everywhere. */
    readonly new: ReadonlyArray<{
      /** Id of an entry of findings. */
      readonly finding: string;
      /** All that is new of it is waived. */
      readonly waived: boolean;
      /** Where it is new: its statement, or one that fails because of it, at an endpoint. */
      readonly deviations: ReadonlyArray<{
        readonly requirement: string;
        readonly endpoint: EndpointOrNull;
      }>;
      /** The earlier run has it elsewhere. Absent otherwise. */
      readonly wider?: true;
      /** The earlier run looked at none of this. Absent otherwise. */
      readonly unseenBefore?: true;
    }>;
    /** Ids of the findings that are new nowhere. */
    readonly stillThere: ReadonlyArray<string>;
    /** Findings of the earlier run that this one looked for and did not find. */
    readonly fixed: ReadonlyArray<FormerFinding>;
    /** Findings of the earlier run that this one did not look for. */
    readonly noLongerAssessed: ReadonlyArray<FormerFinding>;
    /** Ids of statements that the earlier run assessed and this one did not. */
    readonly notAssessed: ReadonlyArray<string>;
    /** Ids of statements that the earlier run judged whole and this one in part. Absent where there are none. Since 1.6. */
    readonly inPart?: ReadonlyArray<string>;
    /** Observations whose answers are no longer the same. */
    readonly drifted: ReadonlyArray<{
      readonly id: string;
      readonly question: string;
      readonly endpoints: ReadonlyArray<EndpointOrNull>;
      /** All answers, any JSON values. */
      readonly before: ReadonlyArray<unknown>;
      /** All answers, any JSON values. */
      readonly now: ReadonlyArray<unknown>;
    }>;
    /** Statements that the two results do not share. */
    readonly notCompared: ReadonlyArray<{
      readonly id: string;
      readonly reason: string;
    }>;
  };
  /** The target went away and did not come back: why, and the last requests before that. Since 1.2. */
  readonly lost?: {
    readonly reason: string;
    /** It answers, but refuses everything. */
    readonly stillAnswers?: true;
    /** Of all workers: those under way first, and of them the most unusual first. */
    readonly requests: ReadonlyArray<{
      readonly endpoint: number | null;
      readonly test: string;
      readonly intent: "hostile" | "generated" | "typical";
      readonly brokenOff: boolean;
      readonly outcome: string;
      readonly endedAt: string;
      readonly title: string;
      readonly curl: string;
    }>;
  };
  /** Waivers that no longer say the truth, each with what to do. */
  readonly waiverProblems?: ReadonlyArray<string>;
  /** What a reader should know of the run besides its outcome, in sentences for people: limits reached, waits. Since 1.1. */
  readonly notices?: ReadonlyArray<string>;
  /** What the target does where the specification leaves room. */
  readonly observations: ReadonlyArray<{
    readonly id: string;
    readonly endpoint: EndpointOrNull;
    readonly question: string;
    /** Any JSON value. */
    readonly answer: unknown;
  }>;
  /** Sentences of the specification that no check covers. */
  readonly notCovered: ReadonlyArray<{
    readonly id: string;
    readonly text: string;
    readonly source: string;
    readonly reason: string;
  }>;
  /** Settings as used, secrets removed. */
  readonly settings: ReadonlyArray<{
    readonly name: string;
    readonly value: string;
    readonly source: string;
  }>;
  readonly timelines: ReadonlyArray<Timeline>;
  /** What each test cost that came to its end. A check bears the title of its test. Since 1.3. */
  readonly tests?: ReadonlyArray<{
    readonly title: string;
    readonly durationMs: Milliseconds;
    /** How many the test sent. Since 1.4. */
    readonly requests?: Count;
    /** Created ones, which the API cannot delete. Since 1.4. */
    readonly records?: Count;
  }>;
  readonly latencies: ReadonlyArray<{
    readonly endpoint: Endpoint;
    readonly count: Count;
    readonly medianMs: Milliseconds;
    readonly p95Ms: Milliseconds;
    readonly maxMs: Milliseconds;
  }>;
  /** Requests over time, by what came back. Since 1.8. */
  readonly traffic?: ReadonlyArray<{
    /** Since startedAt. */
    readonly atMs: Milliseconds;
    readonly forMs: Milliseconds;
    /** Statuses below 400. */
    readonly succeeded: Count;
    /** Statuses from 400 to 499. */
    readonly refused: Count;
    /** Statuses from 500 on. */
    readonly failed: Count;
    readonly unanswered: Count;
  }>;
  /** Times when the target answered nothing, or everything alike, before it came back. Since 1.8. */
  readonly disturbances?: ReadonlyArray<{
    /** Since startedAt. */
    readonly atMs: Milliseconds;
    readonly forMs: Milliseconds;
    /** What the target did in it. */
    readonly words: string;
  }>;
  /** The most requests that one worker had in flight at once. Since 1.2. */
  readonly inFlight?: number;
  /** Properties of generated input: how many inputs were tried, and how many the target accepted. */
  readonly properties: ReadonlyArray<{
    readonly title: string;
    readonly endpoint: Endpoint;
    readonly tried: Count;
    readonly accepted: Count;
  }>;
  /** Every documented field, and what the answers of the run held of it. Since 1.1. */
  readonly fields?: ReadonlyArray<{
    /** Name of a schema in schemas/derived. */
    readonly resource: string;
    /** RFC 6901, into the resource; * for any index of an array. */
    readonly pointer: string;
    /** seen: held a value at least once. only-null: null wherever it occurred. never-seen: in no answer. not-assessed: perhaps in answers for which a fixture is missing. */
    readonly state: "seen" | "only-null" | "never-seen" | "not-assessed";
  }>;
  /** Every name that the run made up begins with conformance- and one of these; there is one a shard. Since 1.1. */
  readonly runIds?: ReadonlyArray<string>;
  /** What the run created or changed at the target, which the API cannot delete: one entry an endpoint. Since 1.1. */
  readonly leftBehind?: ReadonlyArray<{
    readonly endpoint: Endpoint;
    /** In the plural, for people. */
    readonly kind: string;
    readonly count: Count;
    /** Further requests whose answer was lost or is a 5xx: each may have created one. Absent where there are none. */
    readonly unanswered?: number;
    /** Ids; a name or marker where the answer held no id. */
    readonly examples: ReadonlyArray<string>;
  }>;
  /** How many of the mutation run's faults a run with these settings would have noticed, as npm run sensitivity measured it. Since 1.1. */
  readonly sensitivity?: {
    readonly sentence: string;
    readonly noticed: Count;
    readonly assessed: Count;
    /** UTC. */
    readonly measuredAt: string;
    /** Faults left unseen, by the variables that would have to be set otherwise. */
    readonly unseen: ReadonlyArray<{
      readonly variables: ReadonlyArray<string>;
      readonly hint: string;
      /** Names in the register of faults. */
      readonly faults: ReadonlyArray<string>;
    }>;
  };
};

export type Count = number;

export type Milliseconds = number;

/** Number in the specification's table of endpoints. */
export type Endpoint = number;

export type EndpointOrNull = Endpoint | null;

export type UriOrEmpty = string | "";

export type Status = "passed" | "failed" | "not-assessed" | "waived";

export type Requirement = {
  readonly id: string;
  readonly level: "requirement" | "robustness" | "completeness";
  readonly text: string;
  /** Section and row of the specification. */
  readonly source: string;
  readonly endpoints: ReadonlyArray<Endpoint>;
  readonly status: Status;
  /** Judged in part: some of its checks were made, others not assessed. Absent otherwise. Since 1.6. */
  readonly partly?: true;
  /** Beside partly: the endpoints at which a check was made. Since 1.6. */
  readonly judgedAt?: ReadonlyArray<Endpoint>;
  readonly checks: ReadonlyArray<Check>;
};

export type Check = {
  readonly title: string;
  readonly endpoint: EndpointOrNull;
  readonly category: "status and media type" | "shape" | "identity and echo" | "authentication" | "resolution" | "properties" | "robustness" | "completeness";
  readonly status: Status;
  /** Failed: requirement, expected and actual. Not assessed: the reason. */
  readonly message?: string;
  /** Not assessed: the variables that would change it. */
  readonly variables?: ReadonlyArray<string>;
  readonly findings?: ReadonlyArray<{
    /** RFC 6901, into the answer's body; * for any index of an array. */
    readonly pointer?: string;
    readonly expected: string;
    readonly actual: string;
    /** The exchange that broke the statement, as an index into the check's exchanges; the last one where absent. Since 1.2. */
    readonly exchange?: Count;
  }>;
  /** The test met this failure and did not look for it, so that it did not fail that test. Absent otherwise. Since 1.2. */
  readonly met?: true;
  readonly curl?: string;
  /** The smallest input that still fails. Any JSON value. */
  readonly counterexample?: unknown;
  /** The input that failed first, where it was larger. Any JSON value. */
  readonly original?: unknown;
  readonly shrinks?: Count;
  /** Did not fail again when repeated. */
  readonly flaky?: boolean;
  /** What passed beside it, in one line for people. Since 1.2. */
  readonly contrast?: string;
  /** A command that repeats this check alone. */
  readonly replay?: string;
  readonly exchanges?: ReadonlyArray<Exchange>;
  readonly waiver?: Waiver;
};

/** Why a failure is let pass, who answers for that, and the last day on which it holds. */
export type Waiver = {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
};

export type Finding = {
  /** The same in the next run against the same deviation. */
  readonly id: string;
  readonly level: "requirement" | "robustness" | "completeness";
  /** Id of the broken statement, an entry of requirements. */
  readonly requirement: string;
  /** Where it was seen; empty where it concerns the service as a whole. */
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** RFC 6901, into the answer's body; * for any index of an array, and nothing below free data. Null where no place in the body is meant. */
  readonly pointer: string | null;
  /** Further places, written as pointer is, where the same checks show the same. */
  readonly places?: ReadonlyArray<string>;
  readonly expected: string;
  readonly actual: string;
  /** How many failed checks show it. */
  readonly checks: number;
  /** Of how many checks that looked at the statement at these endpoints. */
  readonly assessed: number;
  /** Of the test with the simplest evidence, from which the members below come too. */
  readonly title: string;
  /** Of that evidence. */
  readonly endpoint: EndpointOrNull;
  /** Sends the request again whose answer broke the statement. */
  readonly curl?: string;
  /** A command that repeats that check alone. */
  readonly replay?: string;
  /** The smallest input that still fails. Any JSON value. */
  readonly counterexample?: unknown;
  /** The input that failed first, where it was larger. Any JSON value. */
  readonly original?: unknown;
  /** Did not fail again when repeated. Absent otherwise. */
  readonly flaky?: true;
  /** The exchange that broke the statement. */
  readonly exchange?: Exchange;
  /** Where the check rests on several requests: titles of those before that exchange, the latest last. */
  readonly before?: ReadonlyArray<string>;
  readonly sequence?: Sequence;
  /** The place in that exchange's answer: as pointer, with indices. */
  readonly at?: string;
  /** What passed beside it, in one line for people. */
  readonly contrast?: string;
  /** Ids of statements that failed because of it. */
  readonly consequences: ReadonlyArray<string>;
  /** Every check that shows it is waived. */
  readonly waived: boolean;
  readonly waiver?: Waiver;
};

/** Where earlier requests had a part in it: all that it takes, in order, the one of curl last. Since 1.5. */
export type Sequence = {
  /** For a POSIX shell. Pasted at once where byHand is absent. */
  readonly commands: ReadonlyArray<string>;
  /** They were under way at once, and any of them may show it. Since 1.7. */
  readonly atOnce?: true;
  /** An id that no command takes over. */
  readonly byHand?: {
    /** As it stands in the last command, which wants another in its place. */
    readonly id: string;
    /** The answer to the command before, or the look-up of the tracked event. */
    readonly from: "answer" | "look-up";
    /** What tells the tracked event from others, as it stands in the command that tracks it, which wants another in its place. */
    readonly marker?: string;
  };
};

/** As in the findings of the earlier run. */
export type FormerFinding = {
  readonly id: string;
  readonly level: "requirement" | "robustness" | "completeness";
  readonly requirement: string;
  readonly endpoints: ReadonlyArray<Endpoint>;
  readonly pointer: string | null;
  readonly expected: string;
  readonly actual: string;
  /** The one that was shown. Absent where none was. */
  readonly endpoint?: EndpointOrNull;
  readonly contrast?: string;
};

export type Headers = Readonly<Record<string, string>>;

export type Exchange = {
  readonly title: string;
  readonly request: {
    readonly method: string;
    /** As sent, so not always a valid URI. */
    readonly url: string;
    readonly headers: Headers;
    readonly body: string | null;
  };
  readonly answer: null | {
    readonly status: number;
    readonly headers: Headers;
    readonly body: string;
    /** Length of the whole body. */
    readonly bytes: Count;
    /** The body is only its beginning. */
    readonly cut: boolean;
  };
  readonly failure: null | {
    readonly kind: string;
    readonly message: string;
  };
  readonly startedAt: string;
  readonly durationMs: Milliseconds;
  readonly curl: string;
};

/** What was seen of one tracked event. Times count from when it was tracked. */
export type Timeline = {
  readonly title: string;
  readonly outcome: "resolved" | "stayed-null" | "not-found" | "failed";
  readonly visibleAfterMs: MillisecondsOrNull;
  readonly resolvedAfterMs: MillisecondsOrNull;
  readonly polls: ReadonlyArray<{
    readonly atMs: Milliseconds;
    readonly status: number | null;
    readonly customer: string | null;
  }>;
};

export type MillisecondsOrNull = Milliseconds | null;
