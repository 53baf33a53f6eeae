import { maskNames, NAME } from './maskedText.ts';
import type { AnswerKind, Relation, RelationTable } from './relations.ts';
import { smallWords, functionWords, parseNumber, stem, wordsOf } from './language.ts';

/** What a single-hop question asks for: the kind of answer, about which entities, in which relation. */
export interface WantedAnswer {
  readonly kind: AnswerKind;
  /** The noun that the answer is an instance of (`city` in `Which city …`), folded, or null. */
  readonly head: string | null;
  /** The stem of the head if it is an attribute of the entity (`length`), or null. */
  readonly attribute: string | null;
  /** What a number's unit must measure (`length`, `power`), `''` for a bare count, null for any. */
  readonly unit: string | null;
  /** The entities in the question, each a list of folded words without particles. Empty when it names none. */
  readonly entities: readonly Entity[];
  /** Known relations. With `reversed`, the entity is the agent (`What did X design?`). */
  readonly relations: readonly Relation[];
  readonly reversed: boolean;
  /** True when it asks for a fact of the entity's life, which sentences about others do not contain. */
  readonly biographical: boolean;
  /** True when it asks for the agent (`Who broke …`, `Which ship sank …`). */
  readonly subject: boolean;
  /** Stems of the content words, without names and the head. */
  readonly content: readonly string[];
  /** The part of `content` that only names the relation (`father`, `designed`). */
  readonly relationWords: ReadonlySet<string>;
  /** Stems with the same meaning as a stem, itself included. */
  readonly paraphrasesOf: RelationTable['paraphrasesOf'];
}

export interface Entity {
  readonly text: string;
  readonly words: readonly string[];
  /** Words of a parenthesized qualifier, `1960` and `film` in `The Sundowners (1960 Film)`. */
  readonly qualifiers: readonly string[];
}

export function parseWanted(question: string, { relationsIn, paraphrasesOf }: RelationTable): WantedAnswer {
  const masked = maskNames(question.slice(0, MAX_QUESTION));
  const flat = masked.text.replace(new RegExp(NAME, 'gu'), '§').replaceAll(/\s+/gu, ' ').toLowerCase().trim();
  const relations = relationsIn(flat);
  const head = headOf(flat);
  const kind = kindOf(flat, head, relations[0] ?? null);
  const entities = masked.names.map(entityOf).filter((entity) => entity.words.length > 0);
  const usable = relations.filter((relation) => fits(relation, kind, flat)).slice(0, 2);
  const covered = new Set(head === null || kind === 'number' || kind === 'phrase' || !/\b(?:which|what) /u.test(flat) ? [] : [stem(head)]);
  const spoken = wordsOf(flat.replaceAll('§', ' '))
    .map((word) => word.fold)
    .filter(
      (word) => !functionWords.has(word) && !CLASS_WORDS.has(word) && !FILLERS.has(word) && word.length > 1 && !/^\d{4}s$/u.test(word),
    );
  const content = [...new Set(spoken.map(stem))].filter((word) => !covered.has(word)).slice(0, MAX_CONTENT);
  const relationWords = new Set(spoken.filter((word) => usable.some((relation) => saysRelation(relation, word))).map(stem));
  return {
    kind,
    head,
    attribute: head !== null && (kind === 'number' || kind === 'phrase') ? stem(head) : null,
    unit: unitOf(flat, head),
    entities,
    relations: usable,
    reversed: isReversed(flat, kind),
    subject: /^(?:who|(?:which|what) [a-z-]+) (?!is\b|are\b|was\b|were\b|did\b|does\b|do\b|has\b|have\b)[a-z]+/u.test(flat),
    biographical: usable.some((relation) => /^(?:birth|death|burial|cause|nationality|education)/u.test(relation.id)),
    content,
    relationWords,
    paraphrasesOf,
  };
}

function saysRelation(relation: Relation, word: string): boolean {
  const asked = (noun: string): boolean => relation.asks.test(`where when who is the ${noun} of §`);
  return (
    (asked(word) && !asked('-')) ||
    relation.asks.test(`in ${word} of`) ||
    [...relation.after, ...relation.before].some((cue) => word.search(cue) >= 0)
  );
}

/** Words that say how to answer, not what about. */
const FILLERS: ReadonlySet<string> = new Set('name date place year kind type many much day month located'.split(' '));

const MAX_QUESTION = 2000;
const MAX_CONTENT = 24;

/** Words for the class of a name, which say little about the passage. */
const CLASS_WORDS: ReadonlySet<string> = new Set(
  'film films movie movies song songs album albums book novel person people man woman thing name series video game'.split(' '),
);

const PLACE_HEADS =
  /^(?:place|location|city|town|village|county|state|province|district|region|island|country|continent|river|lake|mountain|harbou?r|port|street|building|house|hometown|birthplace|capital|area|sea|bay|coast|hill|municipality|parish|site|station|where)$/u;
const ORGANIZATION_HEADS =
  /^(?:company|firm|organi[sz]ation|university|school|college|institute|institution|agency|board|club|team|band|group|party|association|society|union|church|label|bank|department|ministry|newspaper|network|manufacturer|employer|publisher|works|shipyard)$/u;
const WORK_HEADS =
  /^(?:film|movie|song|album|book|novel|play|poem|painting|paper|report|series|show|opera|work|single|magazine|thesis|article)$/u;
const PERSON_HEADS =
  /^(?:person|man|woman|people|engineer|architect|scientist|author|writer|director|composer|singer|performer|actor|actress|artist|painter|poet|player|president|king|queen|emperor|pope|mayor|minister|general|captain|founder|inventor|keeper|explorer|saint|wife|husband|father|mother|son|daughter|brother|sister|producer|leader|ruler|chairman|ceo|governor|surveyor|teacher|student|chief|uncle|aunt|grandfather|grandmother|spouse)$/u;
const NUMBER_HEADS =
  /^(?:population|capacity|height|length|width|depth|weight|area|number|percentage|percent|proportion|cost|price|salary|budget|speed|range|distance|output|power|rating|total|amount|sum|share|efficiency|temperature|age|elevation|enrollment|income)$/u;

/** The noun after `which`/`what`, or after `what is the`. */
function headOf(flat: string): string | null {
  const which = /\b(?:which|what)(?: of the)? ((?:(?!is\b|are\b|was\b|were\b|did\b|does\b|do\b|has\b|have\b|the\b|§)[a-z-]+ ){0,3})/u.exec(
    flat,
  );
  const words =
    which?.[1]
      ?.trim()
      .split(' ')
      .filter((word) => word !== '') ?? [];
  const noun =
    words.find((word) => [PLACE_HEADS, ORGANIZATION_HEADS, WORK_HEADS, PERSON_HEADS, NUMBER_HEADS].some((heads) => heads.test(word))) ??
    words.at(0);
  if (noun !== undefined) return noun;
  const of =
    /^(?:what|who|which)(?: is| was| are| were|'s|’s) (?:the|an?|§(?:'s|’s)?) (?:name of the )?((?:[a-z-]+ ){0,4}?)([a-z-]+)(?: (?:of|in|for|at|on|from|to|where|who|which|that)\b|\?|$)/u.exec(
      flat,
    );
  return of?.[2] ?? null;
}

function kindOf(flat: string, head: string | null, relation: Relation | null): AnswerKind {
  const start = flat.replace(/^(?:in|on|at|from|to|by|for|of|with|under|until|since) (?=what|which|who)/u, '');
  if (/^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/u.test(start)) return 'yes-no';
  if (
    /^(?:when\b|(?:what|which) (?:day|date|year|month|century)\b)|\bin (?:what|which) year\b|\bthe (?:date|year) (?:of|when|in which)\b/u.test(
      flat,
    )
  )
    return 'date';
  if (/\bhow (?:many|much|tall|high|long|far|deep|wide|large|big|old|fast|heavy|often)\b/u.test(flat)) return 'number';
  if (/\b(?:what|which) country\b|\bnationality\b/u.test(flat)) return 'country';
  if (/^(?:who|whom|whose)\b/u.test(start)) return 'person';
  if (/^where\b/u.test(start)) return relation?.id === 'education' || relation?.id === 'employer' ? 'organization' : 'place';
  if (/^(?:why|how)\b/u.test(start)) return 'reason';
  if (relation !== null && relation.kind === 'reason') return 'reason';
  if (head !== null) {
    if (head === 'country') return 'country';
    if (PLACE_HEADS.test(head)) return 'place';
    if (PERSON_HEADS.test(head)) return 'person';
    if (ORGANIZATION_HEADS.test(head)) return 'organization';
    if (WORK_HEADS.test(head)) return 'work';
    if (NUMBER_HEADS.test(head)) return 'number';
    if (/^(?:award|prize|medal|honou?r|title)$/u.test(head)) return 'name';
    if (/(?:ist|er|or|ian)$/u.test(head) && relation?.kind === 'person') return 'person';
  }
  if (/\b(?:what|which) (?:is|was) the (?:date|year)\b/u.test(flat)) return 'date';
  return head !== null && new RegExp(`\\b(?:which|what) (?:[a-z-]+ )?${head}\\b|\\b${head} (?:where|that|which|who)\\b`, 'u').test(flat)
    ? 'name'
    : 'phrase';
}

function unitOf(flat: string, head: string | null): string | null {
  if (/\bhow many (?:people|inhabitants|[a-z-]+s)\b/u.test(flat)) {
    const counted = /\bhow many ([a-z]+)/u.exec(flat)?.[1] ?? '';
    return parseNumber(`1 ${counted}`)?.kind ?? '';
  }
  if (/\bhow (?:tall|high|far|deep|wide)\b/u.test(flat)) return 'length';
  if (head === null) return null;
  if (/^(?:height|length|width|depth|distance|range|elevation|span)$/u.test(head)) return 'length';
  if (head === 'area') return 'area';
  if (/^(?:capacity|output|power|rating)$/u.test(head)) return 'power';
  if (head === 'weight') return 'mass';
  if (/^(?:percentage|percent|proportion|efficiency|share)$/u.test(head)) return 'share';
  return head === 'population' ? '' : null;
}

/** A relation whose answers are of another kind is not the one asked for, except where kinds overlap. */
function fits(relation: Relation, kind: AnswerKind, flat: string): boolean {
  if (kind === 'yes-no') return true;
  if (relation.kind === kind || kind === 'phrase') return true;
  if (relation.kind === 'person') return kind === 'organization' || kind === 'name' || isReversed(flat, kind);
  if (relation.kind === 'place') return kind === 'country' || kind === 'organization' || kind === 'name';
  return relation.kind === 'organization' ? kind === 'place' || kind === 'name' : relation.kind === 'country' && kind === 'place';
}

/** `What did § design`, `Which film was directed by §`: the entity is the agent. */
function isReversed(flat: string, kind: AnswerKind): boolean {
  if (kind === 'person') return /^whom? (?:did|does|had|has) (?:the )?§ (?!marry\b)[a-z]+/u.test(flat);
  return (
    (/\b(?:did|does|has|had) (?:the )?§(?: [a-z]+)?/u.test(flat) ||
      /\bby (?:the )?§/u.test(flat) ||
      /\b(?:that|which) (?:the )?§ [a-z]+/u.test(flat)) &&
    !/^(?:when|where|why|how)\b/u.test(flat)
  );
}

function entityOf(name: string): Entity {
  const bracket = /\(([^()]*)\)\s*$/u.exec(name);
  const bare = bracket === null ? name : name.slice(0, bracket.index);
  const words = wordsOf(bare).map((word) => word.fold);
  const strong = words.filter((word) => !smallWords.has(word));
  return {
    text: name.replaceAll(/^["“‘]|["”’]$/gu, ''),
    words: strong.length > 0 ? strong : words,
    qualifiers: bracket === null ? [] : wordsOf(bracket[1] ?? '').map((word) => word.fold),
  };
}
