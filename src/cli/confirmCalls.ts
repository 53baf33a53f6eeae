/** On a terminal, asks for confirmation before a question that will probably take many model calls, which take time and often money. */
import { askAboveCalls } from '../protocol/callsAhead.ts';
import { answersYes, printError } from './terminal.ts';

/** @returns true when there are few calls, or the user agrees */
export async function agreeToCalls(likely: number, signal: AbortSignal): Promise<boolean> {
  if (likely <= askAboveCalls) return true;
  return agreed(
    `This question is likely to take ${likely.toLocaleString('en')} model calls. Continue?`,
    'The question was not asked. --max-calls N limits a question, --yes skips this confirmation.',
    signal,
  );
}

/** @param otherwise said when the user does not agree */
export async function agreed(question: string, otherwise: string, signal: AbortSignal): Promise<boolean> {
  const isAgreed = await answersYes(question, signal);
  if (!isAgreed) printError(otherwise);
  return isAgreed;
}
