import type { MarkupLines } from './markupLines.ts';

/** The line that ends the block or drawer beginning at a given line. */
export interface BlockEnds {
  /** Undefined when nothing ends it before the next headline. */
  readonly endOf: (line: number) => number | undefined;
}

/** Finds the ends for all lines in one pass from the last line up. */
export function blockEnds(lines: MarkupLines): BlockEnds {
  const ends = new Map<number, number>();
  const next = new Map<string, number>();
  for (let line = lines.count - 1; line >= 0; line--) {
    if (lines.isBlank(line)) continue;
    const text = lines.textOf(line);
    if (/^\*+[ \t]/.test(text)) {
      next.clear();
      continue;
    }
    const content = text.trim();
    if (!content.startsWith('#+') && !content.startsWith(':')) continue;
    const [, kind, blockName = ''] = /^#\+(begin|end)(?=[_:\s]|$)(\S{0,80})/i.exec(content) ?? [];
    const [, drawer] = /^:([\p{L}\p{N}_-]{1,80}):$/u.exec(content) ?? [];
    const name = drawer !== undefined ? DRAWER : blockName.toUpperCase().replace(/:$/, '');
    if (kind?.toUpperCase() === 'END' || drawer?.toUpperCase() === 'END') next.set(name, line);
    else if (kind !== undefined || drawer !== undefined) {
      const end = next.get(name);
      if (end !== undefined) ends.set(line, end);
    }
  }
  return { endOf: (line) => ends.get(line) };
}

/** Cannot collide with a block name, which has no spaces. */
const DRAWER = 'any drawer';
