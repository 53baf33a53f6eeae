/** Draws marks over the words of a page: as part of the page, so that they stay at their words when it is zoomed. */
import type { FoundStretch } from './pageLetters.ts';

/** Marks stretches of a page. @returns the marks, in the order of the words; none where its texts are not drawn */
export function drawMarks(page: HTMLElement, texts: readonly string[], stretches: readonly FoundStretch[]): readonly HTMLElement[] {
  const ranges = rangesOf(page, texts, stretches);
  page.querySelector('.marks')?.remove();
  const marks = document.createElement('div');
  marks.className = 'marks';
  const around = page.getBoundingClientRect();
  // Without its border, as the marks count.
  const [width, height] = [page.clientWidth, page.clientHeight];
  for (const range of ranges) {
    for (const rect of range.getClientRects()) {
      if (rect.width === 0) continue;
      const mark = document.createElement('div');
      mark.className = 'mark';
      const percent = (points: number, of: number): string => `${(100 * points) / of}%`;
      mark.style.left = percent(rect.left - around.left - page.clientLeft, width);
      mark.style.top = percent(rect.top - around.top - page.clientTop, height);
      mark.style.width = percent(rect.width, width);
      mark.style.height = percent(rect.height, height);
      marks.append(mark);
    }
  }
  page.append(marks);
  return [...marks.querySelectorAll<HTMLElement>('.mark')];
}

/** Where the stretches are in the texts of a page; none where these are not drawn. */
export function rangesOf(page: HTMLElement, texts: readonly string[], stretches: readonly FoundStretch[]): readonly Range[] {
  // The text layer has an element for each text that is not empty.
  const elements = page.querySelector('.textLayer')?.querySelectorAll('span[role="presentation"]') ?? [];
  const indexes = new Map<number, number>();
  texts.forEach((text, item) => {
    if (text !== '') indexes.set(item, indexes.size);
  });
  return stretches.flatMap(({ item, start, end }) => {
    const element = elements[indexes.get(item) ?? -1];
    return (element && rangeIn(element, start, end)) ?? [];
  });
}

/** Part of an element's text, which a search may have divided. */
function rangeIn(element: Element, start: number, end: number): Range | undefined {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!hasStart && start < at + length) {
      range.setStart(node, start - at);
      hasStart = true;
    }
    if (hasStart && end <= at + length) {
      range.setEnd(node, end - at);
      return range;
    }
    at += length;
  }
  return undefined;
}
