import { clip } from '../http/clip.ts';
import { visible, visibleLine } from '../http/visible.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines } from '../result/left-open.ts';
import type { ConformanceResult, Level } from '../result/result.ts';
import { holdsInPart } from '../result/roll-up.ts';
import { isPartly, PARTLY } from '../result/verdict.ts';
import { wouldAddSentence } from '../result/would-add.ts';
import { baselineCaveats, baselineName, formerLine, sinceSentence } from './baseline-words.ts';
import { credentialsForCurl } from './send-again.ts';
import { labelled, type Painter, painter, type TerminalOptions } from './terminal-lines.ts';
import { caveatsOf } from './verdict-words.ts';

const LEVELS: readonly Level[] = ['requirement', 'robustness', 'completeness'];
const IN_PART = `${PARTLY} passed in part`;
const STATUSES = ['passed', IN_PART, 'failed', 'not-assessed', 'waived'];

/** Of each list of what changed. */
const MOST_LINES = 5;
/** Whoever mends counts them one by one. */
const MOST_FIXED = 20;
const LONGEST_LINE = 200;

const VERDICT_STYLE = { conformant: 'green', nonconformant: 'red', 'no-verdict': 'yellow' } as const;

/** The verdict with its denominator, the counts by level, and where to read on; without a newline at the end. */
export function verdictBlock(result: ConformanceResult, reportPath: string, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const { noVerdictReason, interrupted, waiverProblems = [], target, seed } = result;
  const leftBehind = leftBehindSentence(result);
  const forCurl = credentialsForCurl(result);
  const leftOpen = leftOpenLines(result);
  const wouldAdd = wouldAddSentence(result);
  return [
    headline(result, paint),
    // The last line gives it too, but not where a signal stopped the run.
    ...(noVerdictReason === undefined || !interrupted ? [] : [`  ${visible(noVerdictReason)}`]),
    ...caveatsOf(result).map((sentence) =>
      waiverProblems.includes(sentence) ? paint('red', `  ${visible(sentence)}`) : `  ${visible(sentence)}`,
    ),
    ...LEVELS.flatMap((level) => levelLine(result, level, paint)),
    ...sinceBaseline(result, paint),
    ...neverSeen(result).map((fields) => labelled('Never seen', fields, paint)),
    labelled('Target', `${target.baseUrl}${target.embedded ? ' (embedded reference service)' : ''}`, paint),
    labelled('Seed', `${seed}`, paint),
    labelled('Report', reportPath, paint),
    ...(forCurl === null ? [] : [labelled('curl', forCurl, paint)]),
    ...(leftBehind === null ? [] : [labelled('Left behind', leftBehind, paint)]),
    ...(leftOpen.length === 0 ? [] : [labelled('Left open', leftOpen.map((line) => clip(line, LONGEST_LINE)).join('\n'), paint)]),
    ...(wouldAdd === null ? [] : [labelled('Would add most', wouldAdd, paint)]),
  ].join('\n');
}

function headline(result: ConformanceResult, paint: Painter): string {
  const [style, mark] = isPartly(result) ? (['yellow', `${PARTLY} `] as const) : [VERDICT_STYLE[result.verdict], ''];
  return paint(style, paint('bold', visibleLine(mark + result.sentence)));
}

function levelLine(result: ConformanceResult, level: Level, paint: Painter): string[] {
  const own = result.requirements.filter((requirement) => requirement.level === level);
  if (own.length === 0) return [];
  const statuses = own.map((entry) => (holdsInPart(entry) ? IN_PART : entry.status));
  const parts = STATUSES.flatMap((status) => {
    const number = statuses.filter((each) => each === status).length;
    return number === 0 ? [] : [`${number} ${status.replace('-', ' ')}`];
  });
  return [labelled(`${level.charAt(0).toUpperCase()}${level.slice(1)}`, `${parts.join(', ')} of ${own.length} ${COUNTED[level]}`, paint)];
}

/** What changed, and what is fixed: what is new stands among the findings. */
function sinceBaseline(result: ConformanceResult, paint: Painter): string[] {
  const { baseline, endpoints } = result;
  if (baseline === undefined) return [];
  const fixed = baseline.fixed.map((finding) => formerLine(finding, endpoints));
  const drifted = baseline.drifted.map(({ id, before, now }) => `${id}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`);
  const lists = { Fixed: fixed, 'Not looked for': baseline.noLongerAssessed.map((finding) => formerLine(finding, endpoints)) };
  return [
    labelled('Since baseline', [`${sinceSentence(baseline)} (${baselineName(baseline)})`, ...baselineCaveats(result)].join('\n'), paint),
    ...Object.entries({ ...lists, 'Not assessed': baseline.notAssessed, 'In part': baseline.inPart ?? [], Drifted: drifted }).flatMap(
      ([label, lines]) =>
        bounded(lines, label === 'Fixed' ? MOST_FIXED : MOST_LINES).map((line, index) => labelled(index === 0 ? label : '', line, paint)),
    ),
  ];
}

function bounded(lines: readonly string[], most: number): string[] {
  const rest = lines.length - most;
  return [...lines.slice(0, most).map((line) => clip(line, LONGEST_LINE)), ...(rest > 0 ? [`… and ${rest} more in the report`] : [])];
}

/** What a level counts: the statements of it. */
const COUNTED: Readonly<Record<Level, string>> = { requirement: 'requirements', robustness: 'statements', completeness: 'resources' };

/** The fields behind the completeness that failed: *campaign /segment, /steps; customer /metadata*. */
function neverSeen({ fields = [] }: ConformanceResult): string[] {
  const missing = fields.filter(({ state }) => state === 'never-seen');
  const resources = [...new Set(missing.map(({ resource }) => resource))];
  const pointers = (name: string) => missing.flatMap(({ resource, pointer }) => (resource === name ? [pointer] : []));
  return resources.length === 0 ? [] : [resources.map((name) => `${name} ${pointers(name).join(', ')}`).join('; ')];
}
