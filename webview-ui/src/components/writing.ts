/** What models write now. Apart from the cards that show it, because a card that changes is laid out again. */
import { createContext, useContext } from 'react';
import { pauseWords, type Writing } from '../../../src/protocol/writing.ts';

export const WritingContext = createContext<Readonly<Record<string, Writing>>>({});

/** What is being written for a node, or waited for; undefined if neither is. */
export function useWriting(node: string): Writing | undefined {
  const writing = useContext(WritingContext)[node];
  return writing === undefined || (writing.text === '' && pauseWords(writing) === undefined) ? undefined : writing;
}
