/** @jsxImportSource preact */
import type { RequirementResult } from '../../result/result.ts';
import { holdsInPart, inPartWords } from '../../result/roll-up.ts';
import { IN_PART } from './words.ts';

/** *◐ passed in part, judged at 3 of 5 endpoints*; nothing for a statement that was judged whole. */
export function InPart(props: { requirement: RequirementResult }) {
  if (!holdsInPart(props.requirement)) return null;
  return <span class={`status ${IN_PART.tone}`}>{` ${IN_PART.symbol} ${IN_PART.word}, ${inPartWords(props.requirement.checks)}`}</span>;
}
