/** How a text is laid out: prose that is wrapped at a width, code and tables. */
import { runMembership } from './sentences.ts';

/**
 * The text with spaces in place of the line breaks that only wrap its prose. Code, tables, items of lists, short lines and blank lines stay
 * as they are. Linear.
 * @param runs a passage's: breaks outside of them were put in by its reader, and end a paragraph or an item
 */
export function unwrapped(text: string, runs?: readonly number[]): string {
  const isInRun = runs && runMembership(runs);
  const pieces: string[] = [];
  let at = 0;
  // Each block with the blank lines behind it.
  for (const block of text.split(/(\n[^\S\n]*\n(?:[^\S\n]*\n)*)/)) {
    const isProse = block.includes('\n') && block.trim() !== '' && !looksLikeCode(block) && !looksLikeTable(block);
    pieces.push(isProse ? flowing(block, at, isInRun) : block);
    at += block.length;
  }
  return pieces.join('');
}

function flowing(block: string, offset: number, isInRun: ((offset: number) => boolean) | undefined): string {
  const lines = block.split('\n');
  const wraps = wrapsOf(lines.map((line) => line.trim()));
  let text = lines[0] ?? '';
  let end = offset + text.length;
  for (const [i, line] of lines.entries()) {
    if (i === 0) continue;
    const isSource = isInRun?.(end) !== false;
    text = isSource && wraps(i) ? joined(text.trimEnd(), line.trimStart()) : `${text}\n${line}`;
    end += 1 + line.length;
  }
  return text;
}

/** Words that a hyphen takes apart at the end of a line keep it; scripts without spaces get none. */
function joined(before: string, next: string): string {
  const isOne = /\p{L}-$/u.test(before.slice(-3)) && /^\p{Ll}/u.test(next);
  const isSpaceless = spaceless.test(before.slice(-2)) && spaceless.test(next.slice(0, 1));
  return `${before}${isOne || isSpaceless ? '' : ' '}${next}`;
}

const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/**
 * For a line of a block of prose, by its position from 1 on, whether the line before it only ended because it was full. Where all lines end
 * as sentences do, they are items.
 */
function wrapsOf(lines: readonly string[]): (i: number) => boolean {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width < FULL_LINE && lines.length > 2) return () => false;
  const isOpen = (line: string): boolean => !ENDS.test(line.slice(-4));
  const goesOn = (i: number): boolean => {
    const [before = '', line = ''] = [lines[i - 1], lines[i]];
    if (before === '' || COMMENT.test(before) || BEGINS_ITEM.test(line.slice(0, 200))) return false;
    if (/^\p{Ll}/u.test(line)) return true;
    const firstWord = /^\S*/.exec(line)?.[0].length ?? 0;
    return before.length >= FULL_LINE && before.length + 1 + firstWord > width;
  };
  const isWrapped = lines.some((line, i) => i > 0 && isOpen(lines[i - 1] ?? '') && goesOn(i) && line !== '');
  return (i) => goesOn(i) && (isOpen(lines[i - 1] ?? '') || isWrapped);
}

/** In characters. */
const FULL_LINE = 50;
const ENDS = /\p{Sentence_Terminal}["'”’」』)）\]]*$/u;
const COMMENT = /^(?:\/\/|\/\*|#)/;
/** A bullet, a number, a heading, or who speaks or what is named (`Name: value`). */
const BEGINS_ITEM = /^(?:[-*+•‣▪–>]\s|#{1,6}\s|\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]\s|[^\s:]{1,30}(?: [^\s:]{1,30}){0,3}: )/u;

/** Passages do not say which of their blocks are code, so its lines have to. */
export function looksLikeCode(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  if (PROMPT.test(lines[0] ?? '')) return true;
  const like = lines.filter((line, i) => (i > 0 && /^[ \t]/.test(line)) || CODE_LINE.test(line)).length;
  return like > lines.length / 2;
}

const PROMPT = /^\s*(?:\$|>>>|\.\.\.|PS>|[A-Z]:\\>|#!|%%?)\s?\S/;
const CODE_LINE = new RegExp(
  [
    String.raw`[{};\\([]\s*$`,
    String.raw`^\s*(?:[\])}│├╰└┌×]|(?:#|//|/\*)\s)`,
    String.raw`^\s*(?:(?:export|set|const|let|var)\s)?[\w.[\]"'-]+\s*[:+]?=\s*\S`,
    String.raw`^\s*(?:\[+[^\]]*\]+|[@<#/*]\S.*|["'][^"']*["'],?|[\w.]+\([^()]*\))\s*$`,
    String.raw`^\s*(?:import\s[\w.]+|from\s[\w.]+\simport\s.*)$`,
    String.raw`^\s*(?:(?:def|class|async|function)\b.*|(?:if|elif|else|for|while|with|try|except)\b[^,]*)[:{]$`,
    String.raw`^\s*(?:RUN|FROM|COPY|ENV|WORKDIR)\s\S`,
  ].join('|'),
);

/** Rows have bars, tabs or wide gaps between their cells, or the names of their columns: `Row; Column: value; Column: value`. */
function looksLikeTable(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => ROW.test(line)).length > lines.length / 2;
}

const ROW = /\||\t\S|\S[^\S\n]{3}|^[^;:]{1,60}(?:; |: )[^;:]{1,60}(?:: |; )[^;:]/;
