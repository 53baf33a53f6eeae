/** What models write while the page is looked at, for the cards that show it. Apart from the cards, which are laid out only when they change. */
import { createContext, useContext } from 'react';
import type { Writing } from '../../../src/protocol/writing.ts';

export const WritingContext = createContext<Readonly<Record<string, Writing>>>({});

/** What is being written for a node, or waited for; undefined if neither is. */
export function useWriting(node: string): Writing | undefined {
  const writing = useContext(WritingContext)[node];
  return writing === undefined || (writing.text === '' && writing.waitMs === undefined) ? undefined : writing;
}
