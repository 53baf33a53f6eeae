import { english } from '../../language/english.ts';
import { parse, readGrammar, type Tagged, type Tree } from './chart.ts';
import { NAME } from './maskedText.ts';

/** A question with masked names, its words and how they belong together. */
export interface QuestionTree {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly root: Tree;
}

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** @returns null for what the grammar does not take for one question, and for texts of too many words to be one */
export function parseQuestion(masked: string): QuestionTree | null {
  const text = masked.replace(/(?<![\s?.!])[\s?.!]+$/u, '');
  if (MORE_SENTENCES.test(text)) return null;
  const tokens = tokensOf(text);
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return null;
  const root = parse(grammar, tokens.map(tagsOf), 'q');
  return root === null ? null : { text, tokens, root };
}

const { questions } = english;
const grammar = readGrammar(questions.grammar);
const MAX_WORDS = 64;
const MORE_SENTENCES = new RegExp(`[?!]\\s|\\p{L}\\.\\s(?:\\p{Lu}|${NAME})`, 'u');

const closed = new Map<string, string[]>();
for (const [tag, words] of Object.entries(questions.tags)) {
  for (const word of words.split(' ')) closed.set(word, [...(closed.get(word) ?? []), tag]);
}

const TOKEN = new RegExp(
  `${NAME}|#\\d+|['’]s?(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}]|['’](?!s?(?![\\p{L}\\p{N}]))|[-.,/](?=[\\p{L}\\p{N}]))*|[^\\s]`,
  'gu',
);

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}

const isName = new RegExp(`^(?:${NAME}|#\\d+)$`, 'u');

/** What a word may be: of its closed class, an inflected verb, a noun (or an adjective, which the grammar treats alike). */
function tagsOf({ word, start }: Token, at: number, tokens: readonly Token[]): Tagged {
  const tags = new Map<string, number>();
  if (isName.test(word)) return tags.set('name', 0);
  const fold = word.toLowerCase().replace(/^.*-(?=\p{L}{3})/u, '');
  if (/^\p{N}/u.test(word)) return tags.set('num', 0).set('n', 0.2);
  for (const tag of closed.get(fold) ?? []) tags.set(tag, 0);
  if (tags.has('gen') && /^(?:who|what|where|when|how)$/iu.test(tokens[at - 1]?.word ?? '')) return new Map([['be', 0]]);
  if (tags.has('gen') && tokens[at - 1]?.end !== start) return new Map([['gens', 0]]);
  if (questions.pasts.has(fold)) tags.set('v', 0);
  if (questions.participles.has(fold)) tags.set('vn', 0);
  if (questions.verbs.has(fold)) tags.set('vb', 0.2);
  if (tags.has('do') || tags.has('have')) return tags.set('vb', 0);
  if (tags.size > 0 && !questions.verbs.has(fold) && !tags.has('v') && !tags.has('vn')) return tags;
  if (!/^\p{L}/u.test(word)) return tags.size > 0 ? tags : tags.set('comma', 0);
  if (fold.endsWith('ed') && !questions.notParticiples.test(fold)) tags.set('v', 0).set('vn', 0).set('n', 1.2);
  else if (fold.endsWith('ing') && !questions.notParticiples.test(fold)) tags.set('vg', 0).set('n', 0.8);
  else if (tags.has('v') || tags.has('vn')) tags.set('n', 1.2);
  else {
    tags.set('n', 0);
    if (fold.endsWith('ly')) tags.set('adv', 0);
    if (!questions.verbs.has(fold)) tags.set('vb', 1.5);
    if (fold.endsWith('s')) tags.set('v', isVerb(fold) ? 0.6 : 2);
    // In the plural, and in questions without inflection, a verb looks like its base.
    else if (questions.verbs.has(fold)) tags.set('v', 0.9);
  }
  return tags;
}

function isVerb(third: string): boolean {
  return [third.slice(0, -1), third.slice(0, -2), third.replace(/ies$/u, 'y')].some((base) => questions.verbs.has(base));
}
