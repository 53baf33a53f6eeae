import { addressTarget } from '../linkTargets.ts';
import type { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { Abbreviations } from './abbreviations.ts';
import type { Stretches } from './stretches.ts';

/** What the lines above a block say about it. */
export interface BlockAttributes {
  style?: string;
  /** The word that readers see beside the block, such as NOTE or TIP. */
  label?: Stretches;
  /** The author and source of a quote. */
  attribution?: Stretches;
  options?: string;
  columnCount?: number;
  format?: string;
}

/** What is known of an AsciiDoc document while it is read. */
export class AsciidocDocument {
  readonly outline: Outline;
  readonly path: string;
  /** For each line that begins a block between delimiters, the line that ends it. */
  readonly ends: ReadonlyMap<number, number>;
  /** Whether the lines are those of the header. */
  isInHeader = true;
  isInList = false;
  /** Attributes of the next block. */
  next: BlockAttributes = {};
  readonly #texts: Abbreviations;

  constructor(sourceLength: number, outline: Outline, ends: ReadonlyMap<number, number>, path: string) {
    this.outline = outline;
    this.ends = ends;
    this.path = path;
    this.#texts = new Abbreviations(sourceLength);
    const words = PREDEFINED.split(' ');
    for (let i = 0; i + 1 < words.length; i += 2) this.#texts.define(words[i] ?? '', words[i + 1] ?? '');
    for (const name of ['empty', 'blank', 'zwsp', 'wj', 'shy']) this.#texts.define(name, '');
    this.#texts.define('sp', ' ');
  }

  resolve(name: string): string | undefined {
    return this.#texts.resolve(name.toLowerCase());
  }

  /** The text with the attributes in it resolved. */
  resolved(text: string): string {
    return text.replace(/\{([\w-]{1,60})\}/g, (reference, name: string) => this.resolve(name) ?? reference);
  }

  /** Sets an attribute, or removes it when its name has an exclamation mark. @returns its name in lower case */
  define(written: string, value: string): string {
    const name = written.replace(/^!|!$/g, '').toLowerCase();
    if (name.length < written.length) this.#texts.remove(name);
    else this.#texts.define(name, this.resolved(value));
    return name;
  }

  /** Adds those of a list to the attributes of the next block. @param part the text between two places of the list */
  addAttributes(list: string, part: (from: number, to: number) => Stretches): void {
    const [first = ''] = list.split(',', 1);
    const style = /^[ \t]*([\w-]*)/.exec(first)?.[1] ?? '';
    const columns = /\bcols[ \t]*=[ \t]*(?:"([^"]*)"|([^,\s]*))/.exec(list);
    const format = /\bformat[ \t]*=[ \t]*"?(\w+)/.exec(list)?.[1];
    const options = [...list.matchAll(/(?:%|\b(?:options|opts)[ \t]*=[ \t]*"?)([\w,%]+)/g)].map((match) => match[1] ?? '').join(',');
    if (style !== '') this.next.style = style;
    if (/^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING)$/.test(style)) this.next.label = part(first.indexOf(style), first.length);
    if (/^(?:quote|verse)$/.test(style) && first.length < list.length) this.next.attribution = part(first.length + 1, list.length);
    if (options !== '') this.next.options = options;
    if (columns !== null) this.next.columnCount = columnCount(columns[1] ?? columns[2] ?? '');
    if (format !== undefined) this.next.format = format;
  }

  /** The attributes of the block that begins. */
  take(): BlockAttributes {
    const { next } = this;
    this.next = {};
    return next;
  }

  /** What an address refers to. */
  address(written: string): LinkTarget | undefined {
    return addressTarget(this.resolved(written).replace(/^link:/, ''), this.path);
  }

  /**
   * What `xref:` and `<<…>>` refer to: an id or a section's title, or a file with or without an id. A file of another module
   * (`module:page.adoc`) is found by its name.
   */
  reference(written: string): LinkTarget | undefined {
    const target = this.resolved(written).trim();
    const file = /^([^#]*\.(?:adoc|asciidoc|asc))(?:#|$)/i.exec(target)?.[1];
    const colon = file?.lastIndexOf(':') ?? -1;
    if (file !== undefined && colon >= 0) {
      const fragment = target.slice(file.length + 1);
      return { kind: 'wiki', target: file.slice(colon + 1), ...(fragment === '' ? {} : { fragment }) };
    }
    if (file !== undefined || /^[^#]+[#/]/.test(target)) return addressTarget(target, this.path);
    const id = target.replace(/^#/, '');
    return id === '' ? undefined : { kind: 'label', target: id };
  }
}

/** The number of columns that `cols` declares, such as `1,2a`, `3*` or `1,2*`. */
function columnCount(cols: string): number {
  const count = cols.split(/[,;]/).reduce((sum, column) => sum + Math.min(Number(/^[ \t]*(\d{1,4})\*/.exec(column)?.[1] ?? 1), 1000), 0);
  return Math.max(1, count);
}

/** The id in an attribute list: `[[id,text]]`, `[#id.role]`, `[style#id]`, `[id=x]`; undefined without one. */
export function idIn(attributes: string): string | undefined {
  return ID.exec(attributes)
    ?.slice(1)
    .find((id) => id !== undefined);
}

const ID =
  /^\[\[([^\],]{1,200})(?:,[^\]]*)?\]\]$|^\[[\w%-]{0,60}#([^\],.%]{1,200})|[[,][ \t]*id[ \t]*=[ \t]*(?:"([^"]{1,200})"|([^\],\s"]{1,200}))/;

/** Names that AsciiDoc defines for characters that would otherwise be markup. */
const PREDEFINED =
  'amp & lt < gt > plus + startsb [ endsb ] vbar | caret ^ tilde ~ backslash \\ backtick ` apos \' quot " lsquo ‘ rsquo ’ ldquo “ rdquo ” deg ° ' +
  'asterisk * two-colons :: two-semicolons ;; cpp C++ pp ++ brvbar ¦ nbsp \u00a0';
