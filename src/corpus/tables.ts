import type { Block } from './document.ts';

/**
 * Gives each row its table and what a passage that begins with it repeats. Rows that follow each other are one table, unless the reader
 * knows better.
 * @param tableOf what the reader knows of the row at an index: the number of its table, ascending, which need not begin at 0
 */
export function withTables(blocks: readonly Block[], tableOf: (index: number) => number | undefined): readonly Block[] {
  const known = new Map<number, Table>();
  let count = 0;
  let open: Table | undefined;
  return blocks.map((block, i): Block => {
    if (block.kind !== 'tableRow') {
      open = undefined;
      return block;
    }
    const origin = tableOf(i);
    if (open === undefined || open.origin !== origin) {
      open = origin === undefined ? undefined : known.get(origin);
      if (open === undefined) {
        open = { number: count++, caption: captionOf(blocks, i), origin };
        if (origin !== undefined) known.set(origin, open);
        return { ...block, table: { number: open.number, context: '' } };
      }
    }
    return { ...block, table: { number: open.number, context: open.caption } };
  });
}

interface Table {
  readonly number: number;
  readonly caption: string;
  /** Its number as the reader knows it. */
  readonly origin: number | undefined;
}

/** What is said of the table just above it, in the same section: its caption, and the unit of its numbers. */
function captionOf(blocks: readonly Block[], first: number): string {
  const lines: string[] = [];
  for (let i = first - 1; i >= 0 && lines.length < MAX_CAPTION_LINES; i--) {
    const { kind, text, headings } = blocks[i]!;
    if (
      kind !== 'paragraph' ||
      headings.length !== blocks[first]!.headings.length ||
      headings.some((one, at) => one !== blocks[first]!.headings[at])
    )
      break;
    const introduces = text.endsWith(':');
    const said = introduces ? lastSentence(text) : text;
    if (said.length > MAX_CAPTION_CHARS || (/[.!?]$/.test(said) && !CAPTION.test(said))) break;
    lines.unshift(said);
    if (introduces || CAPTION.test(said)) break;
  }
  return lines.join('\n');
}

const MAX_CAPTION_LINES = 2;
const MAX_CAPTION_CHARS = 240;

function lastSentence(text: string): string {
  return text.slice(text.lastIndexOf('. ') + 1).trimStart();
}

/** The beginning of a caption. */
export const CAPTION =
  /^(?:Fig(?:ure|\.)|FIG(?:URE|\.)|Table|TABLE|Tab\.|Listing|Algorithm|Scheme|Chart|Box|Plate|Abbildung|Abb\.|Tabelle|Tableau|Figura|Tabla)\s*(?:[A-Z]?[.-]?\d|[IVX]+\b|[A-Z]\b)/;
