import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import type { LeftBehindNotes } from '../../src/engine/evidence/left-behind.ts';
import { examine } from '../../src/engine/play.ts';
import { RunState } from '../../src/engine/run-state.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { Transport, type TransportOptions } from '../../src/http/transport.ts';
import type { TestOutcome } from '../../src/result/assemble.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { checkedBy, concernedBy, type Fault, partsFor } from '../fault.ts';
import { unchanged } from '../rows.ts';
import { failuresIn, runParts, type ScenarioFile, suiteErrorsIn, suiteScenarios } from '../run-parts.ts';
import { LaidInFront } from './laid-in-front.ts';
import { type Measured, NOT_RUN, type Notice, type NoticeOutcome, noticeOf, type Sight } from './notice.ts';
import { LABEL, Recording, replay } from './replay.ts';

/** Without a sound run, there is nothing to compare a fault with. The problems: what makes it unsound, one line each. */
export interface Unsound {
  readonly sound: false;
  readonly problems: readonly string[];
}

interface Hearers {
  /** Called when the first fault begins, and as each is done. */
  readonly progress: (done: number) => void;
  /** Takes note of what is left at the target. */
  readonly notes: LeftBehindNotes;
  /** Variables for the embedded service, so that it is looked at with no more than the target. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs the suite against the target once, and judges its exchanges again with each fault over them. What they leave open the embedded service decides. */
export async function measureSensitivity(settings: Settings, faults: readonly Fault[], hearers: Hearers): Promise<Unsound | Measured> {
  const begin = performance.now();
  const files = await suiteScenarios();
  const recording = new Recording();
  const { problems, open } = await record(settings, files, recording, hearers.notes);
  if (problems.length > 0) return { sound: false, problems };
  const sound = await soundReplays(settings, files, recording);
  const notices: Notice[] = [];
  let played = 0;
  hearers.progress(0);
  for (const fault of faults) {
    const isChecked = checkedBy(fault);
    const concerned = sound.filter(concernedBy(fault));
    const fitting = [...concerned.filter(isChecked), ...concerned.filter((scenario) => !isChecked(scenario))];
    const seen = await replayed(settings, fault, fitting, recording);
    const notice = noticeOf(fault, seen.sight, open);
    const isDecided = notice.outcome === 'noticed' || (notice.outcome === 'not-assessed' && !seen.isCut);
    if (!isDecided) played += 1;
    notices.push(isDecided ? notice : noticeOf(fault, await sightAtEmbedded(fault, notice.outcome, hearers.variables), open));
    hearers.progress(notices.length);
  }
  return { sound: true, notices, durationMs: Math.round(performance.now() - begin), played };
}

/** Runs the suite once. Returns what makes its run unsound, and the checks that it left open. */
async function record(settings: Settings, files: readonly ScenarioFile[], recording: Recording, notes: LeftBehindNotes) {
  const transport = (options: TransportOptions) => recording.noting(new Transport(options));
  await using run = new RunState(settings, { impatient: true, listing: notes.file, transport });
  const { obstacle } = await examine(run);
  if (obstacle !== null) notes.add([...run.idleNotes].flatMap((idle) => idle.drain()));
  if (obstacle !== null) return { problems: [obstacle], open: [] };
  const outcomes: TestOutcome[] = [];
  const inScope = ({ body, ...scenario }: Scenario): Scenario => {
    return { ...scenario, body: (context) => recording.scenario.run(scenario.title, () => body(context)) };
  };
  const told = files.map((file) => ({ ...file, scenarios: file.scenarios.map(inScope) }));
  await runParts(told, { label: LABEL }, run, outcomes);
  for (const { evidence } of outcomes) notes.add(evidence?.leftBehind ?? []);
  const inWords = (title: string, { requirement, findings: [finding] = [] }: CheckEvidence) =>
    `${requirement} failed. ${title}: expected ${finding?.expected}, found ${finding?.actual}`;
  const failed = outcomes.flatMap((outcome) => failuresIn([outcome]).map((check) => inWords(outcome.title, check)));
  const checks = outcomes.flatMap(({ evidence }) => evidence?.checks ?? []);
  const problems = [...failed, ...suiteErrorsIn(outcomes)].map(run.redact);
  return { problems, open: checks.filter(({ status }) => status === 'not-assessed') };
}

/** The scenarios that a replay without any fault passes: only what these find is the fault's doing. */
async function soundReplays(settings: Settings, files: readonly ScenarioFile[], recording: Recording): Promise<Scenario[]> {
  const sound: Scenario[] = [];
  for (const scenario of files.flatMap(({ scenarios }) => scenarios)) {
    const { outcomes } = await replay([scenario], settings, recording, new LaidInFront(unchanged));
    if (failuresIn(outcomes).length === 0 && suiteErrorsIn(outcomes).length === 0) sound.push(scenario);
  }
  return sound;
}

async function replayed(settings: Settings, { interpose, name }: Fault, scenarios: readonly Scenario[], recording: Recording) {
  if (interpose === undefined) throw new Error(`${name} lies inside the reference service: it cannot be laid over an exchange.`);
  const front = new LaidInFront(interpose());
  const { outcomes, beyond } = await replay(scenarios, settings, recording, front);
  const { changes, withheld, unfit } = front;
  const [failed, troubles] = [failuresIn(outcomes), suiteErrorsIn(outcomes)];
  return { sight: { changes, withheld, unfit: [...unfit], failed, troubles }, isCut: beyond > 0 || withheld > 0 };
}

async function sightAtEmbedded(fault: Fault, outcome: NoticeOutcome, variables: Hearers['variables'] = {}): Promise<Sight> {
  // Only this needs the packages of the reference service, which an installation may lack.
  const suite = await import('../run-suite.ts').catch(() => null);
  if (suite === null) return { ...NOT_RUN, troubles: ['the packages of the embedded reference service are not installed'] };
  // A whole run for each that settings hide would take too long.
  const parts = outcome === 'not-assessed' ? partsFor(fault).slice(0, 2) : partsFor(fault);
  const plan = { parts, settles: () => true, variables: { ...fault.variables, ...variables } };
  const { changes, failed, mistakes } = await suite.runSuite(fault, plan);
  return { ...NOT_RUN, changes, failed, troubles: mistakes };
}
