/** The sentences of the passages found for a question, with what is known of each before any is selected. Pure. */
import { RecentValues } from '../base/recentValues.ts';
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { requestedForm, withoutRequest } from '../language/requests.ts';
import type { Passage } from '../protocol/passage.ts';
import { passageLanguage } from './passageLanguage.ts';
import { isRow, leadOf, LONGEST_QUOTE, quotableBlocksOf, type Quotable } from './quotable.ts';
import { quoteParts } from './quoteParts.ts';
import type { TextRange } from './readText.ts';
import { contentStems } from './support.ts';

export interface AskedQuotes {
  /** Identifies the question among the others. */
  readonly id: string;
  readonly text: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Documents that it names, where it names some. */
  readonly sides?: readonly NamedDocuments[];
}

/** Documents that are named together. No two have a document in common. */
export interface NamedDocuments {
  /** As asked. */
  readonly words: string;
  readonly paths: ReadonlySet<string>;
}

/** Documents that a question names, with how many quotes they have. */
interface Side extends NamedDocuments {
  readonly stems: readonly string[];
  quotes: number;
}

/** For each question. */
export const PASSAGES_READ = 14;
/** For all questions together, the best of each first. */
const MOST_PASSAGES = 60;

/** What is asked, with what the quotes so far have said of it. */
export interface WeighedQuestion {
  readonly id: string;
  readonly stems: readonly string[];
  /** Whether it asks for documents: then the beginnings of several are worth more than much of one. */
  readonly asksForDocuments: boolean;
  readonly asksForNumber: boolean;
  /** Then a number counts only in a date. */
  readonly asksForDate: boolean;
  readonly asksForList: boolean;
  readonly sides: readonly Side[];
  readonly worth: Map<string, number>;
  /** The sum of all worths, before any was covered. */
  total: number;
  quotes: number;
  /** By path of the document, and by id of the passage. */
  readonly quotesOf: Map<string, number>;
}

/**
 * A line that is no sentence is a caption, a field, an item whose list is not shown, or the rest of a sentence that begins elsewhere; in
 * capitals it is set as a heading, which is no quote. Nor are a line of a table of contents, the first row of a table without numbers, and
 * numbers without a word.
 */
type Shape = 'sentence' | 'fragment' | 'heading';

/** What is known of a sentence of a passage, whatever is asked. */
interface Part extends Quotable {
  readonly stems: ReadonlySet<string>;
  /** Those of its prose, without code and addresses. */
  readonly said: ReadonlySet<string>;
  readonly shape: Shape;
  readonly hasNumber: boolean;
  /** Whether it introduces items, which it has. */
  readonly isList: boolean;
  /** The stems of the first cell of each of its rows that have a number: what the number is of. */
  readonly labels: readonly (readonly string[])[];
  /** Of title, headings and file name. */
  readonly above: ReadonlySet<string>;
  /** The words of each name of the document. */
  readonly names: readonly (readonly string[])[];
  /** The words of each heading above. */
  readonly headings: readonly (readonly string[])[];
  /** Whether it is the fields with which its document begins. */
  readonly isHeader: boolean;
  /** The stems of the field's name, where this is a field: `Status: Final`. */
  readonly field: readonly string[] | undefined;
}

export interface QuoteCandidate extends Part {
  readonly passage: Passage;
  readonly question: WeighedQuestion;
  /** That its document is of. */
  readonly side: Side | undefined;
  /** What is asked besides its name. */
  readonly besideName: readonly string[];
  /** 0-based rank of the passage for its question. */
  readonly rank: number;
  /** In its passage. */
  readonly isFirst: boolean;
  /** Where its document begins, only there fields count. */
  readonly isLead: boolean;
  /** Whether it has a number, or a date, as the question asks for. */
  readonly hasAskedValue: boolean;
  /** Whether it has something that is asked for: a word, or the date where one is. */
  readonly hasOwn: boolean;
  /** Whether it has only words that name its document, which are on all its pages, and other words are asked. */
  readonly hasOnlyName: boolean;
  /** Whether it is a field of a PDF or a row of its title page and has less than half of what is asked: all say whose report it is. */
  readonly isCover: boolean;
  /** The stems of the labels of its rows that the question says in full, where it asks for a number. */
  readonly askedLabels: ReadonlySet<string>;
  /**
   * Whether the question says the name of its field, and the document is about the rest: `Python-Version: 3.6` answers "In which Python
   * version …" for what its document is about.
   */
  isAskedField: boolean;
  /** What of the question it is about without repeating it. */
  named: ReadonlySet<string>;
  neighbors: readonly QuoteCandidate[];
  /** What it was worth when its question had so many quotes. */
  weighed: { readonly quotes: number; readonly use: number } | undefined;
}

export function questionOf({ id, text, passages, sides = [] }: AskedQuotes, otherwise: Language): WeighedQuestion {
  const language = languageOf(text, otherwise);
  const kind = askedKind(text, passages, language);
  const said = new Set(kind === undefined ? [] : contentStems(kind, language));
  const stems = contentStems(withoutRequest(text, language), language).filter((stem) => !said.has(stem));
  return {
    id,
    stems,
    asksForDocuments: kind !== undefined,
    asksForNumber: language.asksForNumber?.test(text) ?? false,
    asksForDate: language.asksForDate?.test(text) ?? false,
    asksForList: requestedForm(text) === 'list',
    sides: sides.map((side) => ({ ...side, stems: contentStems(side.words, language), quotes: 0 })),
    worth: new Map(),
    total: 0,
    quotes: 0,
    quotesOf: new Map(),
  };
}

/** Each passage is read once for each question, the best ranks of all questions first. */
export function candidatesOf(
  asked: readonly AskedQuotes[],
  questions: readonly WeighedQuestion[],
  language: Language,
): readonly QuoteCandidate[] {
  const read = new Map<string, readonly Part[]>();
  const quotables: QuoteCandidate[] = [];
  for (let rank = 0; rank < PASSAGES_READ; rank++) {
    for (const [i, question] of questions.entries()) {
      const passage = asked[i]?.passages[rank];
      if (passage === undefined || (!read.has(passage.id) && read.size >= MOST_PASSAGES)) continue;
      const parts = read.get(passage.id) ?? readParts(passage, language);
      read.set(passage.id, parts);
      quotables.push(...candidatesIn(passage, parts, question, rank));
    }
  }
  for (const question of questions) nameSubjects(quotables.filter((one) => one.question === question));
  return quotables;
}

function candidatesIn(passage: Passage, parts: readonly Part[], question: WeighedQuestion, rank: number): readonly QuoteCandidate[] {
  const side = question.sides.find(({ paths }) => paths.has(passage.path));
  const named = new Set([...namedIn(question, parts[0]), ...(side?.stems ?? [])]);
  const besideName = question.stems.filter((stem) => side?.stems.includes(stem) !== true);
  const isLead = passage.range.startOffset < LEAD;
  const own = (isLead ? withHeader(parts, question) : parts).map((part, at): QuoteCandidate => {
    const field = isLead ? part.field : undefined;
    const hasAskedValue = part.hasNumber && question.asksForNumber && (!question.asksForDate || hasDate(passage, part));
    const askedLabels = new Set(question.asksForNumber ? part.labels.filter((label) => isAskedLabel(label, question, named)).flat() : []);
    const own = question.stems.filter((stem) => part.stems.has(stem));
    const hasOwn = own.length > 0 || (question.asksForDate && hasAskedValue);
    const hasOnlyName = side !== undefined && besideName.length > 0 && !besideName.some((stem) => own.includes(stem));
    const isListed = (): boolean => field !== undefined || part.isHeader || isRow(passage.text.slice(part.start, part.end));
    const saysLittle = (): boolean => 2 * besideName.filter((stem) => own.includes(stem)).length < besideName.length;
    const isCover = isLead && passage.pageNumber1 !== undefined && isListed() && saysLittle();
    const place = { field, named, passage, question, side, rank, isLead, isFirst: at === 0 };
    return {
      ...part,
      ...place,
      besideName,
      hasAskedValue,
      hasOwn,
      hasOnlyName,
      isCover,
      askedLabels,
      isAskedField: false,
      neighbors: [],
      weighed: undefined,
    };
  });
  for (const [at, one] of own.entries()) one.neighbors = [own[at - 1], own[at + 1]].filter((other) => other !== undefined);
  return own;
}

function hasDate({ text }: Passage, { start, end }: TextRange): boolean {
  const sentence = text.slice(start, end);
  const known = recentlyDated.get(sentence) ?? findDates(sentence, languageOf(sentence)).length > 0;
  recentlyDated.set(sentence, known, sentence.length);
  return known;
}

/** By sentence, each of which is a candidate for several questions. */
const recentlyDated = new RecentValues<string, boolean>(500_000);

/** A row that is called as its document or section says nothing more of what is asked. */
function isAskedLabel(label: readonly string[], { stems }: WeighedQuestion, named: ReadonlySet<string>): boolean {
  return label.length > 0 && label.every((stem) => stems.includes(stem)) && !label.every((stem) => named.has(stem));
}

/** Title, header and summary, in characters of the source. */
const LEAD = 1200;

/**
 * The fields with which a document begins are one quote, as far as it has room: together they say what it is. Unless the question says the
 * name of one, which then is quoted alone.
 */
function withHeader(parts: readonly Part[], { stems }: WeighedQuestion): readonly Part[] {
  const [first] = parts;
  const count = parts.findIndex(({ field, end }) => field === undefined || end - (first?.start ?? 0) > LONGEST_QUOTE);
  const fields = count < 0 ? parts : parts.slice(0, count);
  const last = fields.at(-1);
  const isAsked = fields.some(({ field = [] }) => field.every((stem) => stems.includes(stem)));
  if (first === undefined || last === undefined || fields.length < 2 || isAsked) return parts;
  const all = (of: 'stems' | 'said'): ReadonlySet<string> => new Set(fields.flatMap((one) => [...one[of]]));
  const header = { ...first, end: last.end, isCutAfter: last.isCutAfter, stems: all('stems'), said: all('said') };
  return [{ ...header, shape: 'sentence', field: undefined, isHeader: true }, ...parts.slice(fields.length)];
}

/**
 * The words of names that the question says in full: what such a document or section says is about it, though most of its sentences do not
 * repeat the name. Of a document, one word may only happen to be a name.
 */
function namedIn({ stems }: WeighedQuestion, { names = [], headings = [] }: Partial<Part> = {}): ReadonlySet<string> {
  const isSaid = (name: readonly string[]): boolean => name.every((stem) => stems.includes(stem));
  return new Set([...names.filter((name) => name.length > 1 && isSaid(name)), ...headings.filter(isSaid)].flat());
}

/**
 * What at least half of the passages of a document say is what the document is about: so is its header, and its beginning where the
 * question asks for a document.
 * @param quotables of one question
 */
function nameSubjects(quotables: readonly QuoteCandidate[]): void {
  for (const ofDocument of Map.groupBy(quotables, ({ passage }) => passage.path).values()) {
    const leads = ofDocument.filter(({ isLead }) => isLead);
    if (leads.length === 0) continue;
    const passages = [...Map.groupBy(ofDocument, ({ passage }) => passage.id).values()];
    const isCommon = (stem: string): boolean =>
      passages.filter((parts) => parts.some((one) => has(one, stem))).length >= passages.length / 2;
    const common = new Set(leads[0]?.question.stems.filter(isCommon));
    for (const one of leads) {
      one.isAskedField = isAsked(one, common);
      if (one.isAskedField || one.question.asksForDocuments) one.named = new Set([...one.named, ...common]);
    }
  }
}

/** @param common what the field's document is about: more than half of what else is asked, or another document is meant */
function isAsked({ field, question }: QuoteCandidate, common: ReadonlySet<string>): boolean {
  if (!field?.every((stem) => question.stems.includes(stem))) return false;
  const others = question.stems.filter((stem) => !field.includes(stem));
  return others.filter((stem) => common.has(stem)).length > others.length / 2;
}

function has({ stems, above }: QuoteCandidate, stem: string): boolean {
  return stems.has(stem) || above.has(stem);
}

/** Questions in a row find many of the same passages. */
const recent = new RecentValues<Passage, { readonly language: Language; readonly parts: readonly Part[] }>(200);

/** @param otherwise the language of a passage that does not show its own */
export function readParts(passage: Passage, otherwise: Language): readonly Part[] {
  const language = passageLanguage(passage, otherwise);
  const known = recent.get(passage);
  if (known?.language === language) return known.parts;
  const parts = partsOf(passage, language);
  recent.set(passage, { language, parts });
  return parts;
}

function partsOf(passage: Passage, language: Language): readonly Part[] {
  const names = [passage.title, nameOf(passage)].map((name) => contentStems(name, language));
  const headings = passage.headings.map((heading) => contentStems(heading, language));
  const above = new Set([...names, ...headings].flat());
  const blocks = quotableBlocksOf(passage, language).map((one) => ({ one, lead: leadOf(passage, one.start, language) }));
  const leads = new Set(blocks.map(({ lead }) => lead));
  return blocks.map(({ one, lead }) => {
    const text = passage.text.slice(one.start, one.end);
    const stems = contentStems(text, language);
    const prose = proseOf(text);
    // A letter is no word: `E.g.:` introduces and says nothing.
    const said = new Set((prose === text ? stems : contentStems(prose, language)).filter((stem) => !/^\p{L}$/u.test(stem)));
    const hasNumber = /\p{N}/u.test(text);
    const field = fieldOf(text, language);
    const isRest = lead === undefined && field === undefined && beginsInside(text);
    return {
      ...one,
      isCutBefore: one.isCutBefore || isRest,
      said,
      shape: isRow(text) && leads.has(text) && !hasNumber ? 'heading' : lead === undefined ? shapeOf(prose, isRest) : 'sentence',
      hasNumber,
      isList: /[:：]\s*\n/.test(text),
      labels: labelsOf(text, language),
      stems: new Set([...stems, ...kindsOf(text, language)]),
      above,
      names,
      headings,
      isHeader: false,
      field,
    };
  });
}

/** Below the names of groups, without marks of footnotes: `Net sales › iPhone (1) | 2022: $40,665`. */
function labelsOf(text: string, language: Language): Part['labels'] {
  const rows = text.split('\n').flatMap((line) => /^([^|]*) \| .*\p{N}/u.exec(line)?.[1] ?? []);
  return rows.map((label) => contentStems(label.replace(/^.*›|\(\p{N}{1,2}\)/gu, ' '), language));
}

/** Without code and addresses. */
function proseOf(text: string): string {
  const prose = quoteParts(text)
    .flatMap(({ isCode, text: part }) => (isCode ? [] : [part]))
    .join('\n');
  return prose.includes('://') ? prose.replace(/\p{L}[\p{L}+.-]*:\/\/\S+/gu, ' ') : prose;
}

/** Whether a plain word in lower case comes first, as where columns or boxes of a page part a sentence. */
function beginsInside(text: string): boolean {
  return /^\p{Ll}+[,;]?\s/u.test(text);
}

/**
 * Also of rows, and of what introduces a list with its items, which need no end of a sentence.
 * @param isRest of a sentence; without its end, too, it says nothing
 */
function shapeOf(text: string, isRest: boolean): Shape {
  if (!/\p{L}{2}|\p{Lo}/u.test(text) || /(?:(?:…|\.{3}|(?:\. ){3})\s*\p{N}+|(?<![.…])[.…]{5,})$/u.test(text)) return 'heading';
  const isSentence = /[\p{Sentence_Terminal}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|\n|\s\|\s/u.test(text);
  if (isSentence) return isRest ? 'fragment' : 'sentence';
  return isRest || (text === text.toUpperCase() && text !== text.toLowerCase()) ? 'heading' : 'fragment';
}

/** Of the identifiers that a text has. */
function kindsOf(text: string, language: Language): readonly string[] {
  return language.identifierKinds.flatMap(({ shape, words }) => (shape.test(text) ? contentStems(words, language) : []));
}

function fieldOf(text: string, language: Language): Part['field'] {
  const name = /^(\p{L}[\p{L} #-]{0,30}?)\s?[:：](?=[^\S\n]*\S)/u.exec(text)?.[1];
  const stems = name === undefined ? [] : contentStems(name, language);
  return stems.length === 0 ? undefined : stems;
}

/** The file's name as texts say it, without zeros before a number: `pep-0008.rst` is PEP 8. What any folder may have names nothing. */
function nameOf({ path }: Passage): string {
  const name = path.replace(/^.*\/|\.[^./]*$/g, '');
  return /^(?:index|readme)$/i.test(name) ? '' : name.replace(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

/**
 * The word of a question that says what kind of document it asks for: one that the language has for documents (`Which page …`), or one
 * that the found documents have in their file names before a number, `PEP` for `pep-0484.rst`. With a number after it, it names one.
 */
export function askedKind(question: string, passages: readonly Passage[], language: Language): string | undefined {
  const kinds = new Set(passages.flatMap(({ path }) => seriesOf(path) ?? []));
  const { singlingWords, articles, documentWords } = language;
  const words = [...question.matchAll(/\p{L}+/gu)];
  return words.find(({ 0: word, index }, i) => {
    const before = words[i - 1]?.[0].toLowerCase() ?? '';
    const one = language.singular(word.toLowerCase());
    const isNumbered = /^[\s-]?\p{N}/u.test(question.slice(index + word.length));
    // "The page" may be any page; "the PEP" is one of many.
    const isKind = kinds.has(one) || (documentWords.has(one) && !articles.includes(before));
    return isKind && !isNumbered && singlingWords.has(before);
  })?.[0];
}

/** What a numbered file is one of. */
function seriesOf(path: string): string | undefined {
  const name = path.replace(/^.*\/|\.[^./]*$/g, '');
  return /^(\p{L}{2,12})[-_ ]?\p{N}+$/u.exec(name)?.[1]?.toLowerCase();
}
