/** What makes another statement of a sentence, or other words: what `verify_quote` must not take for word for word. */
export const quoteMutations: Readonly<Record<string, (text: string, at: number) => string>> = {
  'a number is another': (text, at) => replaceNth(text, /\d+/g, at, (number) => String(Number(number) + 1 + (at % 7))),
  'a digit is another': (text, at) => replaceNth(text, /\d/g, at, (digit) => String((Number(digit) + 1 + (at % 8)) % 10)),
  'a digit is more or gone': (text, at) => replaceNth(text, /\d/g, at, (digit) => (at % 2 === 0 ? '' : `${digit}0`)),
  'a decimal point is elsewhere': (text, at) =>
    replaceNth(text, /\d[.,]\d/g, at, (part) =>
      at % 2 === 0 ? `${part[0]}${part[2]}` : `${part[0]}${part[1] === '.' ? ',' : '.'}${part[2]}`,
    ),
  'a unit is another': (text, at) =>
    replaceNth(text, /(?<=\d) ?(?:%|‰|°|[a-z]{1,3}\b|million|billion|thousand|percent)/giu, at, (unit) => (at % 2 === 0 ? '' : `${unit}m`)),
  'a number has a sign': (text, at) =>
    replaceNth(text, /(?<= )\d+/g, at, (number) => `${['-', '$', '<', '~', '€', '±', '+', '#'][at % 8]}${number}`),
  // Not one that begins a line, which may be markup.
  'a sign is gone': (text, at) => replaceNth(text, /(?<=\S.*)[$€£%‰<>=+±×÷/&@#§°~]/g, at, () => ''),
  'a word is another': (text, at) => replaceNth(text, /\p{L}{4,}/gu, at, () => 'quovax'),
  'a letter is another': (text, at) => replaceNth(text, /\p{Ll}/gu, at, (letter) => (letter === 'q' ? 'x' : 'q')),
  'a letter is gone': (text, at) => replaceNth(text, /\p{Ll}(?=\p{L})/gu, at, () => ''),
  'a letter is more': (text, at) => replaceNth(text, /\p{L}\b/gu, at, (letter) => `${letter}s`),
  'a prefix is put in': (text, at) =>
    replaceNth(text, /(?<= )\p{Ll}{4,}/gu, at, (word) => `${['un', 'non-', 're', 'anti-'][at % 4]}${word}`),
  'a word is gone': (text, at) => replaceNth(text, /(?<= )\p{L}+ /gu, at, () => ''),
  'a word is twice': (text, at) => replaceNth(text, /(?<= )\p{L}+ /gu, at, (word) => word + word),
  'a denial is put in': (text, at) => replaceNth(text, /(?<=\p{L}) (?=\p{L})/gu, at, () => ' not '),
  'a denial is gone': (text, at) => replaceNth(text, /\b(?:not|never|no) |n['’]t\b/gu, at, () => ''),
  'a small word is another': (text, at) =>
    replaceNth(text, /\b(?:all|may|more|after|before|in|on|from|to|and|is|was|the|its)\b/gu, at, (word) => smallWords[word] ?? 'none'),
  'two words change places': (text, at) => replaceNth(text, /(\p{L}{3,}) (\p{L}{3,})/gu, at, (two) => two.split(' ').reverse().join(' ')),
  'two names change places': (text, at) => {
    const names = [...text.matchAll(/\b\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*\b/gu)];
    const [first, second] = [names[at % Math.max(1, names.length - 1)], names.at(-1)];
    if (!first || !second || first === second) return text;
    const between = text.slice(first.index + first[0].length, second.index);
    return text.slice(0, first.index) + second[0] + between + first[0] + text.slice(second.index + second[0].length);
  },
  'two halves change places': (text) => {
    const words = text.split(/\s+/);
    const half = words.length >> 1;
    return [...words.slice(half), ...words.slice(0, half)].join(' ');
  },
  'words are put into brackets': (text, at) => replaceNth(text, /(?<=\p{L}) (?=\p{L})/gu, at, () => ' [reportedly] '),
  // Not at the beginning, where dots only say that a sentence began before: what follows them is word for word.
  'words are left out': (text, at) =>
    replaceNth(text, /(?<=[\p{L}\p{N}].* )\p{L}+ \p{L}+(?= )/gsu, at, () => ['…', '...', '[…]', '(...)'][at % 4]!),
  'two words become one': (text, at) => replaceNth(text, /(?<=\p{L}{3}) (?=\p{Ll}{3})/gu, at, () => ''),
};

const smallWords: Readonly<Record<string, string>> = {
  ...{ all: 'some', may: 'will', more: 'less', after: 'before', before: 'after', in: 'outside', on: 'under', from: 'to', to: 'from' },
  ...{ and: 'or', is: 'was', was: 'is', the: 'a', its: 'their' },
};

function replaceNth(text: string, pattern: RegExp, n: number, by: (match: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  const chosen = matches[n % Math.max(1, matches.length)];
  return chosen ? text.slice(0, chosen.index) + by(chosen[0]) + text.slice(chosen.index + chosen[0].length) : text;
}

/**
 * A text for the question whether documents have a changed sentence after all: in lower case, without white space between its words,
 * quotation marks, and what a quote may begin and end with.
 */
export function asSaid(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/["“”‘’«»]/g, '')
    .toLowerCase();
  return plain.replace(/^(?:[\s(,…]|\.{3}|\[…\]|\(\.{3}\))+|[\s().,;:!?/-]+$/g, '');
}
