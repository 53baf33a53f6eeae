/** DOIs and arXiv ids in a text. Pure. */

export interface Identifier {
  /** `10.1000/xyz-1` or `2005.11401`, without the address of a resolver and without a version. */
  readonly id: string;
  /** With `https://doi.org/`, `doi:` or `arXiv:` before it: 0-based UTF-16 offsets, end-exclusive. */
  readonly start: number;
  readonly end: number;
}

const address = String.raw`(?:https?:\/\/)?(?:dx\.)?doi\.org\/|https?:\/\/[\w.-]{1,60}\/doi\/(?:abs\/|full\/|pdf\/|epdf\/)?|doi:\s?|(?<![\p{L}\p{N}./])`;
const doi = String.raw`(?:${address})(?<doi>10\.\d{4,9}\/[^\s"<>{}|\\^\x60[\]]{1,200})`;
const arxiv = String.raw`(?:(?:https?:\/\/)?(?:www\.)?arxiv\.org\/(?:abs|pdf)\/|(?<![\p{L}\p{N}])arxiv:\s?)(?<arxiv>\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,2})?(?:\.pdf)?(?![\p{L}\p{N}])`;
const either = new RegExp(`${doi}|${arxiv}`, 'giu');

/** In text order. */
export function findIdentifiers(text: string): readonly Identifier[] {
  // Both have four digits, which most lines do not.
  if (!/\d{4}/.test(text)) return [];
  return [...text.matchAll(either)].map(({ 0: all, index: start, groups = {} }) => {
    const { doi: written, arxiv: preprint = '' } = groups;
    if (written === undefined) return { id: preprint, start, end: start + all.length };
    const id = withoutPunctuation(written);
    return { id: preprintOf(id) ?? id, start, end: start + all.length - (written.length - id.length) };
  });
}

/** Equal for two ways to write one, and for its versions. */
export function identifierKey(id: string): string {
  return id.toLowerCase().replace(/(?<=\d)v\d{1,2}$/, '');
}

export function isDoi(id: string): boolean {
  return /^10\.\d{4,9}\//.test(id);
}

/** The DOI of a preprint is its arXiv id. */
function preprintOf(doi: string): string | undefined {
  return /^10\.48550\/arxiv\.(\d{4}\.\d{4,5})$/i.exec(doi)?.[1];
}

/** Without what ends the sentence, and a bracket that it does not open. */
function withoutPunctuation(id: string): string {
  let end = id.length;
  for (; end > 0; end--) {
    const last = id.charAt(end - 1);
    const isOpen = last === ')' && id.slice(0, end).split('(').length < id.slice(0, end).split(')').length;
    if (!isOpen && !/[.,;:!?'’”*_]/.test(last)) break;
  }
  return id.slice(0, end);
}
