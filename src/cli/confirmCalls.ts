/** On a terminal, asks for confirmation before a question that will probably take many model calls, which take time and often money. */
import { createInterface } from 'node:readline/promises';
import { askAboveCalls } from '../protocol/callsAhead.ts';
import { printError } from './terminal.ts';

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
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question(`${question} [y/N] `, { signal });
    if (/^y(es)?$/i.test(reply.trim())) return true;
    printError(otherwise);
    return false;
  } finally {
    terminal.close();
  }
}
