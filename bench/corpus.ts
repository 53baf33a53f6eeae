/**
 * Generates realistic Markdown: word frequencies follow Zipf's law over tens of thousands of word forms, with new forms throughout the text
 * (Heaps' law); documents of one topic share words, so that passages cluster; named entities occur in many documents. Deterministic by
 * seed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Corpus {
  readonly documents: number;
  /** Relative to the folder, `/`-separated. */
  path(document: number): string;
  /** 10–15 kB of Markdown. Another revision has other words about the same topic. */
  markdown(document: number, revision?: number): string;
  /** A query of someone who knows the corpus: names, words of one topic and the function words between them. */
  query(number: number): string;
}

const meanDocumentBytes = 12_500;

/** A corpus of about `textBytes`. Texts are generated on demand. */
export function createCorpus({ seed, textBytes }: { readonly seed: number; readonly textBytes: number }): Corpus {
  const documents = Math.max(1, Math.round(textBytes / meanDocumentBytes));
  const topics = Math.max(8, Math.round(documents / documentsPerTopic));
  const vocabulary = createVocabulary(seed);
  const writerOf = (number: number, revision: number): Writer => new Writer(vocabulary, seedOf(seed, number, revision), topics);
  return {
    documents,
    path: (document) =>
      `part-${String(Math.floor(document / documentsPerFolder)).padStart(3, '0')}/document-${String(document).padStart(6, '0')}.md`,
    markdown: (document, revision = 0) => writerOf(document, revision).document(Math.floor(document / documentsPerTopic) % topics),
    query: (number) => writerOf(-1 - number, 0).query(),
  };
}

/**
 * Writes the documents below `folder`, one at a time.
 * @returns the bytes of text
 */
export function writeCorpus(corpus: Corpus, folder: string): number {
  let bytes = 0;
  for (let document = 0; document < corpus.documents; document++) bytes += writeDocument(corpus, folder, document);
  return bytes;
}

/** @returns the bytes written */
export function writeDocument(corpus: Corpus, folder: string, document: number, revision = 0): number {
  const file = join(folder, corpus.path(document));
  const text = Buffer.from(corpus.markdown(document, revision));
  if (document % documentsPerFolder === 0) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text.length;
}

/** Like `writeDocument`, with one more paragraph that contains a new word. */
export function writeMarked(corpus: Corpus, folder: string, document: number, word: string): void {
  writeFileSync(join(folder, corpus.path(document)), `${corpus.markdown(document, 1)}\nHere it says ${word} among other words.\n`);
}

const documentsPerFolder = 500;
const documentsPerTopic = 40;
const wordsPerTopic = 120;
const entitiesPerTopic = 30;
const wordForms = 40_000;
/** Size of the table that maps a uniform number to a word of Zipf's distribution. */
const zipfSlots = 2 ** 20;
const smallWords =
  'the of and in to a is was for as by with on that from at it are were an be which or this has have had its not but also their he they his her she been one two first after other more than into there can will would when who may most over some between such many these about during all only both through time where then under while made used known each'.split(
    ' ',
  );

interface Vocabulary {
  readonly words: readonly string[];
  /** Rank of a word by a uniform number below `zipfSlots`. */
  readonly ranks: Uint16Array;
}

const vocabularies = new Map<number, Vocabulary>();

function createVocabulary(seed: number): Vocabulary {
  const known = vocabularies.get(seed);
  if (known) return known;
  const random = new Random(seed);
  const words = new Set(smallWords);
  // Frequent words are short.
  while (words.size < wordForms)
    words.add(inflected(random, syllables(random, 1 + Math.floor(Math.log10(words.size / 90)) + random.below(2))));
  const vocabulary = { words: [...words], ranks: zipfRanks() };
  vocabularies.set(seed, vocabulary);
  return vocabulary;
}

function zipfRanks(): Uint16Array {
  const ranks = new Uint16Array(zipfSlots);
  let total = 0;
  // Mandelbrot's form: its offset makes the few most frequent words less extreme, as in English.
  const weight = (rank: number): number => (rank + 2.7) ** -1.1;
  for (let rank = 0; rank < wordForms; rank++) total += weight(rank);
  let sum = 0;
  let from = 0;
  for (let rank = 0; rank < wordForms; rank++) {
    sum += weight(rank);
    const to = Math.min(zipfSlots, Math.ceil((sum / total) * zipfSlots));
    ranks.fill(rank, from, to);
    from = Math.max(from, to);
  }
  return ranks;
}

const onsets = 'b c d f g h k l m n p r s t v w br ch dr st tr'.split(' ');
const vowels = 'a e i o u a e i o a e ai ou é'.split(' ');
const codas = ['', '', '', '', '', 'n', 'r', 'l', 's', 't'];
const endings = ['', '', '', '', '', '', '', '', 's', 'ed', 'ing', 'er', 'ion', 'al', 'ly'];

function syllables(random: Random, count: number): string {
  let word = '';
  for (let i = 0; i < count; i++) word += random.of(onsets) + random.of(vowels) + random.of(codas);
  return word;
}

function inflected(random: Random, word: string): string {
  return word.length < 3 ? word : word + random.of(endings);
}

/** Writes one text, which depends only on its seed. */
class Writer {
  readonly #vocabulary: Vocabulary;
  readonly #random: Random;
  readonly #topics: number;
  #topic = 0;
  #subject = '';

  constructor(vocabulary: Vocabulary, seed: number, topics: number) {
    this.#vocabulary = vocabulary;
    this.#random = new Random(seed);
    this.#topics = topics;
  }

  document(topic: number): string {
    const random = this.#random;
    this.#topic = topic;
    this.#subject = this.#entity(topic);
    const length = 9_200 + random.below(5_000);
    let text = `# ${this.#subject}\n\n${this.#paragraph(3)}\n\n`;
    while (text.length < length) {
      // Now and then a section borrows from a neighboring topic, so that clusters touch.
      this.#topic = random.below(6) === 0 ? (topic + 1) % this.#topics : topic;
      text += `## ${capitalized(this.#topicWord())} ${this.#topicWord()}\n\n`;
      for (let i = 2 + random.below(3); i > 0; i--) text += `${this.#block()}\n\n`;
    }
    return `${text.trimEnd()}\n`;
  }

  query(): string {
    const random = this.#random;
    this.#topic = random.below(this.#topics);
    const words = [random.of(['what', 'when', 'where', 'who', 'how']), random.of(['is', 'was', 'did', 'of', 'the'])];
    if (random.below(3) > 0) words.push(this.#entity(this.#topic));
    for (let i = 1 + random.below(5); i > 0; i--) words.push(random.below(3) === 0 ? this.#anyWord() : this.#topicWord());
    return words.join(' ');
  }

  #block(): string {
    const random = this.#random;
    if (random.below(5) > 0) return this.#paragraph(3 + random.below(4));
    let list = '';
    for (let i = 3 + random.below(4); i > 0; i--) list += `- ${this.#sentence(5 + random.below(8))}\n`;
    return list.trimEnd();
  }

  #paragraph(sentences: number): string {
    let text = this.#sentence(8 + this.#random.below(16));
    for (let i = 1; i < sentences; i++) text += ` ${this.#sentence(8 + this.#random.below(16))}`;
    return text;
  }

  #sentence(words: number): string {
    const random = this.#random;
    let text = random.below(4) === 0 ? this.#subject : capitalized(this.#anyWord());
    for (let i = 1; i < words; i++) {
      const kind = random.below(64);
      if (kind < 10) text += ` ${this.#topicWord()}`;
      else if (kind === 10) text += ` ${random.below(8) === 0 ? this.#entity(random.below(this.#topics)) : this.#entity(this.#topic)}`;
      else if (kind === 11) text += ` ${1700 + random.below(330)}`;
      else if (kind === 12) text += `, ${this.#anyWord()}`;
      else if (kind === 13 && random.below(3) === 0) text += ` ${this.#anyWord()}${this.#anyWord()}`;
      else text += ` ${this.#anyWord()}`;
    }
    return `${text}.`;
  }

  #anyWord(): string {
    const { words, ranks } = this.#vocabulary;
    return words[ranks[this.#random.below(zipfSlots)] ?? 0] ?? '';
  }

  /** Small numbers are more probable, so that a topic has words that are in most of its documents. */
  #topicWord(): string {
    const at = Math.floor(wordsPerTopic * this.#random.unit() * this.#random.unit());
    const rank = 500 + (seedOf(this.#topic, at, 1) % (wordForms - 500));
    return this.#vocabulary.words[rank] ?? '';
  }

  /** A name of two or three words. Entities of one topic share first names. */
  #entity(topic: number): string {
    const number = Math.floor(entitiesPerTopic * this.#random.unit() * this.#random.unit());
    const { words } = this.#vocabulary;
    const first = words[2000 + (seedOf(topic, number % 7, 2) % 3000)] ?? '';
    const last = words[5000 + (seedOf(topic, number, 3) % 35_000)] ?? '';
    return `${capitalized(first)} ${capitalized(last)}`;
  }
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** xorshift32. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seedOf(seed, 0, 0) || 1;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** In [0, 1). */
  unit(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) / 2 ** 32;
  }

  of(items: readonly string[]): string {
    return items[this.below(items.length)] ?? '';
  }
}

/** Mixes three numbers into one in [0, 2³²), like splitmix. */
function seedOf(a: number, b: number, c: number): number {
  let x = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b) ^ Math.imul(c + 1, 0xc2b2ae35)) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
