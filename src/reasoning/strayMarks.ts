/** What models write in place of the marks and the text that the prompt for written answers asks for. Pure. */

import * as z from 'zod';

/**
 * A reply with its marks as `readWrittenText` takes them: without thoughts, an object or a fence around it, or a list of sources below it,
 * and with `(Passage 1)`, `[P1]`, `【1†source】`, `[^1]`, `[1-3]` or `[1: words]` as `[1]`, `[1], [2], [3]` and `[1: "words"]`.
 */
export function withOwnMarks(reply: string): string {
  return markedAsAsked(withoutSources(textIn(withoutThoughts(reply).trim())));
}

/**
 * A short answer without the numbers of passages behind its words: elsewhere they are those of citations. An answer that a passage has with
 * its brackets, such as an interval or a place in a list, keeps them.
 */
export function withoutNumbers(answer: string, passages: readonly { readonly text: string }[]): string {
  const without = answer.replace(/(?:(?<=\S)\s+|(?<=[.!?]))(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]\s*)+(?=[\s.,;:!?]|$)/gu, '').trim();
  return without === answer || passages.some(({ text }) => text.includes(answer)) ? answer : without;
}

/** Some servers put the opening tag into the prompt, so that only the closing one is in the reply. */
function withoutThoughts(reply: string): string {
  return reply.replace(/^[\s\S]*<\/think(?:ing)?>/i, '').replace(/^\s*<think(?:ing)?>[\s\S]*$/i, '');
}

/** Of an object its answer, or the longest of its texts. A line of fences is none of the answer's. */
function textIn(reply: string): string {
  const bare = reply.replace(/^[^\S\n]*```[\w-]*[^\S\n]*$/gm, '').trim();
  if (!/^\{[\s\S]*\}$/.test(bare)) return withoutObjectBelow(bare);
  const found = parsed(bare);
  const answer = z.object({ answer: z.string() }).safeParse(found).data?.answer;
  return answer ?? textsOf(found).toSorted((a, b) => b.length - a.length)[0] ?? bare;
}

function withoutObjectBelow(text: string): string {
  const at = text.search(/\n[^\S\n]*\{[^\n]*\}$/);
  return at < 0 || parsed(text.slice(at)) === undefined ? text : text.slice(0, at);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A heading, in any language, with numbered lines below it until the end, each of which has no mark with words. */
function withoutSources(text: string): string {
  const lines = text.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '' && !/^\s*(?:[-*]\s*)?\[\^?\d{1,3}\][^"“]*$/u.test(line));
  const isHeading = /^\s*[#*_]*[\p{L} ]{4,40}[*_]*[:：][*_]*\s*$/u.test(lines[last]?.slice(0, 200) ?? '');
  return last > 0 && last < lines.length - 1 && isHeading ? lines.slice(0, last).join('\n') : text;
}

/** What models call a passage: in square brackets more than in round ones, which hold much else. */
const inSquare = String.raw`(?:passages?|documents?|docs?\.?|sources?|numbers?|no\.?|ref\.?|p|#|\^)[\s:]*(?:passages?\s*)?`;
const inRound = String.raw`(?:passages?\s*|sources?:?\s+(?:passages?\s*)?|p(?=\d))`;
const several = String.raw`\d{1,3}(?:\s*(?:,|;|&|and|[-–])\s*(?:${inSquare})?\d{1,3})*`;
const squared = new RegExp(String.raw`\[\s*(?:${inSquare})?(${several})\s*\](?!\()`, 'giu');
const rounded = new RegExp(String.raw`\(\s*${inRound}(${several})\s*\)`, 'giu');
/** No blank line. */
const inside = String.raw`(?:[^\n]|\n(?![^\S\n]*\n))`;
/** Words behind the number after a dash or a comma, or in round brackets, which end as they begin. */
const worded = (open: string, close: string): RegExp =>
  new RegExp(String.raw`${open}\s*(?:${inSquare})?(\d{1,3})\s*[:,–—-]\s*(["“„«]${inside}{1,600}?["”“»])\s*${close}(?=[\s.,;!?|]|$)`, 'giu');
const wordedInSquare = worded('\\[', '\\]');
const wordedInRound = worded('\\(', '\\)');

/** To the end of its sentence or line, over quotation marks inside, but no other mark, which is not written as one with a word. */
const behind = new RegExp(
  String.raw`\[(\d{1,3})\][^\S\n]*["“]((?:(?!(?<!\p{L})\[\d)${inside}){3,600}?)["”](?=[^\S\n]*(?:[.;][^\S\n]*(?:\n|$|\p{Lu})|\n|$|\|))`,
  'gu',
);
/** A quotation at the end of another. */
const last = String.raw`["“](?=[^"“”[\n]{1,200}["”]{2})`;
/** Behind a whole sentence, also where the next one follows. */
const behindWhole = new RegExp(
  String.raw`(?<=[.!?]["”]?[^\S\n]?)\[(\d{1,3})\][^\S\n]*["“]((?:(?!(?<!\p{L})\[\d)${inside}){3,600}?)(?!${last})["”](?=[^\S\n]+["“]?\p{Lu})`,
  'gu',
);
const unquoted = new RegExp(String.raw`\[\s*(?:${inSquare})?(\d{1,3})\s*:\s*([^\s"“”„«‘'[\]][^"“”[\]\n]{2,600})\](?!\()`, 'giu');

function markedAsAsked(text: string): string {
  return (
    text
      .replace(/\\([[\]])/g, '$1')
      .replace(/(?<=[\s.!?\]])(?:\\n)+(?=[\s\p{Lu}|*-])/gu, (breaks) => '\n'.repeat(breaks.length / 2))
      .replace(/<sup>\s*\[?(\d{1,3}(?:\s*,\s*\d{1,3})*)\]?\s*<\/sup>/gi, ' [$1]')
      .replace(/【((?:[^【】\n]|\n(?![^\S\n]*\n)){1,600})】/gu, (whole, inner: string) => {
        const [named = ''] = inner.split('†');
        return /^\D{0,12}\d/u.test(named) ? ` [${named.trim()}]` : whole;
      })
      .replace(/`(\[\s*\d[^`\n]*\])`/g, '$1')
      .replace(squared, (_, numbers: string) => listed(numbers))
      .replace(rounded, (_, numbers: string) => listed(numbers))
      .replace(wordedInSquare, '[$1: $2]')
      .replace(wordedInRound, '[$1: $2]')
      // Without quotation marks, and behind the mark.
      .replace(unquoted, '[$1: "$2"]')
      .replace(/\(\s*\[(\d{1,3})\]\s*[:,]?\s*(["“][^"“”\n]{3,600}["”])\s*\)/gu, '[$1: $2]')
      .replace(behind, '[$1: "$2"]')
      .replace(behindWhole, '[$1: "$2"]')
  );
}

/** `1-3` is all of them; more than are in a prompt is none. */
function listed(numbers: string): string {
  const all = numbers.replace(/[^\d\s,;&–-]/gu, ' ').match(/\d+\s*[-–]\s*\d+|\d+/gu) ?? [];
  const each = all.flatMap((one) => {
    const [from = 0, to = from] = one.split(/[-–]/u).map(Number);
    if (to - from >= mostInRange) return [0];
    return to < from ? [from, to] : Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  return `[${[...new Set(each)].join(', ')}]`;
}

/** As many passages are in a prompt. */
const mostInRange = 16;
