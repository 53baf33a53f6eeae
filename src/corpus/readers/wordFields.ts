import type { LinkTarget } from '../references.ts';
import type { OfficeText } from './officeText.ts';

/** A longer instruction names nothing that exists. */
const MAX_INSTRUCTION_CHARS = 2000;

interface OpenField {
  instruction: string;
  /** Whether the text that the field shows has begun, and is a link. */
  isLink: boolean;
}

/**
 * The links among a Word document's fields, by their codes: `HYPERLINK "address" \l "bookmark"`, and references to a bookmark (`REF`,
 * `PAGEREF`, `NOTEREF`). A field can be inside another's code or result.
 */
export class WordFields {
  readonly #out: OfficeText;
  readonly #targetOf: (address: string, bookmark: string | undefined) => LinkTarget | undefined;
  readonly #open: OpenField[] = [];

  constructor(out: OfficeText, targetOf: (address: string, bookmark: string | undefined) => LinkTarget | undefined) {
    this.#out = out;
    this.#targetOf = targetOf;
  }

  /** A field whose code is an attribute and whose content is its result. Ends with `end`. */
  simple(instruction: string): void {
    this.#open.push({ instruction: instruction.slice(0, MAX_INSTRUCTION_CHARS), isLink: false });
    this.mark('separate');
  }

  /** @param type `begin` before the code, `separate` before the result, `end` after it */
  mark(type: string): void {
    if (type === 'begin') this.#open.push({ instruction: '', isLink: false });
    else if (type === 'end') this.end();
    const field = this.#open.at(-1);
    if (type !== 'separate' || field === undefined || field.isLink) return;
    const target = this.#linkIn(field.instruction);
    if (target === undefined) return;
    field.isLink = true;
    this.#out.openLink(target);
  }

  /** A part of the code of the open field. */
  instruction(text: string): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.instruction.length >= MAX_INSTRUCTION_CHARS) return;
    field.instruction = (field.instruction + text).slice(0, MAX_INSTRUCTION_CHARS);
  }

  end(): void {
    if (this.#open.pop()?.isLink === true) this.#out.closeLink();
  }

  #linkIn(instruction: string): LinkTarget | undefined {
    const [name = '', ...words] = [...instruction.matchAll(WORD)].map(
      ({ 0: word, 1: quoted }) => quoted?.replace(/\\(["\\])/g, '$1') ?? word,
    );
    const [first = ''] = words;
    if (/^(?:PAGE|NOTE)?REF$/i.test(name)) return first === '' ? undefined : this.#targetOf('', first);
    if (!/^HYPERLINK$/i.test(name)) return undefined;
    const bookmarkAt = words.findIndex((word) => word.toLowerCase() === '\\l');
    return this.#targetOf(first.startsWith('\\') ? '' : first, bookmarkAt < 0 ? undefined : words[bookmarkAt + 1]);
  }
}

/** A word of a field's code, or text in quotes, in which a backslash is before quotes and backslashes. */
const WORD = /"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)(?:"|$)|[^\s"]+/g;
