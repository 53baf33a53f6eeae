import type { Passage } from '../../src/protocol/passage.ts';
import type { PeerPassage } from './peer.ts';

/** What Ariadne searches of a passage by its words. */
export function peerPassages(passages: readonly Passage[], firstRow: number): readonly PeerPassage[] {
  return passages.map(({ path, title, headings, text }, i) => ({
    row: firstRow + i,
    path,
    text: [title, ...headings, text].join('\n'),
  }));
}

/** Whether a line can be added to it as text. */
export function isEditable(path: string): boolean {
  return /\.(md|rst|txt)$/.test(path);
}
