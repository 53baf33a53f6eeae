/** Citations in code comments: as in plain text, after the comment sign of each line. */
import { blocksByLine } from './lineSyntax.ts';
import { isDefinition, parseReferences, plainTextSyntax } from './plainText.ts';
import type { CitationSyntax } from './syntax.ts';

/** What a comment line begins with in any language, since citations are recognized in all of them. */
const lead = '(?://[/!]?|#+!?|--+|%+|;+|/?\\*+|!|REM\\b|rem\\b|\'|"|<!--)';
const leadOfLine = new RegExp(`^[ \\t]*${lead}[ \\t]?`, 'gm');
const isComment = new RegExp(`^[ \\t]*${lead}`);

/** Reads comments in any language; writes comments of the C family. */
export const commentSyntax: CitationSyntax = commentsWith({ line: '//' });

export interface CommentSigns {
  /** The sign before each line. */
  readonly line: string;
  /** Delimiters on separate lines, for languages without line comments. */
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
    // Escapes text that would end the comment.
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

/** The usual limit of formatters. */
const longestLine = 100;

/** Breaks lines at spaces. */
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
