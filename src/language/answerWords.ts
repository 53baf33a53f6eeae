/** One word of an answer that carries meaning. */
export interface AnswerWord {
  /** Lower-cased, without accents, possessive or points. */
  readonly key: string;
  /** Without the endings of plurals. */
  readonly stem: string;
  readonly isName: boolean;
  /** One capital: `J.`, `J`. */
  readonly isInitial: boolean;
  /** Cut short with a point: `Univ.`. */
  readonly isCut: boolean;
  /** Several capitals and nothing else: `NATO`, `J.R.R.`. */
  readonly isAcronym: boolean;
  /** Says more closely what is meant, or says it again: nothing is lost without it. */
  readonly isExtra: boolean;
}

/** Replaces a number. */
export const countMark = '#';

/** What a text says besides dates and numbers. */
export interface AnswerWords {
  readonly words: readonly AnswerWord[];
  /** How often it says no. */
  readonly negations: number;
  /** What it answers when it is one of these words, alone or before a clause. */
  readonly polarity: 'yes' | 'no' | undefined;
}

/**
 * @param text with `countMark` where numbers were
 * @param isPlace the answer is a place, after which a comma says where that is: `Oslo, Norway`
 */
export function wordsIn(text: string, isPlace: boolean): AnswerWords {
  const polarity = POLARITY.exec(text)?.[1]?.toLowerCase();
  const plain = text.replace(/\b(?:United States(?: of America)?\b|U\.S\.(?:A\.)?|USA?\b)/gu, 'USA');
  const end = headEnd(plain, isPlace);
  const said = [...plain.matchAll(WORD)].filter((match, i) => !(i === 0 && polarity !== undefined) && !isIgnored(match));
  const content = said.filter(([raw]) => !isNegator(raw));
  const isWorn = ([raw]: RegExpExecArray): boolean => wornWords.has(raw.toLowerCase().replace(/\.$/, ''));
  const hasCore = content.some((match) => !isWorn(match));
  return {
    words: content.map((match) => word(match[0], isCounted(plain, match) || (hasCore && (isWorn(match) || match.index >= end)))),
    negations: said.length - content.length,
    polarity: polarity === undefined ? undefined : /^(?:yes|yeah|yep|true|correct)$/.test(polarity) ? 'yes' : 'no',
  };
}

/** Whether one of two words may stand for the other. */
export function isSameWord(a: AnswerWord, b: AnswerWord): boolean {
  if (a.key === b.key || a.stem === b.stem) return true;
  if (a.isInitial || b.isInitial) return false;
  if (areOneWord(a.key, b.key)) return true;
  if (a.isCut !== b.isCut) {
    const [short, long] = a.isCut ? [a.key, b.key] : [b.key, a.key];
    return short.length >= 2 && long.startsWith(short);
  }
  return a.isName === b.isName && isSpellingOf(a.key, b.key);
}

/** Whether one is the first letter of the other, a name: `J.` of `John`. */
export function isInitialOf(a: AnswerWord, b: AnswerWord): boolean {
  return a.isInitial !== b.isInitial && a.isName && b.isName && a.key[0] === b.key[0];
}

/** Whether two words say the opposite of each other. */
export function areOpposite(a: AnswerWord, b: AnswerWord): boolean {
  return opposites.some(([one, other]) => (one === a.key && other === b.key) || (one === b.key && other === a.key));
}

/** A text as far as spaces, case and, among letters, signs do not matter: `blue bird` and `bluebird`, but not `1.5` and `15`. */
export function withoutSigns(text: string): string {
  return folded(text)
    .replace(/(?<!\d)[^\p{L}\p{N}$€£%+-](?!\d)|(?<=\d)[.,]?(?=\s|$)|\s+/gu, '')
    .replace(/(?<!\d)[+-](?!\d)/gu, '');
}

/** Words that are in a question as well. */
export function stemsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(WORD)].map(([raw]) => stemOf(keyOf(raw))));
}

const WORD = /(?:\p{Lu}\.){2,}|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*\.?/gu;
const POLARITY =
  /^\s*(yes|yeah|yep|true|correct|no|nope|false|incorrect)\s*(?=$|[.,;:!–—-]|\b(?:it|they|he|she|both|neither|the|this|that|because)\b)/iu;

/** Where what the text names ends and what says more of it begins: for a place at the first comma. */
function headEnd(text: string, isPlace: boolean): number {
  const comma = isPlace && !/,.*(?:\band\b|\bor\b|&)/iu.test(text) ? text.indexOf(',') : -1;
  return comma > 0 ? comma : text.length;
}

/** What a number counts is understood without being said: `42 people`. */
function isCounted(text: string, { 0: raw, index }: RegExpExecArray): boolean {
  return /^\p{Ll}/u.test(raw) && text.slice(0, index).trimEnd().endsWith(countMark);
}

/** Capitals make a name of a word: `LA`, and at the end `Film A`. */
function isIgnored({ 0: raw, index, input }: RegExpExecArray): boolean {
  if (!ignored.has(raw.toLowerCase())) return false;
  const isLoud = raw.length > 1 && raw === raw.toUpperCase() && /\p{Lu}/u.test(raw) && (raw === input || /\p{Ll}/u.test(input));
  return !isLoud && !(raw === 'A' && index > 0 && index + 1 === input.trimEnd().length);
}

function word(raw: string, isExtra: boolean): AnswerWord {
  const key = keyOf(raw);
  const isName = /^\p{Lu}/u.test(raw);
  return {
    key,
    stem: stemOf(key),
    isName,
    isInitial: /^\p{Lu}\.?$/u.test(raw),
    isCut: raw.endsWith('.') && key.length >= 2 && !/^(?:\p{Lu}\.)+$/u.test(raw),
    isAcronym: /^(?:(?:\p{Lu}\.){2,}|\p{Lu}{2,6})$/u.test(raw),
    isExtra,
  };
}

function isNegator(raw: string): boolean {
  return /^(?:not|never|without|neither|nor|cannot|no|none|nobody|nothing|nowhere)$|n['’]t$/iu.test(raw.replace(/\.$/, '')) && raw !== 'No';
}

function keyOf(raw: string): string {
  return folded(raw)
    .replace(/['’]s?(?=\.?$)/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæßłđðþ]/gu, (letter) => letters[letter] ?? letter);
}

const letters: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

function stemOf(key: string): string {
  if (key.length <= 3) return key;
  return key.replace(/(?:(?<=[sxz]|ch|sh)es|(?<=[^aiou])ies|(?<=[^su])s)$/u, (ending) => (ending === 'ies' ? 'y' : ''));
}

/** One letter more or less in a longer word: `colour`, `Dostoyevsky`. Another letter makes another name: `Hansen`, `Hanson`. */
function isSpellingOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1 || short.length < 5 || short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  // A letter at the very end makes another form (Roman, Romani), not another spelling.
  return at < short.length && short.slice(at) === long.slice(at + 1);
}

function areOneWord(a: string, b: string): boolean {
  return sameWords.some((words) => words.includes(a) && words.includes(b));
}

const sameWords: readonly (readonly string[])[] = [
  ['saint', 'st', 'ste', 'sainte'],
  ['street', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['usa', 'america'],
  ['television', 'tv'],
  ['doctor', 'dr'],
  ['center', 'centre'],
  ['theater', 'theatre'],
  ['gray', 'grey'],
  ['versus', 'vs', 'v'],
];

const opposites: readonly (readonly [string, string])[] = [
  ['before', 'after'],
  ['earlier', 'later'],
  ['older', 'younger'],
  ['oldest', 'youngest'],
  ['north', 'south'],
  ['northern', 'southern'],
  ['east', 'west'],
  ['eastern', 'western'],
  ['left', 'right'],
  ['above', 'below'],
  ['higher', 'lower'],
  ['larger', 'smaller'],
  ['more', 'less'],
  ['more', 'fewer'],
  ['increased', 'decreased'],
  ['rose', 'fell'],
  ['male', 'female'],
  ['man', 'woman'],
  ['true', 'false'],
  ['won', 'lost'],
  ['alive', 'dead'],
  ['same', 'different'],
];

/** Say nothing on their own. */
const ignored: ReadonlySet<string> = new Set(
  (
    'a an the of in on at to by for from with as into and or & is are was were be been being has have had do does did will would it its they them their he his ' +
    'she her him i we you this that these those there who whom whose which what when where how both also about around approximately circa ca c. nearly roughly ' +
    'almost answer named called known de la le der van von du di da ad ce bc'
  ).split(' '),
);

/** Titles, kinds of company and of thing that come with a name or not. Two different ones still differ. */
const wornWords: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss dr prof professor doctor sir dame lord lady king queen prince princess president pope emperor captain colonel general jr sr ' +
    'inc ltd corp corporation company co llc plc gmbh ag group records river city town village island mountain language film movie novel book song album band people republic'
  ).split(' '),
);
