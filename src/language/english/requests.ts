import type { RequestWords } from '../wordLists.ts';

const polite = '(?:please\\s+)?(?:(?:can|could|would|will)\\s+you\\s+)?(?:please\\s+)?';
/** Nouns as well, so what follows has to show that they are meant as verbs: "name resolution" is no request. */
const maybeVerbs = 'list|name|show|describe|outline|give|tell|find|enumerate|identify';
const verbs = 'summari[sz]e|explain|compare|contrast|discuss|tabulate';
const afterVerb = '(?:me|us|all|each|every|both|any|some|the|an|a|about|what|which|how|who|where|when|why)';
const documents = '(?:documents|files|papers|pages|articles|notes|texts|letters|reports|sources)';
const saying =
  '(?:say|says|mention|mentions|describe|describes|discuss|discusses|cover|covers|contain|contains|explain|explains|report|reports)';
const framing = [
  `what\\s+(?:(?:all|do)\\s+)?(?:(?:the|these|those|my|our)\\s+)?${documents}\\s+${saying}(?:\\s+(?:about|of|on))?`,
  'what\\s+is\\s+(?:said|written|known|reported)\\s+(?:about|of|on)',
  `which\\s+${documents}\\s+(?:(?:are|talk|deal)\\s+(?:about|with|on)|${saying})`,
  '(?:a|an|the)\\s+(?:list|summary|overview|outline|table|comparison|description|explanation)\\s+of',
  '(?:what\\s+(?:is|are)\\s+)?the\\s+differences?\\s+between',
];

/** `which gates`, `what side effects`: a noun in the plural, in which no singular ends. */
const plural = '(?!\\p{L}*(?:ss|us|is|ous|ways|news|series|means|does|comes|goes|was|has)\\b)\\p{L}{3,}s';

const placed = '(?:(?:in|on|at|to|by|for|from|with|of)\\s+)?';
const kinds = '(?:kinds\\s+of\\s+|types\\s+of\\s+)?';

const adverbs = '(?:(?:please|then|just|simply|only)\\s+)*';
const replies = "(?:say|return|answer|write|reply|respond|state|output|give|put|use|leave|tell|do\\s+not|don[’']t)";

/** "In the report of 1952, how …", "…? If so, how …": what is asked after a clause. */
const before = '(?:\\b(?:in|for|from|on|based\\s+on|according\\s+to)\\s[^,?!]{1,150},\\s+)?';
const clause = '(?:[.?!;]\\s+|,\\s+|\\band\\s+)(?:if\\s+so,?\\s+)?';

export const requests: RequestWords = {
  instructs: new RegExp(`^\\s*${adverbs}(?:(?:if|when|where|unless)\\s[^,]*,\\s*)?${adverbs}${replies}\\s`, 'iu'),
  opening: new RegExp(
    `^\\s*${polite}(?:(?:${maybeVerbs})(?=\\s+${afterVerb}\\s)(?:\\s+(?:me|us|all|about)(?=\\s))*\\s+|(?:${verbs})\\s+(?=\\S+\\s+\\S))?(?:(?:${framing.join('|')})\\s+)?`,
    'iu',
  ),
  saying: new RegExp(
    `(?<before>^\\s*${before}(?:what|which)\\b.{0,80}?\\b(?:do|does|did)\\s+(?:[^\\s,?]+\\s+){1,4}?)(?:say|name|mention|describe|discuss|list|report|state)\\b(?!\\s+(?:do|mean|for)\\b)`,
    'iu',
  ),
  compares: new RegExp(
    [
      `^\\s*${polite}(?:compare|contrast|tabulate)\\s`,
      '^(?!\\s*why\\b).*\\b(?:differ|differs|distinguish(?:es)?|differ(?:ed|ences?)\\s+(?:between|from|of|among)|in\\s+comparison|comparison\\s+of|comparison\\s+between)\\b',
      '\\bcompares?\\s+(?:to|with)\\b|\\bhow\\s+(?:do|does|did)\\b.{3,200}?\\s(?:compare|stack\\s+up)\\b|\\b(?:versus|vs)\\b',
      '\\b(?:as|in|make|give\\s+me)\\s+a\\s+table\\b|\\bfor\\s+each\\b|\\beach\\s+of\\s+(?:the|these|those)\\b',
    ].join('|'),
    'iu',
  ),
  explains: new RegExp(
    [
      `^\\s*${before}${polite}(?:summari[sz]e|explain|describe|outline|discuss|analy[sz]e|examine|assess|evaluate|interpret|correlate)\\s`,
      `^\\s*${before}(?:(?:and|but|so)\\s+)?why\\b`,
      '[.?!]\\s+if\\s+so,?\\s+(?:what|why|how|which)\\b',
      '\\bwhat\\s+(?:\\p{L}+\\s+){0,3}(?:implications|consequences|repercussions|reasons)\\b',
      // How somebody is called, is related or died is a fact.
      `(?:^\\s*${before}(?:(?:and|but|so)\\s+)?|${clause})how\\s+(?:come|to|do|does|did|is|are|was|were|can|could|should|would|will|has|have|had)\\b(?!.{0,300}\\b(?:related|called|named|spel(?:led|t)|pronounced|abbreviated|die|killed)\\b)`,
    ].join('|'),
    'iu',
  ),
  lists: new RegExp(
    [
      `^\\s*${polite}(?:list|enumerate|(?:name|give|find|show|identify|tell)\\s+(?:me\\s+|us\\s+)?(?:all|some|every|two|three|four|five|the\\s+${plural}|the\\s+(?:\\p{L}+\\s+)?${plural}))\\b`,
      // A verb in the singular looks like a plural too: "which river flows".
      `^\\s*${placed}which\\s+${kinds}${plural}\\s+(?!the\\b|an?\\b|its?\\b)`,
      `^\\s*${placed}(?:which|what)\\s+${kinds}(?:(?!(?:is|was|does|did|do|has|had)\\b)[\\p{L}-]+\\s+){0,2}?${plural}\\s+(?:of|in|on|at|from|for|are|were|have|do|did|does|can|could|must|should|may|will|that|\\p{L}+ed)\\b`,
      `^\\s*(?:which|what)\\s+(?:people|men|women|children)\\b`,
      `^\\s*(?:what|who|which)\\s+(?:are|were)\\s+(?:all\\s+)?(?:the|some|his|her|its|their)\\s+(?:(?!same\\b)[\\p{L}-]+\\s+){0,2}?(?:${plural}|people)\\b`,
      '\\ball\\s+(?:the\\s+|of\\s+the\\s+)?(?:[\\p{L}-]+\\s+)?\\p{L}{3,}s\\s+(?:that|which|who|of|in)\\b',
    ].join('|'),
    'iu',
  ),
};
