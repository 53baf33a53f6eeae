/** Documents in memory, as the index would have them. */
import { nameKey } from '../../../../src/language/nameWords.ts';
import type { SourcePassage } from '../../../../lab/questions/interfaces.ts';

export interface Written {
  readonly title: string;
  readonly text: string;
  /** Names of other documents in the text and their paths, as links. */
  readonly mentions?: Readonly<Record<string, string>>;
}

/** One passage per document, whose text is its source. */
export function sourcePassages(documents: Readonly<Record<string, Written>>): SourcePassage[] {
  return Object.entries(documents).map(([path, { title, text, mentions = {} }]) => ({
    passage: {
      id: path,
      path,
      title,
      headings: [],
      text,
      range: { startLine: 0, endLine: text.split('\n').length, startOffset: 0, endOffset: text.length },
      runs: [0, 0, text.length, 0],
      documentHash: nameKey(path),
    },
    mentions: Object.entries(mentions).map(([name, target]) => ({
      name,
      start: text.indexOf(name),
      end: text.indexOf(name) + name.length,
      kind: 'link',
      targets: [{ path: target, rows: [0] }],
      specificity: 1,
    })),
  }));
}

/** A series of proposals whose metadata and sentences refer to one another. */
export const proposals: Readonly<Record<string, Written>> = {
  'rfp-0007.md': {
    title: 'Gates that close',
    text: 'RFP: 7\nAuthor: Jane Doe <jane@example.org>\nStatus: Superseded\nCreated: 12-Mar-2001\nSuperseded-By: 31\n\nThis is the first proposal of the board for the gates of the barrage.',
    mentions: { '31': 'rfp-0031.md' },
  },
  'rfp-0031.md': {
    title: 'Gates that open',
    text: 'RFP: 31\nAuthor: Amos Reed <amos@example.org>\nStatus: Final\nCreated: 4-Jun-2004\n\nThe gates of the barrage are opened by the keeper of the tower. This RFP builds on RFP 40 for the locks.',
    mentions: { 'RFP 40': 'rfp-0040.md' },
  },
  'rfp-0040.md': {
    title: 'Locks of the gates',
    text: 'RFP: 40\nAuthor: Mara Lind\nStatus: Active\nCreated: 9-May-2003\n\nThe locks of the gates are made of iron, and the keeper of the tower has the keys.',
  },
};

export const allPairs = (passages: readonly SourcePassage[]): (readonly [string, string])[] =>
  passages.flatMap((a) => passages.map((b) => [a.passage.path, b.passage.path] as const));
