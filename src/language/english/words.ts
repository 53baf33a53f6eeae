import { wordSet } from '../wordSet.ts';

export const articles = ['a', 'an', 'the'];

export const unmistakableWords = wordSet(
  'the and are were with that this these those which who whose has have had been from for by its their of they she it be being would could should does did not',
);

export const functionWords: ReadonlySet<string> = new Set([
  ...unmistakableWords,
  ...wordSet(
    'a an in on at to as into onto over under about between among through during before after up down out off or but nor so than then if is was am do done having ' +
      'will can shall may might must no yes he him his her hers them we us our you your i me my whom what whats when where why how there here also both each all any ' +
      'some such same other another only own very just more most first one again once because while until too s d t',
  ),
]);

export const identifierKinds = [
  { shape: /(?<![\p{L}\p{N}_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\p{L}\p{N}_])/u, words: 'environment variable' },
  { shape: /(?<![\p{L}\p{N}_-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\p{L}\p{N}_])/u, words: 'flag' },
  { shape: /\p{Sc}\s?\d|\d\s(?:euros?|dollars?|pounds)(?!\p{L})/iu, words: 'cost costs price' },
];
export const documentWords = wordSet('document page guide chapter');

export const singlingWords = wordSet('which what the');

export const askingWords = wordSet(
  'who whom whose what which when where why how do does did can could should would will shall is are was were am have has had i me my we us our you your there',
);

/** Question words that no other language has as it is. */
export const interrogatives = wordSet('what when where why how');

const whenWords = String.raw`\bwhen (?:is|are|was|were|do|does|did|will|has|have|had|can|should|must)\b|\bsince when\b`;

export const asksForDate = new RegExp(String.raw`${whenWords}|\b(?:what|which) (?:year|date|day|month)\b`, 'iu');

export const asksForNumber = new RegExp(
  String.raw`\bhow (?:many|much|long|often|old|far|big|large|small|fast|slow|high|tall|deep|wide|heavy)\b` +
    String.raw`|${whenWords}|\b(?:what|which) (?:year|date|day|month|time|age)\b` +
    String.raw`|\b(?:number|percentage|share|amount|minimum|maximum|rate|score|size|version|revenue|cost|costs|price)\b`,
  'iu',
);
