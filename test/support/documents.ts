import { writeFile } from './tempFolder.ts';

const subjects = ['lighthouse', 'harbor', 'ferry', 'tide gauge', 'observatory', 'cannery', 'chapel', 'bridge'];
const facts = ['was built by', 'was paid for by', 'was painted by', 'was surveyed by', 'was inherited by'];

/**
 * Writes small, distinct documents with numbers from `first` up to `count`, which share words. The same numbers give the same documents.
 */
export function writeDocuments(folder: string, count: number, edition = 0, first = 0): void {
  for (let i = first; i < count; i++) {
    const sentences = Array.from({ length: 12 }, (_, j) => {
      const subject = subjects[(i + j) % subjects.length] ?? '';
      return `The ${subject} of place ${i}-${(j * 7) % 5} ${facts[(i * 3 + j) % facts.length] ?? ''} person ${(i * 13 + j * 5) % count} in edition ${edition}.`;
    });
    writeFile(
      folder,
      `part${i % 7}/document${i}.md`,
      `# Place ${i}\n\n${sentences.slice(0, 6).join(' ')}\n\n## Later\n\n${sentences.slice(6).join(' ')}\n`,
    );
  }
}
