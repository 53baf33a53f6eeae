/** What a document says about itself and about others: links, what can be linked to, other names, metadata. */

/**
 * A place that explicitly refers to another place or document. What it refers to may not exist.
 *
 * How `target` is resolved depends on `kind` only, not on the document's format:
 * - `path`: a path relative to the folder, `/`-separated and percent-decoded, `''` for the folder; begins with `../` outside of it. It may
 *   name a folder, or lack the extension (`guide/setup`). A link within the document has the document's own path.
 * - `label`: the name of an anchor in any document; those of the same document come first.
 * - `citation`: the key of an anchor of kind `citation`, in any document.
 * - `wiki`: a file's name or path, or the end of its path (`folder/Note`), with or without extension, or a title, or an alias.
 * - `name`: a title or alias, as in `PEP 484`.
 * - `url`: an address with a scheme. It may still name a document, by DOI, arXiv id or number.
 *
 * Anchor names and fragments are compared by `anchorKey`.
 */
export interface Link {
  readonly kind: 'path' | 'label' | 'citation' | 'wiki' | 'name' | 'url';
  /** Never empty, except for a path to the folder itself. */
  readonly target: string;
  /** The anchor or heading that the link names in the target, decoded and without `#`. */
  readonly fragment?: string;
  /** Offsets in the source of what stays visible as the link's text. Both are the nearest place in the text when nothing does. */
  readonly start: number;
  readonly end: number;
}

/** What a link refers to. */
export type LinkTarget = Omit<Link, 'start' | 'end'>;

/** A place that links can name. */
export interface Anchor {
  /**
   * - `heading`: the id that the format makes of a heading.
   * - `label`: an id or label that an author gave.
   * - `citation`: the key of a bibliography entry or citation.
   * - `term`: a glossary entry.
   * - `object`: a documented function, class, option …
   */
  readonly kind: 'heading' | 'label' | 'citation' | 'term' | 'object';
  /** As written. */
  readonly name: string;
  /** Offset in the source. What the anchor names begins at or shortly after it. */
  readonly offset: number;
  /** If it names a section: the section's headings, outermost first, as in its passages; empty for the whole document. */
  readonly headings?: readonly string[];
}

/** A field of metadata: front matter, header, properties, an entry of a bibliography. */
export interface Field {
  /** As written: `Author`, `created`, `dc:creator`. */
  readonly name: string;
  /** On one line; items of a list are separated by `, `. */
  readonly value: string;
  /** Offsets in the source of the part of the document that it is about; absent for the whole. */
  readonly part?: { readonly start: number; readonly end: number };
}

export interface References {
  /** By `start`. */
  readonly links: readonly Link[];
  /** By `offset`. Several may have the same name. */
  readonly anchors: readonly Anchor[];
  /** Other names of the whole document, without its title: aliases of its front matter, `PEP 484`. */
  readonly aliases: readonly string[];
  /** In document order. */
  readonly fields: readonly Field[];
}

export const NO_REFERENCES: References = { links: [], anchors: [], aliases: [], fields: [] };
