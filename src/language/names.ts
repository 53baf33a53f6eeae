import { perLanguage, type Language } from './language.ts';
import { unaccented } from './words.ts';

/** A capitalized name in a text. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Names in text order: runs of capitalized words with the particles inside them (`Ludwig van Beethoven`, `Isles of Scilly`), an appended
 * title (`Edmund Grey, 1st Earl of Kent`), `No. 4`, and bracketed qualifiers when they follow at once and `brackets` is set. A sentence's
 * first word starts a name only when it is not a function word.
 */
export function findNames(text: string, language: Language, { brackets = false }: { readonly brackets?: boolean } = {}): NameSpan[] {
  const { notNames, lead, caseEnding } = language.names;
  const names: NameSpan[] = [];
  for (const found of runsOfNames(text, language)) {
    let { start, end } = found;
    start += lead.exec(text.slice(start, end))?.[0].length ?? 0;
    const possessive = caseEnding.exec(text.slice(start, end));
    // `Tarrow's wife` but `in St. John's, Newfoundland`.
    if (possessive !== null && /^\s|^$/u.test(text.slice(end, end + 1))) end = start + possessive.index;
    if (end <= start || notNames.test(text.slice(start, end))) continue;
    if (brackets) end += /^ ?\([^()]{1,60}\)/u.exec(text.slice(end, end + 64))?.[0].length ?? 0;
    names.push({ start, end });
  }
  return names;
}

/** Where the grammar matches, in text order. It is only tried where a name may begin, which takes half of the time. */
function* runsOfNames(text: string, language: Language): Generator<NameSpan> {
  const { anywhere, here } = grammarOf(language);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= lastAscii && !mayBeginName(text, at, code)) continue;
    // Of other letters the pattern knows more.
    const grammar = code > lastAscii ? anywhere : here;
    grammar.lastIndex = at;
    const match = grammar.exec(text);
    if (match) {
      yield { start: match.index, end: match.index + match[0].length };
      at = match.index + match[0].length - 1;
    } else if (grammar === anywhere) return;
  }
}

const lastAscii = 0x7f;

function mayBeginName(text: string, at: number, code: number): boolean {
  if (at > 0 && isPlainLetter(text.charCodeAt(at - 1) | 0x20)) return false;
  return isPlainLetter(code) ? /^(?:d['’]|[ae]l-)/.test(text.slice(at, at + 3)) : isPlainLetter(code | 0x20);
}

function isPlainLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Names in a question, without the word that it begins with and without common nouns where these are capitalized too. */
export function properNames(question: string, language: Language): readonly NameSpan[] {
  const first = /\p{L}+/u.exec(question)?.[0].toLowerCase() ?? '';
  const isOpening = language.functionWords.has(unaccented(first)) || language.askingWords.has(first);
  const text = isOpening ? question.replace(/\p{L}/u, (letter) => letter.toLowerCase()) : question;
  return findNames(text, language).flatMap(({ start, end }) => {
    // The year after it is none of it: `in Vellan 1901`.
    const own = end - (/\s\d+$/u.exec(text.slice(start, end))?.[0].length ?? 0);
    const isCommon = language.determiners?.test(text.slice(0, start)) === true && !/\s/u.test(text.slice(start, own));
    return isCommon ? [] : [{ start, end: own }];
  });
}

/** Titles and works in quotation marks, without the marks. */
export function findQuoted(text: string): NameSpan[] {
  return [...text.matchAll(/(?:"([^"\n]{2,90})"|“([^”\n]{2,90})”|‘([^’\n]{2,90})’)/gu)].map((match) => {
    const inner = match[1] ?? match[2] ?? match[3] ?? '';
    const padding = inner.length - inner.trimStart().length;
    const start = match.index + 1 + padding;
    return { start, end: start + inner.trim().replace(/[,.;]$/u, '').length };
  });
}

const CAPITALIZED = "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:['’.&][\\p{L}\\p{N}]+)*(?:['’](?=\\s))?";

const grammarOf = perLanguage(({ names, numbers }) => {
  const token = `${CAPITALIZED}(?:-\\s?[\\p{L}\\p{N}]+(?:['’]\\p{L}+)*)*(?:(?<=\\b${names.endings})\\.)?`;
  const initials = `(?:(?:\\p{Lu}\\.\\s?)+|${names.abbreviations}\\.\\s)`;
  const numeral = `(?:\\d{1,4}${numbers.ordinalEnding}?(?![\\p{L}\\p{N}.,]\\d))`;
  const word = `(?:${initials})*(?:(?:d'|d’|al-|el-|ʻ|ʿ)?${token})`;
  const grammar = `(?<![\\p{L}\\p{N}])${word}(?:(?:\\s|\\s?&\\s)(?:${names.particles}\\s?(?=['’]?\\p{Lu}))?(?:${word}|${numeral}))*(?:,\\s${names.suffixes}\\.)?${names.appended(CAPITALIZED)}?`;
  return { anywhere: new RegExp(grammar, 'gu'), here: new RegExp(grammar, 'uy') };
});
