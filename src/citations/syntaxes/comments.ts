/** Comments in code: as plain text, behind the sign that makes a line a comment. */
import { blocksByLine } from './lineBlocks.ts';
import { isDefinition, parseReferences, plainTextSyntax } from './plainText.ts';
import type { CitationSyntax } from './syntax.ts';

/** What a comment's line begins with, in any language: citations are read wherever they are. */
const lead = '(?://[/!]?|#+!?|--+|%+|;+|/?\\*+|!|REM\\b|rem\\b|\'|"|<!--)';
const leadOfLine = new RegExp(`^[ \\t]*${lead}[ \\t]?`, 'gm');
const isComment = new RegExp(`^[ \\t]*${lead}`);

/** Reads the comments of code; what it writes are comments of the C family. */
export const commentSyntax: CitationSyntax = commentsWith({ line: '//' });

export interface CommentSigns {
  /** Before each line. */
  readonly line: string;
  /** Separate lines, in languages that have no comments to the end of a line. */
  readonly open?: string;
  readonly close?: string;
}

export function commentsWith({ line: sign, open, close }: CommentSigns): CitationSyntax {
  const wrap = (item: string): string => wrapped(item, longestLine - sign.length - 1);
  return {
    ...plainTextSyntax,
    id: 'comment',
    hasReferences: false,
    parse: (text) => parseReferences(text, lead),
    blocks: (text) =>
      blocksByLine(text, (line) => {
        if (!isComment.test(line)) return 'code';
        const words = line.replace(leadOfLine, '');
        if (words.trim() === '' || isDefinition(line, lead)) return 'markup';
        return /^\s*(?:[-*+•]|\d{1,9}[.)])\s/.test(words) ? 'item' : 'text';
      }),
    plain: (piece, isStart) => plainTextSyntax.plain(piece.replace(leadOfLine, ''), isStart),
    // Words of a document must not end the comment.
    escape: (text) =>
      plainTextSyntax.escape(close === undefined ? text : text.replaceAll(close.trim(), Array.from(close.trim()).join(' '))),
    itemMark: new RegExp(`^[ \\t]*${lead}[ \\t]*- `),
    paragraph: wrap,
    list: (items, isOrdered) => plainTextSyntax.list(items.map(wrap), isOrdered),
    finish: (text) =>
      [
        ...(open === undefined ? [] : [open]),
        ...text.split('\n').map((line) => `${sign} ${line}`.trimEnd()),
        ...(close === undefined ? [] : [close]),
      ].join('\n'),
  };
}

/** As most formatters have it. */
const longestLine = 100;

/** Breaks lines at blanks. */
function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [''];
      for (const word of line.split(' ')) {
        const last = lines.at(-1) ?? '';
        if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
      }
      return lines.join('\n');
    })
    .join('\n');
}
