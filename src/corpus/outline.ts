import { oneLine } from '../base/plainText.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { partNamed } from '../language/partNames.ts';
import type { Block, ParsedDocument } from './document.ts';
import { withTables } from './tables.ts';
import { withBareUrls } from './bareUrls.ts';
import type { Anchor, Field, Link, References } from './references.ts';
import type { Piece } from './sourceText.ts';

/** Every passage repeats the headings above it, so a longer heading becomes a paragraph, and of nested ones the outermost are kept. */
const MAX_HEADING_CHARS = 400;
export const MAX_HEADINGS = 32;

/**
 * Collects a document's blocks under its headings, in reading order, and decides at the end which heading is the title. A heading with
 * nothing below it becomes a paragraph, so that its words stay in the text.
 */
export class Outline {
  readonly #blocks: PendingBlock[] = [];
  #path: readonly Heading[] = [];
  #first: Heading | undefined;
  #firstLevelCount = 0;
  #open: Heading | undefined;
  /** Whether there is text besides metadata. */
  #hasText = false;
  readonly #headings: Heading[] = [];
  readonly #links: Link[] = [];
  readonly #anchors: PendingAnchor[] = [];
  /** The number of anchors that do not name what comes next. */
  #settledAnchors = 0;
  readonly #aliases = new Set<string>();
  readonly #fields: Field[] = [];

  /** Levels count from 1 and may leave gaps. */
  heading(level: number, piece: Piece | undefined): void {
    if (piece === undefined) return;
    if (piece.text.length > MAX_HEADING_CHARS) return this.add('paragraph', piece);
    if (this.#open !== undefined && this.#open.level >= level) this.#closeEmpty(this.#open);
    const parents = this.#path.filter((above) => above.level < level).slice(0, MAX_HEADINGS - 1);
    const heading: Heading = {
      level,
      text: oneLine(piece.text),
      piece,
      parents,
      isLead: !this.#hasText && this.#first === undefined,
      isEmpty: false,
    };
    this.#headings.push(heading);
    this.#settleAnchors(heading);
    for (const link of piece.links ?? []) this.#links.push(link);
    this.#first ??= heading;
    if (heading.level <= this.#first.level) this.#firstLevelCount++;
    this.#path = [...parents, heading];
    this.#open = heading;
  }

  /** @param table of a row, where the reader knows it; otherwise rows that follow each other are one table */
  add(kind: Block['kind'], piece: Piece | undefined, table?: number): void {
    if (piece === undefined) return;
    this.#open = undefined;
    this.#hasText ||= kind !== 'field';
    this.#settledAnchors = this.#anchors.length;
    for (const link of piece.links ?? []) this.#links.push(link);
    this.#blocks.push({ kind, piece, path: this.#path, table });
  }

  /** Adds a link outside of the text. */
  link(link: Link): void {
    this.#links.push(link);
  }

  /**
   * Adds an anchor at this place.
   * @param anchor without `headings`, the section that it names is found from its place
   * @param named which heading it names if there is one on both sides without text between
   */
  anchor(anchor: Anchor, named: 'next' | 'above' = 'next'): void {
    this.#anchors.push({ anchor, named, heading: this.#open });
  }

  alias(name: string): void {
    this.#aliases.add(oneLine(name));
  }

  /** @param part offsets in the source of what it is about; by default the whole document */
  field(name: string, value: string, part?: Field['part']): void {
    this.#fields.push({ name, value: oneLine(value), ...(part ? { part } : {}) });
  }

  /** Whether there is text besides headings and metadata. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** True as long as there is neither a heading nor text, apart from metadata. */
  get isEmpty(): boolean {
    return !this.#hasText && this.#first === undefined;
  }

  /**
   * @param stated the title that the format itself names (front matter, `<title>`, `\title`)
   * @param path names the document if there is neither a stated title nor a suitable heading
   * @param firstRepeat the number that the format adds to the id of a heading's second occurrence
   */
  finish(stated: string | undefined, path: string, firstRepeat = 1): ParsedDocument {
    if (this.#open !== undefined) this.#closeEmpty(this.#open);
    const titleHeading = this.#titleHeading(stated);
    const named = shortened(oneLine(stated ?? '')) || titleHeading?.text || undefined;
    const names = new Map<readonly Heading[], readonly string[]>();
    const kept = this.#blocks.filter(
      ({ emptyHeading }) => emptyHeading === undefined || emptyHeading !== titleHeading || this.#blocks.length === 1,
    );
    const bare = kept.map(({ kind, piece, path: above }): Block => {
      const headings = names.get(above) ?? this.#names(above, titleHeading);
      names.set(above, headings);
      return { kind, headings, text: piece.text, runs: piece.runs, range: piece.range };
    });
    const blocks = withTables(bare, (i) => kept[i]?.table);
    const references = this.#references(blocks, titleHeading, named, firstRepeat);
    return { title: named ?? titleOfPath(path), titleOrigin: named !== undefined ? 'document' : 'path', blocks, ...references };
  }

  #names(above: readonly Heading[], titleHeading: Heading | undefined): readonly string[] {
    return above.filter((heading) => heading !== titleHeading).map(({ text }) => text);
  }

  #closeEmpty(heading: Heading): void {
    heading.isEmpty = true;
    this.#blocks.push({ kind: 'paragraph', piece: heading.piece, path: heading.parents, emptyHeading: heading });
  }

  #references(blocks: readonly Block[], titleHeading: Heading | undefined, title: string | undefined, firstRepeat: number): References {
    const pathOf = (heading: Heading): Pick<Anchor, 'headings'> =>
      heading.isEmpty && heading !== titleHeading ? {} : { headings: this.#names([...heading.parents, heading], titleHeading) };
    const repeats = new Map<string, number>();
    const ids = this.#headings.map((heading): Anchor => {
      const repeat = repeats.get(heading.text) ?? firstRepeat - 1;
      repeats.set(heading.text, repeat + 1);
      const name = repeat < firstRepeat ? heading.text : `${heading.text} ${repeat}`;
      return { kind: 'heading', name, offset: heading.piece.range.startOffset, ...pathOf(heading) };
    });
    const captions = blocks.flatMap(({ kind, text, range }): readonly Anchor[] => {
      const named = kind === 'paragraph' && text.length <= MAX_HEADING_CHARS ? partNamed(text, assumedLanguage) : undefined;
      return named ? [{ kind: 'label', name: text.slice(0, named.end), offset: range.startOffset }] : [];
    });
    const labels = this.#anchors.map(({ anchor, heading }): Anchor => ({ ...(heading ? pathOf(heading) : {}), ...anchor }));
    return {
      links: withBareUrls(this.#links, blocks),
      anchors: [...ids, ...labels, ...captions].sort((a, b) => a.offset - b.offset),
      aliases: [...this.#aliases].filter((alias) => alias !== '' && alias !== title),
      fields: this.#fields,
    };
  }

  #settleAnchors(next: Heading): void {
    for (; this.#settledAnchors < this.#anchors.length; this.#settledAnchors++) {
      const pending = this.#anchors[this.#settledAnchors];
      if (pending !== undefined && (pending.named === 'next' || pending.heading === undefined)) pending.heading = next;
    }
  }

  #titleHeading(stated: string | undefined): Heading | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    if (stated !== undefined && oneLine(stated) !== '') return sameWords(stated, first.text) ? first : undefined;
    if (!first.isLead) return undefined;
    return first.level === 1 || this.#firstLevelCount === 1 ? first : undefined;
  }
}

/** The file name without its extension, with spaces for hyphens and underscores. */
function titleOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  return stem.replace(/[-_\s]+/g, ' ').trim() || name;
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly piece: Piece;
  readonly parents: readonly Heading[];
  /** True when no text precedes the heading. */
  readonly isLead: boolean;
  /** True when nothing is below the heading, which makes it a paragraph. */
  isEmpty: boolean;
}

interface PendingAnchor {
  readonly anchor: Anchor;
  readonly named: 'next' | 'above';
  /** The heading of the section that the anchor names. */
  heading: Heading | undefined;
}

interface PendingBlock {
  readonly kind: Block['kind'];
  readonly piece: Piece;
  readonly path: readonly Heading[];
  readonly emptyHeading?: Heading;
  readonly table?: number;
}

/** Shortens a title to the length of a heading, at a word boundary if possible. */
function shortened(title: string): string {
  if (title.length <= MAX_HEADING_CHARS) return title;
  const cut = title.slice(0, MAX_HEADING_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_HEADING_CHARS / 2)).replace(/[\ud800-\udbff]$/, '')}…`;
}

function sameWords(a: string, b: string): boolean {
  return oneLine(a).toLowerCase() === oneLine(b).toLowerCase();
}
