/**
 * Citations in Markdown are ordinary links, so that they work without Ariadne: `[1](docs/report.md#L12-L18 "ariadne:<id>")`. The fragment
 * has 1-based, inclusive lines; the id is the fingerprint of those lines when they were cited.
 */
import { posix } from 'node:path';
import type { Citation } from '../protocol/trace.ts';
import { encodePath, fragmentOf, labelIn, labelOf, placeIn } from './syntaxes/places.ts';
import type { ParsedCitation } from './syntaxes/syntax.ts';

export type LinkedCitation = Pick<Citation, 'n' | 'path' | 'startLine' | 'endLine' | 'page' | 'lastPage' | 'linesHash'>;

/**
 * @param fromDir folder of the document that will contain the link, relative to the indexed folder, `/`-separated, inside it; `''` is the
 * indexed folder
 */
export function formatCitation(citation: LinkedCitation, fromDir: string): string {
  return formatCitationAt(citation, posix.relative(posix.join('/', fromDir), posix.join('/', citation.path)));
}

/** @param path path of the cited document relative to the folder of the document that will contain the link; may begin with `../` */
export function formatCitationAt(citation: Omit<LinkedCitation, 'path'>, path: string): string {
  return `[${labelOf(citation)}](${encodePath(path)}${fragmentOf(citation)} "ariadne:${citation.linesHash}")`;
}

const link = new RegExp(
  [
    String.raw`(?<=(?:^|[^\\])(?:\\\\)*)\[(?<label>(?:\\.|[^[\]\\])*)\]\(\s*`,
    String.raw`(?:<(?<angled>(?:\\.|[^<>\n\\])*)>|(?<bare>(?:\\.|[^\s()\\<]|\((?:\\.|[^\s()\\])*\))(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))`,
    String.raw`\s+(?:"ariadne:(?<id>[^"\s]+)"|'ariadne:(?<id2>[^'\s]+)'|\(ariadne:(?<id3>[^()\s]+)\))\s*\)`,
  ].join(''),
  'g',
);

/** The citations of a Markdown text in order. A link without `ariadne:` in its title, or without lines, is not a citation. */
export function parseCitations(markdown: string): ParsedCitation[] {
  const found: ParsedCitation[] = [];
  for (const match of markdown.matchAll(link)) {
    const { label = '', angled, bare = '', id, id2, id3 } = match.groups ?? {};
    const place = placeIn(unescapeMarkdown(angled ?? bare));
    if (!place) continue;
    found.push({
      range: { start: match.index, end: match.index + match[0].length },
      label: labelIn(unescapeMarkdown(label)),
      ...place,
      id: id ?? id2 ?? id3 ?? '',
    });
  }
  return found;
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
