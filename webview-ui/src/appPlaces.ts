/** Where a link of the page leads, for clients that open addresses. Pure. */
import { pageAt } from '../../src/protocol/passage.ts';
import type { FromPanel } from '../../src/protocol/panel.ts';
import { placeWords } from '../../src/protocol/placeWords.ts';
import type { Trace } from '../../src/protocol/trace.ts';

/** Lines are 1-based. */
export interface AppPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly page?: number | undefined;
}

/** @returns undefined for messages that open no place of the run */
export function openedPlace({ passages, digest = [] }: Trace, message: FromPanel): AppPlace | undefined {
  if (message.kind === 'open-citation') return message.citation;
  if (message.kind !== 'open-source') return undefined;
  const { path, startOffset } = message;
  const quoted = digest.flatMap((one) => [one, ...one.also]).find((one) => one.path === path && one.startOffset === startOffset);
  if (quoted) return quoted;
  const passage = Object.values(passages).find(
    ({ path: of, range }) => of === path && range.startOffset <= startOffset && startOffset < range.endOffset,
  );
  if (!passage) return undefined;
  const { runs, text, range } = passage;
  let line = range.startLine;
  for (let i = 0; i + 3 < runs.length; i += 4) {
    const [textStart = 0, sourceOffset = 0, length = 0, sourceLine = 0] = runs.slice(i, i + 4);
    if (startOffset < sourceOffset || startOffset >= sourceOffset + length) continue;
    line = sourceLine + text.slice(textStart, textStart + startOffset - sourceOffset).split('\n').length - 1;
  }
  return { path, startLine: line + 1, endLine: line + 1, page: pageAt(passage, startOffset) };
}

/** `sites/orrin-barrage.md, line 22`. */
export function placeText(place: AppPlace): string {
  return `${place.path}, ${placeWords(place)}`;
}

/** The address of the file, with `#L22` or `#page=3`. @param folder absolute, in the notation of its system */
export function placeUrl(folder: string, { path, startLine, page }: AppPlace): string {
  const [first = '', ...others] = `${folder}/${path}`.replaceAll('\\', '/').replace(/^\//, '').split('/');
  const file = [/^[A-Za-z]:$/.test(first) ? first : encodeURIComponent(first), ...others.map(encodeURIComponent)].join('/');
  return `file:///${file}${page === undefined ? `#L${startLine}` : `#page=${page}`}`;
}
