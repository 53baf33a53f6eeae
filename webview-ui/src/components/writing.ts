/** What models write while the page is looked at, for the cards that show it. Apart from the cards, which are laid out only when they change. */
import { createContext, useContext } from 'react';
import type { Writing } from '../../../src/protocol/writing.ts';

export const WritingContext = createContext<Readonly<Record<string, Writing>>>({});

/** The answer that is being written for a node; undefined if there is none yet. */
export function useWriting(node: string): string | undefined {
  const { text = '' } = useContext(WritingContext)[node] ?? {};
  return text === '' ? undefined : text;
}
