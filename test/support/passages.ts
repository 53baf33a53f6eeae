import type { Passage } from '../../src/protocol/passage.ts';

/** A passage that is the whole one-line document `<id>.md`. */
export function passageOf(id: string, text = `Text of ${id}.`): Passage {
  return {
    id,
    path: `${id}.md`,
    title: id,
    headings: [],
    text,
    range: { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length },
    runs: [0, 0, text.length, 0],
    documentHash: `hash-${id}`,
  };
}
