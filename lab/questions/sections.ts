/** Sections as questions name them. */
import { asDocument } from './documents.ts';
import type { SourceDocument, SourcePassage } from './interfaces.ts';

export interface Section {
  /** `the section “Design” of the document “Orrin barrage”` */
  readonly name: string;
  readonly document: SourceDocument;
  readonly passages: readonly SourcePassage[];
}

const mostHeadingWords = 8;

/** Sections whose heading singles them out in their document. */
export function sectionsOf(document: SourceDocument): Section[] {
  const byHeadings = Map.groupBy(document.passages, ({ passage }) => passage.headings.join('\n'));
  const sections = [...byHeadings].flatMap(([key, passages]) => {
    const heading = key.split('\n').at(-1)?.replaceAll(/["“”]/gu, '').trim() ?? '';
    return heading === '' || heading.split(/\s+/u).length > mostHeadingWords ? [] : [{ heading, passages }];
  });
  const counts = Map.groupBy(sections, ({ heading }) => heading.toLowerCase());
  return sections.flatMap(({ heading, passages }) =>
    counts.get(heading.toLowerCase())?.length === 1
      ? [{ name: `the section “${heading}” of ${asDocument(document)}`, document, passages }]
      : [],
  );
}
