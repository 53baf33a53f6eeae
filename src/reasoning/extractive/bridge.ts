import { kinshipSteps } from './kinship.ts';
import { NAME } from './maskedText.ts';
import { relationOfNoun } from './relations.ts';
import { isBareVerb } from './verbs.ts';

/**
 * Splits a question with masked names into single-hop questions, innermost description first: what is described
 * (`the engineer who designed X`, `the father of X`, `X's wife`) is asked for, then replaced by `#n`. The last step is the remaining
 * question. Based on the bridge questions of HotpotQA and 2WikiMultihopQA, whose descriptions nest but do not cross.
 */
export function bridgeSteps(masked: string): string[] {
  const steps: string[] = [];
  let rest = expandFocus(masked);
  for (let round = 0; round < 6; round += 1) {
    const found = innermost(rest);
    if (found === null) break;
    for (const question of found.questions(steps.length)) steps.push(question);
    rest = `${rest.slice(0, found.start)}#${steps.length}${rest.slice(found.end)}`;
    rest = expandFocus(rest);
  }
  return [...steps, ...finalSteps(rest, steps.length)];
}

interface Description {
  readonly start: number;
  readonly end: number;
  /** The questions that resolve it, given that `before` steps precede. */
  questions(before: number): string[];
}

const REF = `(?:${NAME}|#\\d)`;
const WORD = '\\p{Ll}[\\p{Ll}\\p{M}-]*';
const CLASS =
  '(?:(?:the )?(?:film|movie|song|album|book|novel|play|series|show|single|band|company|city|town|ship|group|game|opera|poem|painting|island|village|country|state|university|school|college|river|newspaper|magazine|report|drama|bridge|station|lighthouse|ship|team|club|firm|project) )?';
/** Words that cannot be part of a role noun. */
const NOT_NOUN =
  '(?:is|are|was|were|be|of|in|on|at|by|to|from|for|with|and|or|who|whom|whose|which|that|what|when|where|did|do|does|has|have|had|the|an?|than|as|it|its|he|his|her|their)';
const NOUN = `(?:(?!${NOT_NOUN}\\b)${WORD} ){0,2}(?!${NOT_NOUN}\\b)${WORD}`;
const OF_NOUN = `(?:(?:place|date|year|cause|country|city|town|state|county|location|head|board|chief|member|field|work) of ${WORD}|${NOUN})`;

/** Role nouns after `of` that need no look-up, because they only rename what follows. */
const EMPTY_NOUN =
  /^(?:name|end|beginning|start|rest|part|parts|middle|use|number|type|kind|some|most|many|one|all|both|each|city|town|state|country|island|village|river|isle|province|kingdom|university|house|battle|out|because|instead|front|side|top|bottom|amount|sort|version|result|course|case|time|day|age|edge)$/u;

function innermost(text: string): Description | null {
  return relativeClause(text) ?? possessive(text) ?? roleOf(text) ?? namedRole(text);
}

/** `the R of X`, unless the whole question is just that. */
function roleOf(text: string): Description | null {
  const matches = [
    ...text.matchAll(new RegExp(`(?<![\\p{L}])(?:the |both )?(${OF_NOUN}) (of|in|behind|for) ${CLASS}(${REF})(?!['’]s)(?!\\p{L})`, 'gu')),
  ].reverse();
  for (const match of matches) {
    const [whole, noun = '', preposition = 'of', subject = ''] = match;
    const bare = stripped(noun);
    if (
      EMPTY_NOUN.test(bare) ||
      !isNoun(bare) ||
      !(preposition === 'of' ? canLookUp(bare) : preposition === 'behind' || relationOfNoun(bare)?.kind === 'person')
    )
      continue;
    const start = match.index + (noun === bare ? 0 : whole.indexOf(bare));
    const end = match.index + whole.length;
    if (isFocus(text, start, end)) continue;
    const named = whole.slice(whole.indexOf(` ${preposition} `) + preposition.length + 2);
    return { start, end, questions: (before) => roleQuestions(bare, preposition, named, subject, before) };
  }
  return null;
}

/** `X's R`. */
function possessive(text: string): Description | null {
  const matches = [...text.matchAll(new RegExp(`(${REF})(?:['’]s|['’](?=\\s)) (${OF_NOUN})`, 'gu'))].reverse();
  for (const match of matches) {
    const [, subject = '', phrase = ''] = match;
    const noun = roleAtStart(phrase);
    if (noun === null || !canLookUp(noun)) continue;
    const end = match.index + match[0].length - (phrase.length - noun.length);
    if (isFocus(text, match.index, end)) continue;
    return { start: match.index, end, questions: (before) => roleQuestions(noun, 'of', subject, subject, before) };
  }
  return null;
}

/** `the X performer`. */
function namedRole(text: string): Description | null {
  const match = new RegExp(`\\bthe (${REF}) (${WORD})(?!['’\\p{L}])`, 'u').exec(text);
  const [whole = '', subject = '', noun = ''] = match ?? [];
  if (match === null || relationOfNoun(noun)?.kind !== 'person' || !/(?:er|or|ist)$/u.test(noun)) return null;
  const end = match.index + whole.length;
  return isFocus(text, match.index, end) ? null : { start: match.index, end, questions: () => [`Who is the ${noun} of ${subject}?`] };
}

/** `the N who …`, `the N where …`, innermost last. The clause ends where the outer question's verb follows. */
function relativeClause(text: string): Description | null {
  const matches = [
    ...text.matchAll(
      new RegExp(
        `\\b(?:the|an?|that) ((?:${NOUN} )?(?:${REF} )?${WORD}(?: of ${REF})?),? (who|that|which|where|whose|whom|in which|on which|at which|for which|to which|from which|by whom)\\s`,
        'gu',
      ),
    ),
  ].reverse();
  for (const match of matches) {
    const [whole, noun = '', pronoun = ''] = match;
    if (new RegExp(`^${NOT_NOUN}$`, 'u').test(noun)) continue;
    const clauseStart = match.index + whole.length;
    const clause = text
      .slice(clauseStart, clauseStart + clauseLength(text.slice(0, match.index), text.slice(clauseStart), pronoun))
      .trimEnd();
    const clauseEnd = clauseStart + clause.length;
    if (clause === '') continue;
    if (isFocus(text, match.index, clauseEnd) && isSimple(clause)) continue;
    const inner = innermost(clause);
    if (inner !== null && !isWhole(inner, clause)) return shifted(inner, clauseStart);
    if (isFocus(text, match.index, clauseEnd)) continue;
    return { start: match.index, end: clauseEnd, questions: () => [clauseQuestion(noun, pronoun, clause)] };
  }
  return null;
}

function clauseQuestion(noun: string, pronoun: string, clause: string): string {
  const end = clause.replace(/[?,.\s]+$/u, '');
  const person = asksPerson(noun);
  if (
    /^(?:who|that|which)$/u.test(pronoun) &&
    new RegExp(`^(?:(?:also|once|first|later|originally) )?(?!${NAME}|#|the |an? |he |she |it |they )`, 'u').test(end)
  ) {
    return noun === 'person' || noun === 'man' || noun === 'woman' ? `Who ${end}?` : `Which ${noun} ${end}?`;
  }
  return `${person ? 'Who' : 'What'} is the ${noun} ${pronoun} ${end}?`;
}

const PERSON = /(?:person|man|woman|people|actor|actress|king|queen|wife|husband|son|daughter|chief|pope|[^aeiou]er|or|ist|ian)$/u;

/** The length of the clause after the relative pronoun, up to the outer question's verb. */
function clauseLength(before: string, after: string, pronoun: string): number {
  const comma = /,\s+(?=(?:who|what|which|when|where|how|in what|is|was|did|does|and the)\b)/u.exec(after)?.index;
  if (comma !== undefined) return comma;
  const body = after.replace(/[?.!\s]+$/u, '');
  const tokens = [...body.matchAll(/\S+/gu)];
  const aux = AUXILIARY.exec(before)?.[1];
  if (aux === undefined || /^\W*(?:who|what)(?:['’]s| is| was| are| were)\b/iu.test(before))
    return secondVerb(tokens, pronoun) ?? body.length;
  const passive = /^(?:is|are|was|were|has|have|had)$/u.test(aux);
  for (let index = tokens.length - 1; index > 0; index -= 1) {
    const token = tokens[index]?.[0] ?? '';
    const previous = tokens[index - 1]?.[0] ?? '';
    if (!/^\p{Ll}+$/u.test(token) || FUNCTION.test(token) || /^(?:is|are|was|were|be|been|did|does|to|has|have)$/u.test(previous)) continue;
    if (passive ? PARTICIPLE.test(token) : isBareVerb(token) && !/(?:ed|born|built|made|held|found|s)$/u.test(token))
      return tokens[index]?.index ?? body.length;
    if (!passive && index === tokens.length - 1 && isReference(previous)) return tokens[index]?.index ?? body.length;
  }
  return body.length;
}

/** An auxiliary whose subject follows, possibly through roles: `did the daughter of `. */
const AUXILIARY = new RegExp(
  `\\b(is|are|was|were|did|does|do|has|have|had|can|could|will|would)(?: both)? (?:in |on |at )?(?:the (?:[\\p{Ll}-]+ ){1,3}(?:of|in) )*$`,
  'u',
);
const PARTICIPLE =
  /(?:ed|born|built|made|held|found|known|set|cut|put|shut|called|sold|located|buried|written|taken|given|won|lit|laid|lost)$/u;

/** Where another finite verb begins after the clause's verb group; null when none does. */
function secondVerb(tokens: readonly RegExpExecArray[], pronoun: string): number | null {
  let groups =
    /^(?:who|that|which)$/u.test(pronoun) && !isReference(tokens[0]?.[0] ?? '#1') && !/^(?:the|an?)$/u.test(tokens[0]?.[0] ?? '') ? 1 : 0;
  let inGroup = groups === 1;
  for (const [index, token] of tokens.entries()) {
    const finite = /^(?:is|was|are|were|did|does|has|had|have|became|become|will|would|can)$/u.test(token[0]);
    if (finite && !inGroup) {
      groups += 1;
      if (groups > 1 && index > 0) return token.index;
    }
    inGroup = finite || (inGroup && (index === 0 || PARTICIPLE.test(token[0])));
    if (groups === 0 && PARTICIPLE.test(token[0])) groups = 1;
  }
  return null;
}

function isReference(token: string): boolean {
  return new RegExp(`^${REF}`, 'u').test(token);
}

const FUNCTION = /^(?:in|on|at|of|to|by|for|from|with|and|or|the|an?|is|was|are|were|be|been|as|that|who|which|where|did|does|not)$/u;

/** Turns `Who is X's paternal grandfather?` and `… the paternal grandfather of X` into nested descriptions. */
function expandFocus(text: string): string {
  const kin = new RegExp(
    `((?:paternal |maternal )?(?:grand(?:father|mother|child|son|daughter)|uncle|aunt|nephew|niece)|step(?:father|mother)|(?:father|mother|parent|brother|sister|sibling|son|daughter|child)-in-law)`,
    'u',
  ).source;
  const owned = new RegExp(`(${REF})['’]s ${kin}(?!\\p{L})`, 'u').exec(text);
  const of = new RegExp(`\\bthe ${kin} of (${REF})(?!['’]s)`, 'u').exec(text);
  const [match, subject, relation] =
    owned !== null ? [owned, owned[1], owned[2]] : of !== null ? [of, of[2], of[1]] : [null, undefined, undefined];
  const steps = relation === undefined ? null : kinshipSteps(relation);
  if (match === null || subject === undefined || steps === null) return text;
  const [near = '', far = ''] = steps;
  return `${text.slice(0, match.index)}the ${far} of the ${near} of ${subject}${text.slice(match.index + match[0].length)}`;
}

/** Places larger than those that texts give for a birth or death, so they are asked for in a second step. */
const REGION = '(?:island|county|state|province|region|continent|archipelago)';

function finalSteps(rest: string, before: number): string[] {
  const text = rest.trim();
  const [, preposition = '', region = '', verb = ''] =
    new RegExp(`^(on|in) (?:what|which) (${REGION}) (was ${REF} born|did ${REF} die|was ${REF} buried)\\??$`, 'iu').exec(text) ?? [];
  if (region !== '')
    return [
      `Where ${verb}?`,
      `${preposition === '' ? 'In' : preposition[0]?.toUpperCase() + preposition.slice(1)} which ${region} is #${before + 1}?`,
    ];
  return before > 0 && new RegExp(`^(?:who|what|which)?(?: is| was)? ?#${before} ?\\??$`, 'iu').test(text) ? [] : [text];
}

function roleQuestions(noun: string, preposition: string, named: string, subject: string, before: number): string[] {
  const steps = kinshipSteps(noun);
  if (steps === null) return [`${asksPerson(noun) ? 'Who' : 'What'} is the ${noun} ${preposition} ${named}?`];
  return steps.map((step, index) => `Who is the ${step} of ${index === 0 ? subject : `#${before + index}`}?`);
}

function asksPerson(noun: string): boolean {
  return (
    !PLACE.test(noun) &&
    !/(?:label|company|network|studio|team|club|place)$/u.test(noun) &&
    (relationOfNoun(noun)?.kind === 'person' || PERSON.test(noun))
  );
}

/** The longest role noun at the start of a phrase: `father` of `father born`. */
function roleAtStart(phrase: string): string | null {
  const words = phrase.split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const noun = words.slice(0, count).join(' ');
    if (
      isNoun(noun) &&
      (count === words.length ? !isBareVerb(words[count - 1] ?? '') : relationOfNoun(noun) !== null || isBareVerb(words[count] ?? ''))
    )
      return noun;
  }
  return null;
}

function isNoun(noun: string): boolean {
  return (
    noun.split(' ').every((word) => !/^(?:many|much|first|same|only|next|last|year|day|older|younger)$/u.test(word)) &&
    !isBareVerb(noun.split(' ').at(-1) ?? '')
  );
}

/** Whether `the R of X` can be asked separately. */
function canLookUp(noun: string): boolean {
  const kind = relationOfNoun(noun)?.kind;
  return (
    kinshipSteps(noun) !== null ||
    kind === 'person' ||
    kind === 'place' ||
    kind === 'country' ||
    PLACE.test(noun) ||
    (PERSON.test(noun) && !/(?:color|colour|number|order|border|water|power|error|version)$/u.test(noun))
  );
}

const PLACE =
  /^(?:.*\b)?(?:birthplace|hometown|capital|headquarters|country|city|town|village|island|river|lake|province|state|county|region|continent|(?:place|city|town|country|year|date) of \p{Ll}+)$/u;

/** Removes leading words that do not belong to the noun: `is director` → `director`. */
function stripped(noun: string): string {
  return noun.replace(/^(?:(?:both|is|was|the|does|did|share|about|many) )+/u, '');
}

/**
 * The description is what the question itself asks for: without a verb, what follows belongs to its name
 * (`the director of Salad by the Roots`).
 */
function isFocus(text: string, start: number, end: number): boolean {
  return (
    /^\W*(?:who|what|which|where|when)(?:['’]s| is| are| was| were)(?: the name of)?\s*(?:the )?$/iu.test(text.slice(0, start)) &&
    !/^\s?['’]/u.test(text.slice(end)) &&
    !(text.slice(end).match(/(?<![\p{L}'’])\p{Ll}+/gu) ?? []).some((word) => isBareVerb(word) || PARTICIPLE.test(word) || FINITE.test(word))
  );
}

const FINITE = /^(?:is|was|are|were|did|does|do|has|had|have|can|could|will|would|who|whom|whose|which|that|where|when)$/u;

function isSimple(clause: string): boolean {
  return innermost(clause) === null;
}

function isWhole(inner: Description, clause: string): boolean {
  return inner.start === 0 && inner.end >= clause.replace(/[?,.\s]+$/u, '').length;
}

function shifted(inner: Description, by: number): Description {
  return { start: inner.start + by, end: inner.end + by, questions: (before) => inner.questions(before) };
}
