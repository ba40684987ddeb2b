import { clip, visible, visibleLine } from '../http/text.ts';
import type { LostTarget } from '../result/result.ts';
import { codeBlock, prose } from './markdown.ts';
import { labelled, painter, type TerminalOptions } from './terminal.ts';

const LONGEST_COMMAND = 2000;
const MOST_COMMAND_LINES = 6;

/** What people are told above everything else of a target that went away. */
export function lostHeading({ requests }: LostTarget): string {
  if (requests.length === 0) return 'It had answered before. No request was under way.';
  const underWay = requests.some(({ brokenOff }) => brokenOff);
  return `It had answered before. The last requests before that${underWay ? ', those under way first' : ''}, the most unusual first; send them one by one to see whether one of them stops it:`;
}

/** *broken off, hostile input* */
export function lastRequestWords({ brokenOff, intent }: LostTarget['requests'][number]): string {
  const input = { hostile: 'hostile input', generated: 'generated input', typical: 'a typical request' }[intent];
  return `${brokenOff ? 'broken off' : 'answered'}, ${input}`;
}

/** For the terminal, above everything else; without a newline at the end. */
export function lostBlock(lost: LostTarget, options: TerminalOptions = {}): string {
  const paint = painter(options);
  return [
    paint('red', paint('bold', visible(`✕ ${lost.reason}`))),
    `  ${lostHeading(lost)}`,
    ...lost.requests.flatMap((request, index) => [
      visibleLine(`  ${index + 1}. ${request.title} (${lastRequestWords(request)}; in '${request.test}')`),
      labelled('curl', request.curl, paint),
    ]),
  ].join('\n');
}

/** The same as Markdown, in blocks. */
export function lostMarkdown(lost: LostTarget): string[] {
  return [
    `**${prose(lost.reason)}**`,
    prose(lostHeading(lost)),
    ...lost.requests.flatMap((request, index) => [
      `${index + 1}. ${prose(`${request.title} (${lastRequestWords(request)}; in '${request.test}')`)}`,
      codeBlock(clip(request.curl, LONGEST_COMMAND), 'sh', MOST_COMMAND_LINES),
    ]),
  ];
}
