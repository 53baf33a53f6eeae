/** Selects sentences by key, since a page that is not edited has no cursor. */
import { rangesOf } from './marks.ts';
import type { FoundStretch } from './pageLetters.ts';
import type { PageTexts } from './pageTexts.ts';
import { sentencesOf } from './sentences.ts';

/** What is known of the pages. Their numbers are 1-based. */
interface Pages {
  readonly texts: PageTexts;
  readonly page: number;
  readonly pages: number;
  readonly container: HTMLElement;
  /** The element of a page with its text, which it is scrolled to if it has none yet. */
  readonly drawn: (page: number) => Promise<HTMLElement>;
}

export interface SelectedSentence {
  readonly page: number;
  readonly index: number;
  readonly range: Range;
}

/** Pages without text that are passed over. */
const mostEmpty = 50;

/**
 * Selects the sentence after one that is still selected, or the one before it; otherwise the first in view.
 * @returns undefined where there is none
 */
export async function selectSentence(
  pages: Pages,
  last: SelectedSentence | undefined,
  step: 1 | -1,
): Promise<SelectedSentence | undefined> {
  const before = last && isSelected(last.range) ? last : undefined;
  let page = before?.page ?? pages.page;
  let sentences = await sentencesOn(pages, page);
  let index = before ? before.index + step : await firstInView(pages, page, sentences);
  for (let passed = 0; sentences[index] === undefined && passed < mostEmpty; passed++) {
    page += step;
    if (page < 1 || page > pages.pages) return undefined;
    sentences = await sentencesOn(pages, page);
    index = step === 1 ? 0 : sentences.length - 1;
  }
  const stretches = sentences[index];
  if (!stretches) return undefined;
  const range = select(await rangesOn(pages, page, stretches));
  return range && { page, index, range };
}

async function sentencesOn({ texts }: Pages, page: number): Promise<readonly (readonly FoundStretch[])[]> {
  return sentencesOf(await texts.of(page));
}

async function rangesOn({ texts, drawn }: Pages, page: number, stretches: readonly FoundStretch[]): Promise<readonly Range[]> {
  const strings = (await texts.of(page)).map(({ str }) => str);
  return rangesOf(await drawn(page), strings, stretches);
}

/** The index of the first sentence that begins in view. */
async function firstInView(pages: Pages, page: number, sentences: readonly (readonly FoundStretch[])[]): Promise<number> {
  const ranges = await rangesOn(
    pages,
    page,
    sentences.flatMap(([first]) => first ?? []),
  );
  const { top } = pages.container.getBoundingClientRect();
  return Math.max(
    0,
    ranges.findIndex((range) => range.getBoundingClientRect().top >= top),
  );
}

function select(ranges: readonly Range[]): Range | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return undefined;
  getSelection()?.setBaseAndExtent(first.startContainer, first.startOffset, last.endContainer, last.endOffset);
  const range = first.cloneRange();
  range.setEnd(last.endContainer, last.endOffset);
  return range;
}

/** Also when it was made longer or shorter by key. */
function isSelected({ startContainer, startOffset }: Range): boolean {
  const selection = getSelection();
  return !!selection && !selection.isCollapsed && selection.anchorNode === startContainer && selection.anchorOffset === startOffset;
}
