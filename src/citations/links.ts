/**
 * Citations in Markdown are ordinary links, so that they work without Ariadne: `[1](docs/report.md#L12-L18 "ariadne:<id>")`. The fragment names lines as
 * people count them (1-based, both ends included); the id is the fingerprint of those lines when they were cited.
 */
import { posix } from 'node:path';
import type { Citation } from '../protocol/trace.ts';

export type LinkedCitation = Pick<Citation, 'n' | 'path' | 'startLine' | 'endLine' | 'linesHash'>;

export interface ParsedCitation {
  /** Of the whole link in the Markdown text: 0-based UTF-16 offsets, end-exclusive. */
  readonly range: { readonly start: number; readonly end: number };
  readonly label: string;
  /** As written in the link, decoded: relative to the folder of the document that holds it. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly id: string;
}

/** @param fromDir folder of the document that will hold the link, relative to the indexed folder, `/`-separated, inside it; `''` is the folder itself. */
export function formatCitation(citation: LinkedCitation, fromDir: string): string {
  return formatCitationAt(citation, posix.relative(posix.join('/', fromDir), posix.join('/', citation.path)));
}

/** @param path of the cited document as seen from the folder of the document that will hold the link; may begin with `../`. */
export function formatCitationAt(citation: Omit<LinkedCitation, 'path'>, path: string): string {
  const lines = citation.endLine > citation.startLine ? `L${citation.startLine}-L${citation.endLine}` : `L${citation.startLine}`;
  return `[${citation.n}](${encodePath(path)}#${lines} "ariadne:${citation.linesHash}")`;
}

const link = new RegExp(
  [
    String.raw`\[(?<label>(?:\\.|[^[\]\\])*)\]\(\s*`,
    String.raw`(?:<(?<angled>(?:\\.|[^<>\n\\])*)>|(?<bare>(?:\\.|[^\s()\\<]|\((?:\\.|[^\s()\\])*\))(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))`,
    String.raw`\s+(?:"ariadne:(?<id>[^"\s]+)"|'ariadne:(?<id2>[^'\s]+)'|\(ariadne:(?<id3>[^()\s]+)\))\s*\)`,
  ].join(''),
  'g',
);
const fragment = /#L(\d+)(?:-L?(\d+))?$/;

/** The citations of a Markdown text in the order they stand in it. Links without `ariadne:` in their title, or without lines, are not citations. */
export function parseCitations(markdown: string): ParsedCitation[] {
  const found: ParsedCitation[] = [];
  for (const match of markdown.matchAll(link)) {
    const { label = '', angled, bare = '', id, id2, id3 } = match.groups ?? {};
    const destination = unescapeMarkdown(angled ?? bare);
    const lines = fragment.exec(destination);
    if (!lines) continue;
    const first = Number(lines[1]);
    const last = lines[2] === undefined ? first : Number(lines[2]);
    if (first < 1 || last < 1) continue;
    found.push({
      range: { start: match.index, end: match.index + match[0].length },
      label: unescapeMarkdown(label),
      path: decodePath(destination.slice(0, lines.index)),
      startLine: Math.min(first, last),
      endLine: Math.max(first, last),
      id: id ?? id2 ?? id3 ?? '',
    });
  }
  return found;
}

/** Letters and digits of every script stay readable; all that means something to Markdown, to URLs or to neither is percent-encoded. */
function encodePath(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\p{L}\p{N}/._~-]/gu, (character) =>
      Array.from(new TextEncoder().encode(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    );
}

/** People write links too: what is not valid percent-encoding stands for itself. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
